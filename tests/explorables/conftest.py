import ipywidgets
import pytest


@pytest.fixture(autouse=True)
def _close_widgets():
    """Leave no widget open: each keeps itself alive."""
    yield
    ipywidgets.Widget.close_all()
