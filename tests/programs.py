"""Programs that some tests need and that a machine may lack."""

import shutil

import pytest

#: Debian's package of each.
PACKAGES = {"node": "npm", "npm": "npm"}


def program(name: str) -> str:
    """Return the path of a program, or skip the test, naming the cure."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed: apt-get install {PACKAGES[name]}")
    return path
