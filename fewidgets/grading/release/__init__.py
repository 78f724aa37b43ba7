"""Release a set: draw each student's data, try every question, and write the notebooks."""
