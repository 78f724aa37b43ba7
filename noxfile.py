#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox"]
# ///
"""Tasks for contributors: `nox -l` lists them, `nox -s full` runs everything.

Each session installs the package into an environment of its own. Words after ``--`` go to pytest:
``nox -s fast -- tests/scene``.
"""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nox

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "uv|virtualenv"

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SIDE_BY_SIDE = ("-n", "2", "--dist", "loadfile")
#: Two processes with two threads each would wait for one another on two cores.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
SITE = "docs/_build/html"
#: All tests but those that need a browser or a quiet machine, and the 1,000 cases of tests/attack.
WITHOUT_BROWSER = (
    "-m",
    "not browser and not benchmark",
    "--ignore=tests/attack",
    "--deselect=tests/test_binder.py::test_the_steps_in_a_new_environment",
    "--deselect=tests/test_binder.py::test_a_visitor_needs_less_than_two_gigabytes",
    "tests",
)
#: Programs that some tests need: what they are called, what is left out without them, and Debian's package.
PROGRAMS = {
    "Chromium": (
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "the tests and benchmarks in a browser",
        "chromium",
    ),
    "Node.js with npm": (("npm",), "the renderer's unit tests and the check of what is built from its sources", "npm"),
    "bubblewrap": (("bwrap",), "the tests of the tier of grading that it confines", "bubblewrap"),
}


@nox.session
def fast(session: nox.Session) -> None:
    """Run the linter and the quick tests, in about a minute: the loop while you change something."""
    session.install("-e", ".[test]")
    session.run("ruff", "check", "-q", ".")
    quick = ("-q", "-m", "not browser and not benchmark and not slow", "--ignore=tests/attack")
    session.run("pytest", *SIDE_BY_SIDE, *quick, *(session.posargs or ["tests"]), env=ONE_THREAD)


@nox.session(default=False)
def coverage(session: nox.Session) -> None:
    """Show which lines the quick tests run, in artifacts/coverage. There is no number to reach: look for public behaviour.

    What runs in the processes of students' submissions is not seen, because nothing of ours may write there.
    """
    session.install("-e", ".[test]", "coverage>=7.10.3")
    # Its time limit is set by how long the reference takes, which is longer while lines are recorded.
    timed = "--deselect=tests/exercises/test_trying.py::test_what_sleeps_is_left_behind_and_ends_on_its_own"
    quick = ("-q", "-m", "not browser and not benchmark and not slow", "--ignore=tests/attack", timed)
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *SIDE_BY_SIDE, *quick, *(session.posargs or ["tests"]), env=ONE_THREAD)
    session.run("coverage", "combine", "-q")
    session.run("coverage", "html", "-q")
    with open("artifacts/coverage/summary.md", "w", encoding="utf-8") as summary:
        session.run("coverage", "report", "--format=markdown", "--skip-covered", "--sort=cover", stdout=summary)
    session.run("coverage", "report", "--format=total")


@nox.session(default=False)
def full(session: nox.Session) -> None:
    """Run everything that can be tested on this machine, and say what was left out."""
    session.install(".[test]")
    if session.venv_backend == "uv":
        # jsonschema checks one format of addresses with it where it is installed. Importing it takes 1.7 s, in each of forty
        # servers and converters that the tests start.
        session.run_install("uv", "pip", "uninstall", "-q", "rfc3987-syntax")
    # Jupyter's files stay apart from those of whoever runs this.
    own = Path(session.virtualenv.location).resolve() / "jupyter"
    session.env.update(dict.fromkeys(("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"), str(own)))
    try:
        # Three processes, because those that test in a browser wait for it, for a disk or for a kernel. In the order of their
        # names: otherwise files with few tests, which are the slowest, come last.
        many = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "-m", "not benchmark", "--durations=10")
        session.run("pytest", *many, *session.posargs, env=ONE_THREAD)
        benchmarks(session)
    finally:
        missing = {name: rest for name, (names, *rest) in PROGRAMS.items() if not any(map(shutil.which, names))}
        for name, (tests, _) in missing.items():
            session.warn(f"Left out, because {name} is not installed: {tests}.")
        if missing:
            packages = " ".join(package for _, package in missing.values())
            session.warn(f"To run them too: sudo apt-get install -y {packages} && nox -s full")


def benchmarks(session: nox.Session) -> None:
    """Measure what people wait for, each time beside a peer.

    Benchmarks of algorithms count the processor time of one thread, so they leave the other core to those of the browser. The
    one of grading counts the seconds that pass on both cores.
    """
    grading = "tests/benchmarks/test_grading_speed.py"
    kinds = (("benchmark and not browser", f"--ignore={grading}"), ("benchmark and browser",))

    def run(kind: str, *options: str) -> object:
        every = ("-p", "no:cacheprovider", "-m", kind, "--durations=5", *options, "tests/benchmarks", *session.posargs)
        return session.run("pytest", *every, silent=True)

    with ThreadPoolExecutor() as pool:
        for said in pool.map(lambda kind: run(*kind), kinds):
            print(said)
    session.run("pytest", "-p", "no:cacheprovider", "-m", "benchmark", grading, *session.posargs)


@nox.session(python=PYTHONS, default=False)
def tests(session: nox.Session) -> None:
    """Run the tests without browser with one version of Python."""
    session.install(".[test]")
    session.run("pytest", *SIDE_BY_SIDE, *WITHOUT_BROWSER, *session.posargs, env=ONE_THREAD)


@nox.session(python="3.11", default=False)
def lowest(session: nox.Session) -> None:
    """Run the tests without browser with the lowest version of every dependency that pyproject.toml allows."""
    constraints = Path(session.create_tmp()) / "lowest.txt"
    constraints.write_text(session.run("python", ".ci/lowest.py", silent=True) or "", encoding="utf-8")
    session.install("-c", str(constraints), ".[test]")
    session.run("pytest", *SIDE_BY_SIDE, *WITHOUT_BROWSER, *session.posargs, env=ONE_THREAD)


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """Build the site into docs/_build/html. Nothing is asked of the network."""
    session.install(".[docs]")
    build_site(session)


@nox.session(default=False)
def lite(session: nox.Session) -> None:
    """Build the site as it is published: with JupyterLite, which runs Python in the reader's browser."""
    session.install(".[docs]", "-r", "docs/lite/requirements.txt")
    build_site(session, FEWIDGETS_LITE="1")
    session.run("python", "docs/lite/build.py", f"{SITE}/lite")


@nox.session(default=False)
def lesson(session: nox.Session) -> None:
    """Run a lesson with Python in the browser. Needs Chromium, and a network for Pyodide."""
    session.install(".[test]", "-r", "docs/lite/requirements.txt")
    session.run("python", "docs/lite/build.py", f"{SITE}/lite")
    session.run("pytest", "tests/lite/in_the_browser.py", *session.posargs)


def build_site(session: nox.Session, **variables: str) -> None:
    """Let Sphinx write the site."""
    options = ("-W", "--keep-going", "-b", "html", "-d", "docs/_build/doctrees")
    session.run("sphinx-build", *options, "docs", SITE, *session.posargs, env=variables)


@nox.session(default=False)
def newest(session: nox.Session) -> None:
    """Run the tests without browser with the newest version of every dependency."""
    session.install("--upgrade", ".[test]")
    session.run("pytest", *SIDE_BY_SIDE, *WITHOUT_BROWSER, *session.posargs, env=ONE_THREAD)


if __name__ == "__main__":
    nox.main()
