"""Programs that some tests need and that a machine may lack."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

#: Debian's package of each.
PACKAGES = {"node": "npm", "npm": "npm"}
SOURCES = Path(__file__).parents[1] / "fewidgets" / "frontend" / "src"


def program(name: str) -> str:
    """Return the path of a program, or skip the test, naming the cure."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed: apt-get install {PACKAGES[name]}")
    return path


def in_node(code: str, given: Any) -> Any:
    """Run a module that imports from the browser's sources as from its own folder; return what it puts into `result`."""
    imports = "".join(line for line in code.splitlines(keepends=True) if line.startswith("import "))
    rest = code.removeprefix(imports)
    start = 'import { readFileSync } from "node:fs"; const given = JSON.parse(readFileSync(0, "utf8"));'
    end = "process.stdout.write(JSON.stringify(result));"
    command = [program("node"), "--input-type=module", "--eval", f"{imports}{start}\n{rest}\n{end}"]
    run = subprocess.run(command, cwd=SOURCES, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
