"""Data that differ from student to student, and are the same each time they are made."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np


def seed_of(secret: bytes, set_name: str, version: int, student: str, question: str) -> int:
    """Return the seed of one question for one student: an HMAC-SHA256, so it cannot be computed without the secret."""
    text = f"{set_name}/{version}/{student}/{question}"
    return int.from_bytes(hmac.new(secret, text.encode(), hashlib.sha256).digest(), "big")


def generator_of(secret: bytes, set_name: str, version: int, student: str, question: str) -> np.random.Generator:
    return np.random.default_rng(seed_of(secret, set_name, version, student, question))
