"""The sdist and the wheel: what students install, what is in it and what is not, and what the package index shows."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes, policy
from html.parser import HTMLParser
from pathlib import Path

import pytest
from readme_renderer import markdown

import fewidgets

ROOT = Path(__file__).resolve().parents[1]
SOURCE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """The paths of the sdist and of the wheel that are built from this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "hatchling", "build", "-d", folder)
    sdist, wheel = sorted(folder.iterdir(), key=lambda path: path.suffix)
    assert (sdist.suffixes[-2:], wheel.suffix) == ([".tar", ".gz"], ".whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def wheel(distributions):
    """The names and contents of the wheel."""
    built = distributions[1]
    assert built.stat().st_size <= 3_500_000
    with zipfile.ZipFile(built) as file:
        return {name: file.read(name) for name in file.namelist()}


def run(*arguments, program=sys.executable, **options):
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def notebooks(wheel, folder):
    """Return the names of the notebooks right inside a folder of the lessons in the wheel."""
    start = f"fewidgets/lessons/notebooks/{folder}"
    inside = (name.removeprefix(start) for name in wheel if name.startswith(start) and name.endswith(".ipynb"))
    return {name for name in inside if "/" not in name}


@pytest.mark.slow
def test_the_wheel_holds_lessons_exercises_and_labs_and_no_answers(wheel):
    for folder in ("", "exercises/", "labs/"):
        there = {path.name for path in (ROOT / "notebooks" / folder).glob("*.ipynb")}
        assert notebooks(wheel, folder) == there
    assert notebooks(wheel, "exercises/")
    assert not [name for name in wheel if "exercises/source" in name or "exercises/graded" in name]
    graded = ROOT / "notebooks/exercises/graded"
    secret = {path.read_bytes() for path in (*graded.rglob("*.py"), *graded.rglob("*.ipynb"))}
    secret |= {path.read_bytes() for path in (ROOT / "notebooks/exercises/source").glob("*.ipynb")}
    assert secret.isdisjoint(wheel.values())
    for name, content in wheel.items():
        if name.endswith(".ipynb"):
            cells = json.loads(content)["cells"]
            assert not any("submission" in cell["metadata"].get("fewidgets", {}) for cell in cells), name
            assert b"BEGIN SOLUTION" not in content, name
            assert b"BEGIN HIDDEN TESTS" not in content, name


@pytest.mark.slow
def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel):
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "fewidgets").rglob("*.py")}
    package = {name for name in package if "/node_modules/" not in name and "/frontend/" not in name}
    assert package <= set(wheel)
    beside = [name for name in wheel if not re.match(r"fewidgets(-[^/]*\.dist-info)?/", name)]
    assert [name.partition(".data/")[2] for name in beside] == [
        "data/etc/jupyter/labconfig/default_setting_overrides.d/fewidgets.json"
    ]
    assert not [name for name in wheel if name.startswith("fewidgets/frontend")]
    for name in ("renderer.js", "words.js"):
        assert f"fewidgets/static/{name}" in wheel
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "fewidgets/data/tables").iterdir()}
    assert tables <= set(wheel)
    assert not [name for name in wheel if name.endswith(".png")]
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    assert any(name.startswith(f"{version}-") for name in wheel)


@pytest.mark.slow
def test_the_index_takes_them(distributions):
    run("-m", "twine", "check", "--strict", *distributions)
    run("-m", "check_wheel_contents", distributions[1])


class Page(HTMLParser):
    """Where the links and pictures of a page lead, and the names of its places."""

    def __init__(self, text):
        super().__init__()
        self.found = {"href": [], "src": [], "id": []}
        self.feed(markdown.render(text))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            self.found.get(name, []).append(value)


@pytest.mark.slow
def test_the_page_of_the_index_has_no_dead_link_and_no_dead_picture(wheel):
    (metadata,) = (content for name, content in wheel.items() if name.endswith(".dist-info/METADATA"))
    message = message_from_bytes(metadata, policy=policy.default)
    assert message["Description-Content-Type"] == "text/markdown"
    page = Page(metadata.decode().partition("\n\n")[2]).found
    assert page["src"]
    for address in page["href"] + page["src"]:
        if address.startswith("#"):
            assert address[1:] in page["id"], address
            continue
        assert address.startswith("https://"), address
        ours = re.fullmatch(rf"{re.escape(SOURCE)}/(blob|raw)/([^/]+)/([^#]+)#?(.*)", address)
        if ours:
            kind, tag, file, place = ours.groups()
            assert kind == ("raw" if address in page["src"] else "blob"), address
            assert tag == f"v{fewidgets.__version__}", address
            assert (ROOT / file).exists(), address
            if place and file.endswith(".md"):
                assert f"user-content-{place}" in Page((ROOT / file).read_text(encoding="utf-8")).found["id"], address


@pytest.mark.slow
@pytest.mark.parametrize("kind", [0, 1], ids=["sdist", "wheel"])
def test_it_installs_in_a_new_environment(distributions, tmp_path, kind):
    """With its dependencies, so it needs a package registry, or what uv has kept from one."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    new = tmp_path / "new"
    run("venv", "-q", "-p", sys.executable, new, program=uv)
    programs = new / ("Scripts" if os.name == "nt" else "bin")
    try:
        run("pip", "install", "-q", "--python", programs / "python", distributions[kind], program=uv)
    except AssertionError as error:
        if "dns error" in str(error) or "Failed to fetch" in str(error):
            pytest.skip("no package registry can be reached, and the dependencies come from one; run this with a network")
        raise
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    code = (
        "import fewidgets, numpy as np; X = np.eye(4)[:, :2]; "
        "print(fewidgets.__file__, fewidgets.algorithms.boost(X - X.mean(0), X[:, 1]).order[0])"
    )
    printed = run("-I", "-c", code, program=programs / "python", env=kept)
    assert str(new) in printed
    assert printed.split()[-1] == "1"
    assert run("--version", program=programs / "fewidgets", env=kept) == f"fewidgets {fewidgets.__version__}\n"
    assert "lab" in run("--help", program=programs / "fewidgets", env=kept)
