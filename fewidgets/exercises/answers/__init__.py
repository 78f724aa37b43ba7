"""What a student answers: run it, reduce it to plain values, compare it, and say what is wrong."""
