"""Grading by value: a student's code runs in a process of its own, and plain values are compared in another one."""

from typing import Any

#: An object as JSON has it, and several texts, such as names or remarks.
Json = dict[str, Any]
Texts = tuple[str, ...]
