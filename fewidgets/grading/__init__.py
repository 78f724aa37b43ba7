"""Grading by value: a student's code runs in one process, and another one compares plain values."""

from collections.abc import Mapping
from typing import Any

#: An object as JSON has it, and several texts, such as names or remarks.
Json = dict[str, Any]
Texts = tuple[str, ...]
#: What students wrote, by student and question.
Answers = Mapping[str, Mapping[str, str]]
