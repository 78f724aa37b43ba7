"""Data that differ from student to student, and are the same each time they are made."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np


def seed_of(secret: bytes, set_name: str, version: int, student: str, question: str) -> int:
    """Return the seed of one question for one student.

    It is an HMAC-SHA256 with the course's secret, so nobody can compute another student's data without it.

    Parameters
    ----------
    secret : bytes
        The course's secret.
    set_name, version, student, question : str, int, str, str
        What the seed is for.

    Returns
    -------
    int
        At least 0 and less than 2²⁵⁶.

    Examples
    --------
    >>> seed_of(b"secret", "boosting", 1, "ada", "q1") == seed_of(b"secret", "boosting", 1, "ada", "q1")
    True
    """
    text = f"{set_name}/{version}/{student}/{question}"
    return int.from_bytes(hmac.new(secret, text.encode(), hashlib.sha256).digest(), "big")


def generator_of(secret: bytes, set_name: str, version: int, student: str, question: str) -> np.random.Generator:
    """Return the random generator from which a question's data or cases are made for one student.

    Parameters
    ----------
    secret : bytes
        The course's secret.
    set_name, version, student, question : str, int, str, str
        What the data are for.

    Returns
    -------
    numpy.random.Generator
    """
    return np.random.default_rng(seed_of(secret, set_name, version, student, question))
