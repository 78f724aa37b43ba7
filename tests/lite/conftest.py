"""Environments that several tests of this folder use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LITE = ROOT / "docs" / "lite"


def pins(file):
    """Return the lines of requirements in a file of docs/lite."""
    lines = (LITE / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def environment(folder, *requirements):
    """Make an environment and return its folder of programs. It needs a package registry, or what uv has kept from one."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    new = folder / "environment"
    variables = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    for command in (("venv", "-q", "-p", sys.executable, new), ("pip", "install", "-q", "--python", new, *requirements)):
        done = subprocess.run([uv, *command], env=variables, capture_output=True, text=True)
        if "dns error" in done.stderr or "Could not connect" in done.stderr:
            pytest.skip("no package registry can be reached; run this with a network")
        assert done.returncode == 0, done.stderr
    return new / "bin"


@pytest.fixture(scope="session")
def like_pyodide(tmp_path_factory):
    """Programs of an environment with the packages of Pyodide, and with the wheels that we add to them.

    Where a version needs a newer Python than this one, it has the last one before it.
    """
    newest = [line.replace("==", "<=") for line in (*pins("pyodide.txt"), *pins("wheels.txt"))]
    return environment(tmp_path_factory.mktemp("pyodide"), *newest)
