"""One JupyterLab, one browser and one tab for all tests of this folder; each test file opens the notebooks it needs."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import chromium, jupyterlab, notebooks


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with jupyterlab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture(scope="module")
def open_notebook(lab):
    with notebooks(lab) as open_notebook:
        yield open_notebook


@pytest.fixture(scope="module")
def browser():
    """A browser of its own for each file that needs no JupyterLab."""
    with chromium() as browser:
        yield browser
