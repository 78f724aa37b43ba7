"""What a student's process can reach, in each tier of isolation, and that nothing of it is left behind."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import pytest

from fewidgets.cli import main
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits, limits_of
from fewidgets.grading.run import tiers
from fewidgets.grading.run.container import IMAGE
from fewidgets.grading.run.tiers import best_tier, launch, require, why_not
from fewidgets.grading.run.watching import excess
from fewidgets.site import SITE
from tests.grading.courses import course_in
from tests.grading.stopped import rows, stopped
from tests.grading.tiny_set import POINTS, graded, solved

#: Containers are tried where there is an engine that has the image.
TIERS = ["limits", "namespaces", "bubblewrap", *(["container"] if why_not("container") == "" else [])]


#: The grader without root. Where Python itself lies in a folder of root's, it keeps the right to read it.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
NOBODY += ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]


ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ["`limits`", *(["`limits`, as root"] if os.geteuid() == 0 else []), *(f"`{tier}`" for tier in TIERS[1:])]


def need(tier):
    """Skip a test of a tier that cannot work here, with the tier's own reason and its cure."""
    if reason := why_not(tier):
        pytest.skip(f"--tier {tier}: {reason}")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_tier_stops_what_the_table_says(column):
    tier = column.split("`")[1]
    need(tier)
    (_, heads), *lines = rows((ROOT / "docs/teach/isolation.md").read_text(encoding="utf-8")).items()
    assert {cell for _, cells in lines for cell in cells} == {"yes", "no"}
    said = {row: cells[heads.index(column)] == "yes" for row, cells in lines}
    if column == "`limits`" and os.geteuid() == 0:
        command = [*NOBODY, sys.executable, "-B", "-m", "tests.grading.stopped", tier]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == said
    else:
        assert stopped(tier) == said


def test_the_strongest_tier_that_works_is_taken_and_a_missing_one_refused(monkeypatch):
    need("bubblewrap")
    assert best_tier() == "bubblewrap"
    monkeypatch.setattr(tiers.shutil, "which", lambda _name: None)
    tiers.why_not.cache_clear()
    try:
        assert best_tier() == "namespaces"
        with pytest.raises(GradingError, match="--tier bubblewrap is not available here: the program bwrap is not installed"):
            require("bubblewrap")
        with pytest.raises(GradingError, match="neither podman nor docker is installed"):
            require("container")
        monkeypatch.setattr(tiers, "LINUX", False)
        tiers.why_not.cache_clear()
        assert best_tier() == "limits"
    finally:
        tiers.why_not.cache_clear()


def test_a_bubblewrap_that_is_refused_falls_back_and_is_told(tmp_path, monkeypatch, capsys):
    """As on Ubuntu 24.04, where AppArmor refuses it: the program is there, and fails at start."""
    refused = tmp_path / "bin" / "bwrap"
    refused.parent.mkdir()
    refused.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    refused.chmod(0o755)
    monkeypatch.setenv("PATH", f"{refused.parent}{os.pathsep}{os.environ['PATH']}")
    tiers.why_not.cache_clear()
    try:
        assert why_not("bubblewrap").startswith("bwrap: setting up uid map: Permission denied")
        assert best_tier() == "namespaces"
        monkeypatch.setattr(tiers, "launch", partial(refusing_namespaces, tiers.launch))
        monkeypatch.setattr(tiers, "_restricted", lambda: True)
        tiers.why_not.cache_clear()
        assert best_tier() == "limits"
        course = course_in(tmp_path / "course")
        path = course.submitted("boosting", "ada-l")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"{}")
        assert main(["exercises", "grade", str(course.folder)]) == 0
        said = capsys.readouterr()
        assert "Isolation: limits." in said.out
        assert "the weakest isolation is used, since no other works here (bubblewrap: bwrap: setting up uid map" in said.err
        assert "kernel.apparmor_restrict_unprivileged_userns is 1; how to allow it: " in said.err
        assert f"{SITE}teach/isolation.html#user-namespaces-on-ubuntu)" in said.err
        assert "\n## User namespaces on Ubuntu\n" in (ROOT / "docs/teach/isolation.md").read_text(encoding="utf-8")
        rows = (course.graded("boosting") / "grades.csv").read_text(encoding="utf-8-sig")
        assert ",limits," in next(row for row in rows.splitlines() if row.startswith("ada-l"))
        assert main(["exercises", "grade", str(course.folder), "--tier", "bubblewrap"]) == 1
        assert "--tier bubblewrap is not available here: bwrap: setting up uid map: Permission" in capsys.readouterr().err
    finally:
        tiers.why_not.cache_clear()


def refusing_namespaces(launch, tier, *arguments):
    """Start what the kernel would refuse in the same way: a keeper that says so and ends."""
    found = launch(tier, *arguments)
    refused = (sys.executable, "-c", "import sys; sys.exit('Permission denied')")
    return replace(found, command=refused) if tier == "namespaces" else found


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


def left_behind(folder):
    """Leave what a student's code may leave: a chain of 1,100 folders, folders that nobody may enter, links, a pipe."""
    here = os.open(folder, os.O_RDONLY)
    for number in range(1100):
        if number % 50 == 0:
            os.makedirs(f"/proc/self/fd/{here}/locked/inner")
            os.chmod("locked", 0, dir_fd=here)
        os.mkdir("deeper", dir_fd=here)
        below = os.open("deeper", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.mkfifo("pipe", dir_fd=here)
    os.symlink("/", "link", dir_fd=here)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc; the other tests hold everywhere")
def test_whatever_lies_there_is_removed():
    """Also without root, for which no folder is locked."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            start = launch("limits", Limits())
            left_behind(start.scratch)
            code = 0 if "nested too deeply" in excess([], [str(start.scratch)], asdict(Limits())) else 2
            start.scratch.chmod(0)
            start.remove()
            code = code or 3 * os.path.lexists(start.scratch)
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


#: Stands for Podman: writes down what it is asked, and runs the command of the "container" here, as the same user.
ENGINE = """#!{python}
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
if "hidden_modules" in sys.argv[-3]:
    print(json.dumps(["/image/" + sys.argv[-2] + ".py", "/image/" + sys.argv[-1], "/image/" + sys.argv[-1] + "/below.py"]))
elif sys.argv[1] == "run":
    *command, settings = sys.argv[sys.argv.index("fewidgets-grading") + 1 :]
    assert command[0] == "python"
    settings = json.dumps({{**json.loads(settings), "drop": "", "home": {home!r}}})
    os.execv({python!r}, [{python!r}, *command[1:], settings, {root!r}])
"""


def install(folder, program, monkeypatch):
    """Put a program in the place of Podman."""
    folder.mkdir()
    (folder / "podman").write_text(program)
    (folder / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_an_image_that_does_not_answer_costs_nobody_a_grade(tmp_path, monkeypatch):
    install(tmp_path / "bin", "#!/bin/sh\necho Error: no such image >&2\nexit 125\n", monkeypatch)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tiers.tempfile, "tempdir", str(tmp_path / "temporary"))
    result = graded(solved(), tier="container")
    assert result.fingerprint == "", "the next run grades it again"
    (said,) = {remark for each in result.questions for remark in each.attention}
    assert "No process could be started: the image fewidgets-grading does not say where colorsys," in said
    assert "no such image" in said
    assert not list((tmp_path / "temporary").iterdir())


def test_a_submission_is_graded_through_a_container_engine(tmp_path, monkeypatch):
    log, home, root = tmp_path / "log", tmp_path / "home", str(Path(tiers.__file__).parents[2])
    home.mkdir()
    install(tmp_path / "bin", ENGINE.format(python=sys.executable, log=str(log), home=str(home), root=root), monkeypatch)
    result = graded(solved(), tier="container")
    assert result.tier == "container"
    assert {each.question: each.points for each in result.questions} == POINTS
    asked, run, remove = (json.loads(line) for line in log.read_text().splitlines())
    assert {"--network=none", "--read-only", "--cap-drop=ALL", "--pull=never"} <= set(asked)
    options = run[1 : run.index("fewidgets-grading")]
    name = next(option.removeprefix("--name=") for option in options if option.startswith("--name="))
    assert remove == ["rm", "--force", name]  # ending the engine's client would not end the container
    assert {"--network=none", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"} <= set(options)
    assert {"--pull=never", "--log-driver=none", "--memory=512m", "--memory-swap=512m", "--pids-limit=40"} <= set(options)
    assert not [option for option in options if option.startswith(("-v", "--mount", "--privileged", "--env"))]
    volumes = [option for option in options if option.startswith("--volume")]
    assert volumes == [f"--volume=/dev/null:/image/{asked[-2]}.py:ro"]  # nothing of this machine, and a module is hidden
    assert f"--tmpfs=/image/{asked[-1]}:ro,size=4k,mode=0555,notmpcopyup" in options
    assert root not in " ".join(run)
    settings = json.loads(run[-1])
    assert settings["home"] == "/home/student"
    assert settings["user"] < 65_536  # an engine without root has no more users
    # The engine finds its own settings, such as where its images are.
    assert launch("container", Limits()).environment["PATH"] == os.environ["PATH"]


if shutil.which("docker"):  # as on the runners of GitHub

    def test_docker_knows_every_option(tmp_path):
        start = launch("container", Limits())
        start.remove()
        options = start.command[2 : start.command.index(IMAGE)]
        command = ["docker", "--host", f"unix://{tmp_path}/none.sock", "run", *options, IMAGE]
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stderr
        assert "unknown flag" not in said
        assert "invalid" not in said
        assert "none.sock" in said  # it has read the options, and found nobody to tell them to


def test_the_recipe_copies_nothing_but_the_wheel():
    recipe = Path(tiers.__file__).with_name("Containerfile").read_text(encoding="utf-8")
    steps = [line for line in recipe.splitlines() if line and not line.startswith(("#", " "))]
    assert [step.split()[0] for step in steps] == ["FROM", "COPY", "RUN", "ENV", "RUN"]
    assert steps[1].split()[1:] == ["fewidgets-*.whl", "/wheels/"]
    assert IMAGE in recipe
    assert tiers.HOME in recipe


@pytest.mark.parametrize("table", [{"cell_seconds": 0}, {"memory_mb": "2 GB"}, {"processes": True}, {"cell_second": 3}])
def test_limits_are_refused_in_words(table):
    with pytest.raises(ValueError, match="must be"):
        limits_of(table)
