"""The repository's address and the version stand in one place each; every repetition is generated."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import fewidgets
from fewidgets import cli
from fewidgets.authoring.addresses import ADDRESSES, release_date, renew, repository_address, stale_files

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FORK = "https://github.com/a-fork/feature.widgets"


@pytest.fixture
def fork(tmp_path):
    """A copy of the files that repeat the address, after the one line in pyproject.toml was changed."""
    for file in ADDRESSES:
        if (ROOT / file).exists():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, tmp_path / file)
    path = tmp_path / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    source = f'Source = "{repository_address(ROOT)}"'
    assert text.count(source) == 1
    path.write_text(text.replace(source, f'Source = "{FORK}"'), encoding="utf-8")
    return tmp_path


def texts():
    """Give the path and the text of every file of the repository that is text."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.fail("this test needs a git checkout, to know which files belong to the repository")
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix not in (".png", ".gz", ".npz", ".wav"):
            yield name, path.read_text(encoding="utf-8")


def test_every_file_is_up_to_date():
    stale = list(stale_files(ROOT))
    assert not stale, f"{', '.join(stale)}: out of date, run: fewidgets addresses"


def test_a_fork_changes_one_line(fork):
    changed = renew(fork)
    assert {"pyproject.toml", "README.md", "CITATION.cff", "CHANGELOG.md", "SECURITY.md"} <= set(changed)
    assert not stale_files(fork)
    slug = repository_address(ROOT).removeprefix("https://github.com/")
    for file in changed:
        text = (fork / file).read_text(encoding="utf-8")
        assert slug not in text, file
        assert "fewidgets.github.io" not in text, file
    assert "https://a-fork.github.io/feature.widgets/teach/" in (fork / "SECURITY.md").read_text(encoding="utf-8")


def test_binder_opens_the_tag_of_the_version(fork):
    renew(fork)
    links = re.findall(r"https://mybinder\.org/\S+(?=\?)", (fork / "README.md").read_text(encoding="utf-8"))
    assert links
    assert set(links) == {f"https://mybinder.org/v2/gh/a-fork/feature.widgets/v{fewidgets.__version__}"}


def test_no_other_file_repeats_the_address():
    slug = repository_address(ROOT).removeprefix("https://github.com/")
    site = re.escape("{}.github.io/{}".format(*slug.split("/")))
    pattern = re.compile(rf"(?:github\.com|mybinder\.org/v2/gh)/{re.escape(slug)}\b|{site}\b")
    found = {name for name, text in texts() if pattern.search(text)}
    examples = {"fewidgets/authoring/addresses.py"}  # its docstrings and messages show what an address looks like
    assert found - examples <= set(ADDRESSES), "list the new file in fewidgets/authoring/addresses.py"


def test_the_command(fork, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(fork)
    assert cli.main(["addresses", "--check"]) == 1
    assert "README.md: out of date, run: fewidgets addresses" in capsys.readouterr().out
    assert cli.main(["addresses"]) == 0
    assert "README.md: renewed" in capsys.readouterr().out
    assert cli.main(["addresses", "--check"]) == 0
    assert capsys.readouterr().out == ""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert cli.main(["addresses"]) == 1
    assert "Go to the folder of the repository" in capsys.readouterr().err


def test_the_version_stands_in_one_place():
    assert PROJECT["dynamic"] == ["version", "readme"]
    package = json.loads((ROOT / "fewidgets/frontend/package.json").read_text(encoding="utf-8"))
    assert "version" not in package
    assert "version" not in json.loads((ROOT / "fewidgets/frontend/package-lock.json").read_text(encoding="utf-8"))
    assert fewidgets.__version__ not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_citation_is_that_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == fewidgets.__version__, "run: fewidgets addresses"
    assert citation["repository-code"] == repository_address(ROOT), "run: fewidgets addresses"
    assert set(citation["license"]) == set(re.split(r" AND ", PROJECT["license"]))
    assert {"message", "title", "authors", "type"} <= set(citation)
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in PROJECT["authors"]]


def test_the_date_of_the_citation_is_that_of_the_changelog(fork):
    def dates(changelog):
        (fork / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
        renew(fork)
        return yaml.safe_load((fork / "CITATION.cff").read_text(encoding="utf-8")).get("date-released")

    heading = f"## [{fewidgets.__version__}]"
    assert dates(f"{heading} - 2031-05-06\n") == "2031-05-06"
    assert dates(f"{heading} - 2031-05-07\n") == "2031-05-07"
    assert dates("## [Unreleased]\n\n## [0.0.9] - 2030-01-01\n") is None


def test_the_changelog_names_this_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = release_date(text) or f"Version {fewidgets.__version__} " in text
    assert named, f"CHANGELOG.md has no entry for version {fewidgets.__version__}"
