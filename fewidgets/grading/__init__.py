"""Grading by value: a student's code runs in one process, and another one compares plain values."""

from typing import Any

#: An object as JSON has it, and several texts, such as names or remarks.
Json = dict[str, Any]
Texts = tuple[str, ...]
