"""The JavaScript, as far as Python can hold it: its unit tests, its size, and that it knows no algorithm and no network."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fewidgets
from fewidgets.scene.page.modules import LATER, MODULES
from tests.programs import program

FRONTEND = Path(__file__).parents[1] / "fewidgets" / "frontend"
STATIC = Path(fewidgets.__file__).parent / "static"
#: Bytes that each module may have: the one that paints, the one loaded when the picture is there, and those that few scenes
#: need, for questions, for rarely used marks, and for the answers of a page.
LIMITS = {
    "renderer.js": 90_000,
    "words.js": 30_000,
    "present.js": 7_000,
    "classpage.js": 16_000,
    "predictions.js": 32_000,
    "marks.js": 40_000,
    "answers.js": 7_000,
}


def test_unit_tests_pass_in_node():
    files = sorted(map(str, (FRONTEND / "test").glob("*.test.js")))
    run = subprocess.run([program("node"), "--test", *files], cwd=FRONTEND, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
def test_what_is_checked_in_is_what_the_sources_build(tmp_path):
    folder, static = tmp_path / "frontend", tmp_path / "static"
    shutil.copytree(FRONTEND, folder, ignore=shutil.ignore_patterns("node_modules"))
    static.mkdir()
    (tmp_path / "scene").symlink_to(FRONTEND.parent / "scene")  # its palette is in the scripts too
    for command in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "build"]):
        run = subprocess.run([program("npm"), *command], cwd=folder, capture_output=True, text=True, check=False)
        if "EAI_AGAIN" in run.stderr or "ENOTFOUND" in run.stderr:
            pytest.skip("no registry of npm can be reached, so nothing is built; run this with a network")
        assert run.returncode == 0, run.stdout + run.stderr
    built = {path.name: path.read_text(encoding="utf-8") for path in static.iterdir()}
    assert built.keys() == LIMITS.keys()
    stale = [name for name, text in built.items() if (STATIC / name).read_text(encoding="utf-8") != text]
    assert not stale, "run `npm ci && npm run build` in fewidgets/frontend"


@pytest.mark.parametrize(("module", "limit"), LIMITS.items())
def test_modules_are_small(module, limit):
    assert (STATIC / module).stat().st_size <= limit


@pytest.mark.parametrize("module", LIMITS)
def test_modules_load_nothing_from_elsewhere(module):
    addresses = set(re.findall(r"https?://[^\"'`\s)]+", (STATIC / module).read_text(encoding="utf-8")))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_python_and_the_browser_agree_on_what_marks_js_has():
    source = (FRONTEND / "src" / "marks.js").read_text(encoding="utf-8")
    listed = re.findall(r"export const \w+ = \{(.*?)\};", source, re.DOTALL)
    assert len(listed) == 3
    assert set(re.findall(r"\w+", " ".join(listed))) == LATER


def test_the_modules_are_those_in_the_package():
    assert {f"{name}.js" for name in MODULES} == LIMITS.keys() - {"renderer.js", "words.js", "present.js", "classpage.js"}


def test_sources_know_no_algorithm():
    words = re.compile(r"boost|lasso|softmax|residual|regulari|gradient(?!-)", re.IGNORECASE)
    for source in (FRONTEND / "src").rglob("*.js"):
        assert not words.search(source.read_text(encoding="utf-8")), source.name


def test_lock_file_names_no_registry():
    assert '"resolved"' not in (FRONTEND / "package-lock.json").read_text(encoding="utf-8")
