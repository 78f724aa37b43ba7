"""How lessons reach a student, and stay theirs."""
