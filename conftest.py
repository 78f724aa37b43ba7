"""Settings of the whole test run, of the lessons under ``notebooks/`` as well as of ``tests/``.

- nbval compares the text of a lesson's outputs, since only text is stored (see ``fewidgets/authoring/notebook_format.py``).
- Cells tagged ``needs-NAME`` are skipped, with a reason and its cure, where the data set NAME cannot be had.
- Unsolved exercises in ``notebooks/exercises`` are not run: they are meant to fail until a student has solved them.
- Lessons run as for somebody who has predicted nothing, whatever has been predicted in ``notebooks/``.
- With ``FEWIDGETS_NO_SKIPS=1`` in the environment, a skipped test makes the run fail. CI sets it.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from fewidgets.authoring.notebook_format import needed_data
from fewidgets.data import FetchError, is_available
from fewidgets.data.download import ChecksumError, local_paths

NO_SKIPS = os.environ.get("FEWIDGETS_NO_SKIPS", "") not in ("", "0")

# Time is measured in benchmarks alone: on a busy machine a case may take long, and that is no fault.
settings.register_profile("patient", deadline=None)
# A run that must pass draws the same cases each time, so that a failure can be repeated and does not depend on chance.
settings.register_profile("fixed", settings.get_profile("patient"), derandomize=True, database=None)
settings.load_profile("fixed" if NO_SKIPS else "patient")


class AllButText:
    """The output fields that nbval leaves out: its own, and every form of an output that is not plain text."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        self.fields = fields

    def __contains__(self, field: str) -> bool:
        return field in self.fields or ("/" in field and field != "text/plain")


def pytest_configure(config: pytest.Config) -> None:
    """Let the kernel that lessons name, "python3", be this very Python, whatever else is installed on the machine."""
    os.environ["FEWIDGETS_PREDICTIONS"] = os.devnull  # no prediction has been made, whatever stands beside the lessons
    if getattr(config.option, "nbval", False) and not config.option.nbval_kernel_name:
        config.option.nbval_current_env = True


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out unsolved exercises, and the copies that JupyterLab keeps."""
    if collection_path.suffix != ".ipynb":
        return None
    parts = collection_path.parts
    unsolved = "exercises" in parts and "notebooks" in parts
    return True if unsolved or ".ipynb_checkpoints" in parts else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let nbval compare only the text of outputs."""
    for item in items:
        lesson = item.parent
        skip_compare = getattr(lesson, "skip_compare", None)
        if hasattr(item, "cell") and isinstance(skip_compare, tuple):
            lesson.skip_compare = AllButText(skip_compare)
        if hasattr(item, "cell") and item.cell.cell_type == "code":
            item.cell.execution_count = 1  # the stored form has no counts, which nbval takes for cells that were never run


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a cell whose data cannot be had."""
    cell = getattr(item, "cell", None)
    if cell is None:
        return
    for name in needed_data(cell.metadata.get("tags", [])):
        reason = why_not_here(name)
        if reason:
            pytest.skip(reason)


def _skip_without_data() -> Generator[None, object, object]:
    """Skip a test whose data cannot be had: the message says why, and how to get them."""
    try:
        return (yield)
    except ChecksumError:
        raise  # the wrong file is a fault to be mended, not a reason to skip
    except FetchError as error:
        pytest.skip(str(error))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Skip a test that loads data which cannot be had."""
    return (yield from _skip_without_data())


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: object) -> Generator[None, object, object]:
    """Skip a test with a fixture that loads such data."""
    return (yield from _skip_without_data())


@cache
def why_not_here(name: str) -> str:
    """Return an empty text if a data set can be had, fetching it if need be; else the reason and its cure."""
    if is_available(name):
        return ""
    try:
        local_paths(name)
    except ChecksumError:
        raise  # the wrong file is a fault to be mended, not a reason to skip
    except FetchError as error:
        return f"{name} data are neither in FEWIDGETS_DATA nor cached, and cannot be downloaded: {error}"
    except ValueError:
        return f'the package with the {name} data is not installed: pip install "fewidgets[lab]"'
    return ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a run without failures has failed."""
    skipped = len(terminalreporter.stats.get("skipped", []))
    if NO_SKIPS and skipped:
        terminalreporter.section("nothing may be skipped here", red=True, bold=True)
        terminalreporter.line(f"{skipped} skipped (listed under SKIPPED), and FEWIDGETS_NO_SKIPS is set: the run has failed.")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run in which something was skipped, where nothing may be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if NO_SKIPS and exitstatus == pytest.ExitCode.OK and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
