"""Grading by value: a student's code runs in a process of its own, and plain values are compared in another one.

- `question.py`: what a graded set asks. `loading.py`: a set from its folder.
- `seeds.py`: data that differ from student to student.
- `result.py`: what grading one submission returns.
"""
