"""GRADING.md names every tier and every limit as they are."""

import re
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from fewidgets.grading.limits import Limits, limits_of
from fewidgets.grading.result import Tier

TEXT = (Path(__file__).resolve().parents[2] / "GRADING.md").read_text(encoding="utf-8")


def test_the_limits_are_the_defaults():
    table = tomllib.loads(re.search(r"```toml\n(.*?)```", TEXT, re.S)[1])["limits"]
    assert limits_of(table) == Limits()
    assert set(table) == set(asdict(Limits()))


def test_each_tier_has_its_row():
    assert tuple(re.findall(r"^\| `(\w+)` \|", TEXT, re.M)) == get_args(Tier)
