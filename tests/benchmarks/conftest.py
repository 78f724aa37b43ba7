"""What the measurements share: a table that is printed, and one JupyterLab."""

from __future__ import annotations

import pytest

from tests.benchmarks.table import Table, keep_memory
from tests.browser.jupyter import jupyterlab, notebooks


@pytest.fixture(scope="module")
def table(request):
    keep_memory()
    table = Table()
    yield table
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n\n{table}\n")


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with jupyterlab(tmp_path_factory.mktemp("lab"), windows=True) as lab:
        yield lab


@pytest.fixture(scope="module")
def open_notebook(lab):
    with notebooks(lab) as open_notebook:
        yield open_notebook
