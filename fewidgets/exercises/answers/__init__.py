"""Run a student's answer, reduce it to plain values, compare it, and say what is wrong."""
