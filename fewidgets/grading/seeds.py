"""Data that differ from student to student, and are the same each time they are made."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np


def generator_of(secret: bytes, set_name: str, version: int, student: str, question: str) -> np.random.Generator:
    """Return the generator of one question for one student.

    Its seed is an HMAC-SHA256, so it cannot be computed without the secret.
    """
    text = f"{set_name}/{version}/{student}/{question}"
    return np.random.default_rng(int.from_bytes(hmac.digest(secret, text.encode(), hashlib.sha256), "big"))
