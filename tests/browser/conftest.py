"""One JupyterLab, one browser and one tab for all tests of this folder; each test file opens the notebooks it needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.jupyter import CURE, Lab, find_chromium, jupyter_server, launch


@pytest.fixture(scope="package")
def browser():
    if find_chromium() is None:
        pytest.skip(CURE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lab(browser, tmp_path_factory):
    with jupyter_server(tmp_path_factory.mktemp("lab")) as (address, root):
        lab = Lab(browser, address, root)
        yield lab
        lab.close()


@pytest.fixture(scope="module")
def open_notebook(lab):
    opened = []

    def open_notebook(name: str, *cells: str):
        opened.append(lab.open(name, cells))
        return opened[-1]

    yield open_notebook
    for notebook in opened:
        notebook.close()
