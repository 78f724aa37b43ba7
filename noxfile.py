#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox"]
# ///
"""Tasks for contributors: `nox -l` lists them, `nox -s fast` runs one.

Each session installs the package into an environment of its own. Words after ``--`` go to pytest:
``nox -s fast -- tests/scene``.
"""

from pathlib import Path

import nox

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "uv|virtualenv"

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SIDE_BY_SIDE = ("-n", "2", "--dist", "loadfile")
#: Two processes with two threads each would wait for one another on two cores.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
#: All tests but those that need a browser or a quiet machine, and the 1,000 cases of tests/attack.
WITHOUT_BROWSER = (
    "-m",
    "not browser and not benchmark",
    "--ignore=tests/attack",
    "--deselect=tests/test_binder.py::test_the_steps_in_a_new_environment",
    "tests",
)


@nox.session
def fast(session: nox.Session) -> None:
    """Run the linter and the quick tests, in about a minute: the loop while you change something."""
    session.install("-e", ".[test]")
    session.run("ruff", "check", "-q", ".")
    quick = ("-q", "-m", "not browser and not benchmark and not slow", "--ignore=tests/attack")
    session.run("pytest", *SIDE_BY_SIDE, *quick, *(session.posargs or ["tests"]), env=ONE_THREAD)


@nox.session(default=False)
def full(session: nox.Session) -> None:
    """Run every test, the lessons and the benchmarks. It needs Chromium and Node."""
    session.install("-e", ".[test]")
    session.run("pytest", *SIDE_BY_SIDE, "-m", "not benchmark", *session.posargs, env=ONE_THREAD)
    session.run("pytest", "-m", "benchmark", "tests/benchmarks", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting, and the repository against the guidelines of Scientific Python."""
    session.install("-e", ".[test]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("repo-review", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the type hints."""
    session.install("-e", ".[test]")
    session.run("mypy")


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
def newest(session: nox.Session) -> None:
    """Run the tests without browser with the newest version of every dependency."""
    session.install("--upgrade", ".[test]")
    session.run("pytest", *SIDE_BY_SIDE, *WITHOUT_BROWSER, *session.posargs, env=ONE_THREAD)


if __name__ == "__main__":
    nox.main()
