"""The documents about grading name every tier and every limit as they are."""

import re
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from fewidgets.grading.limits import Limits, limits_of
from fewidgets.grading.result import Tier

TEACH = Path(__file__).resolve().parents[2] / "docs" / "teach"


def test_the_limits_are_the_defaults():
    text = (TEACH / "grading.md").read_text(encoding="utf-8")
    table = tomllib.loads(re.search(r"```toml\n(.*?)```", text, re.S)[1])["limits"]
    assert limits_of(table) == Limits()
    assert set(table) == set(asdict(Limits()))


def test_each_tier_has_its_row():
    text = (TEACH / "isolation.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `(\w+)` \|", text, re.M)) == get_args(Tier)
