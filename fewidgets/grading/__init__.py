"""Grading by value: a student's code runs in a process of its own, and plain values are compared in another one."""
