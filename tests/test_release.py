"""What is done for a release: the workflow's own steps on a dated changelog, and where the workflows may write."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import fewidgets
from fewidgets.authoring.addresses import ADDRESSES, renew

ROOT = Path(__file__).resolve().parents[1]
TAG = f"v{fewidgets.__version__}"


def workflow(name):
    return yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"))


@pytest.fixture
def checkout(tmp_path):
    """What the workflow's step reads, as a maintainer leaves it: with a date under the unreleased changes."""
    for file in ADDRESSES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    changelog = tmp_path / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if f"## [{fewidgets.__version__}] - " not in text:
        dated = text.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{fewidgets.__version__}] - 2031-05-06\n", 1)
        changelog.write_text(dated, encoding="utf-8")
    renew(tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)
    return tmp_path


def compare(checkout, tag):
    """Run the step that compares the tag with the version, as the workflow does."""
    (step,) = (step["run"] for step in workflow("release")["jobs"]["build"]["steps"] if "Compare" in step.get("name", ""))
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "GITHUB_REF_NAME": tag, "RUNNER_TEMP": str(checkout)}
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", step], cwd=checkout, env=environment, capture_output=True, text=True
    )


def test_the_notes_of_a_release_are_its_part_of_the_changelog(checkout):
    done = compare(checkout, TAG)
    assert done.returncode == 0, done.stderr
    notes = (checkout / "notes.md").read_text(encoding="utf-8")
    assert "\n### Added\n" in notes
    assert "\n- " in notes
    assert "\n## " not in notes
    assert "]: https" not in notes
    assert notes in (checkout / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("CHANGELOG.md", f"## [{fewidgets.__version__}] - ", "## [0.0.1] - ", "CHANGELOG.md has no notes"),
        ("CITATION.cff", "date-released: ", "date-released: 1", "run: fewidgets addresses"),
        ("CITATION.cff", "", "", f"the tag is {TAG}.1, but the version is"),
    ],
    ids=["no notes", "another date", "another tag"],
)
def test_a_release_stops_when_something_does_not_fit(checkout, file, old, new, says):
    path = checkout / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    done = compare(checkout, TAG if old else f"{TAG}.1")
    assert done.returncode == 1
    assert says in done.stderr


def test_what_is_published_was_checked_and_installed():
    steps = "\n".join(step.get("run", "") for step in workflow("release")["jobs"]["build"]["steps"])
    for command in (
        "python -m build",
        "twine check --strict",
        "check-wheel-contents",
        'pip" install "$(echo dist/*.whl)[lab]"',
    ):
        assert command in steps
    assert workflow("release")["jobs"]["publish"]["needs"] == "build"
    assert workflow("release")["jobs"]["announce"]["needs"] == "publish"


def test_workflows_may_write_only_what_they_publish():
    may_write = {}
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        jobs = workflow(path.stem)["jobs"].items()
        for name, job in [("", workflow(path.stem)), *jobs]:
            for what, access in (job.get("permissions") or {}).items():
                if access == "write":
                    may_write.setdefault(f"{path.stem} {name}".strip(), set()).add(what)
    assert may_write == {
        "release publish": {"id-token"},
        "release announce": {"contents"},
        "docs publish": {"id-token", "pages"},
    }
    assert all("permissions" in workflow(path.stem) for path in (ROOT / ".github/workflows").glob("*.yml"))


def test_the_site_is_published_from_main_alone():
    site = workflow("docs")
    assert site["jobs"]["publish"]["if"] == "github.ref == 'refs/heads/main'"
    steps = site["jobs"]["build"]["steps"]
    assert steps[-2]["run"] == "nox -s lite"
    assert steps[-1]["with"]["path"] == "docs/_build/html"
