"""Print the lowest version of every direct dependency that pyproject.toml allows, as constraints for pip."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
requirements = [*project["dependencies"], *(line for lines in project["optional-dependencies"].values() for line in lines)]
for requirement in requirements:
    bound = re.fullmatch(r"([\w.-]+)(?:\[[\w,-]+\])?\s*>=\s*([\w.]+).*", requirement)
    if bound:
        print(f"{bound[1]}=={bound[2]}")
    elif not requirement.startswith(f"{project['name']}["):
        raise SystemExit(f"{requirement} must have a lower bound (>=) in pyproject.toml")
