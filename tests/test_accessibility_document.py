"""ACCESSIBILITY.md names tests as evidence: each of them exists, and runs in continuous integration."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "ACCESSIBILITY.md").read_text(encoding="utf-8")
CRITICAL = 14  # heuristics that Chartability calls critical


def test_every_named_test_exists():
    named = set(re.findall(r"`(test_\w+)::(test_\w+)`", TEXT))
    assert len(named) > 20
    for file, test in named:
        texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob(f"{file}.py")]
        assert any(f"\ndef {test}(" in text for text in texts), f"{file}::{test}"


def test_every_critical_heuristic_has_a_result_and_evidence():
    section = TEXT.partition("## Chartability")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")][2:]
    assert len(rows) == CRITICAL
    for heuristic, result, evidence in rows:
        assert result.strip().startswith(("pass", "fail")), heuristic
        assert "`test_" in evidence or "By hand:" in evidence, heuristic
