"""What a student's process can reach, in each tier of isolation, and that nothing of it is left behind."""

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from fewidgets.grading import tiers
from fewidgets.grading.limits import Limits, limits_of
from fewidgets.grading.observing import Plan, observe
from fewidgets.grading.repair import repair
from fewidgets.grading.tiers import TierError, best_tier, launch, require, why_not
from tests.grading.tiny_set import GRADED, HANDED_OUT, data_of, solved

#: Looks around, and starts processes that try to outlive the notebook.
NOSY = """
import importlib, os, pathlib, socket, sys
found = []
for place in {places!r}:
    try:
        found.append(str(os.listdir(place)) if os.path.isdir(place) else pathlib.Path(place).read_text())
    except OSError:
        pass
written = []
for place in {places!r}:
    try:
        pathlib.Path(place, "forged.json").write_text("1")
        written.append(place)
    except OSError:
        pass
named = [*os.environ.values(), *sys.argv, *sys.orig_argv]
try:
    socket.create_connection(("127.0.0.1", {port}), timeout=1)
    connected = True
except OSError:
    connected = False
processes = [name for name in os.listdir("/proc") if name.isdigit()]
sys.meta_path.pop(0)
try:
    import colorsys
except ImportError:
    colorsys = None
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.execv("/bin/sleep", ["sleep", "{seconds}"])
        os._exit(0)
mean = {{"found": found, "written": written, "named": named, "connected": connected, "processes": len(processes),
        "colorsys": colorsys is not None, "root": os.geteuid() == 0}}
spread = 0
"""


def sleeping(seconds):
    """Whether a process with this command is there."""
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
        except OSError:
            continue
    return False


@pytest.mark.parametrize("tier", ["limits", "namespaces", "bubblewrap"])
def test_a_tier_keeps_what_it_promises(tier, tmp_path, monkeypatch):
    assert why_not(tier) == ""
    monkeypatch.setenv("COURSE", str(tmp_path))
    (tmp_path / "grades.csv").write_text("ada,0")
    seconds = 100_000 + os.getpid() * 10 + len(tier)
    places = [str(tmp_path), str(tmp_path / "grades.csv"), "/etc/shadow", "/var/log", str(Path(__file__))]
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = NOSY.format(places=places, seconds=seconds, port=server.getsockname()[1])
        submission = repair(solved(q1=code), HANDED_OUT, GRADED)
        plan = Plan(GRADED, submission, {"q1": data_of("ada")}, {"q2": [], "q3": []}, tier, Limits())
        observed = observe(plan)
    told = observed.values["q1"]["mean"]
    assert observed.values["q4"] == {"why": "a"}
    assert told["written"] == []
    assert not told["root"]
    assert not any(tmp_path.name in text for text in told["named"])
    loaded = "colorsys was loaded although it was made unavailable."
    assert (("", loaded) in observed.attention) == (tier == "limits")
    if tier != "limits":
        assert told["found"] == []
        assert not told["connected"]
        assert told["processes"] <= 4
        assert not told["colorsys"]  # its file is not there, whatever the code does to the importing
    until = time.monotonic() + 5
    while sleeping(seconds) and time.monotonic() < until:
        time.sleep(0.05)  # the kernel ends a namespace's processes after the program that has made it
    assert not sleeping(seconds)
    assert os.listdir(tmp_path) == ["grades.csv"]


def test_the_strongest_tier_that_works_is_taken_and_a_missing_one_refused(monkeypatch):
    assert best_tier() == "bubblewrap"
    monkeypatch.setattr(tiers.shutil, "which", lambda _name: None)
    tiers.why_not.cache_clear()
    try:
        assert best_tier() == "namespaces"
        with pytest.raises(TierError, match="--tier bubblewrap is not available here: the program bwrap is not installed"):
            require("bubblewrap")
        with pytest.raises(TierError, match="neither podman nor docker is installed"):
            require("container")
        monkeypatch.setattr(tiers, "LINUX", False)
        tiers.why_not.cache_clear()
        assert best_tier() == "limits"
    finally:
        tiers.why_not.cache_clear()


def test_a_launch_names_nothing_of_the_grader(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("SECRET", "hush")
    start = launch("limits", Limits())
    try:
        assert not {"PYTHONPATH", "SECRET"} & set(start.environment)
        assert start.scratch.stat().st_mode & 0o77 == 0
        locked = start.scratch / "locked"
        (locked / "inner").mkdir(parents=True)
        locked.chmod(0)
    finally:
        start.remove()
    assert not start.scratch.exists()


def test_folders_of_a_grader_that_was_killed_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tiers.tempfile, "tempdir", str(tmp_path))
    old, new, other = launch("limits", Limits()).scratch, launch("limits", Limits()).scratch, tmp_path / "other"
    other.mkdir()
    for folder in (old, other):
        os.utime(folder, (0, 0))
    tiers.remove_abandoned()
    assert set(tmp_path.iterdir()) == {new, other}


def test_a_container_gets_no_network_and_a_read_only_system():
    start = launch("container", Limits(processes=10, memory_mb=100))
    start.remove()
    assert {"--network=none", "--read-only", "--cap-drop=ALL", "--memory=100m", "--pids-limit=18"} <= set(start.command)
    assert sys.executable not in start.command
    recipe = Path(tiers.__file__).with_name("Containerfile").read_text(encoding="utf-8")
    assert "pip install" in recipe


@pytest.mark.parametrize("table", [{"cell_seconds": 0}, {"memory_mb": "2 GB"}, {"processes": True}, {"cell_second": 3}])
def test_limits_are_refused_in_words(table):
    with pytest.raises(ValueError, match="must be"):
        limits_of(table)
