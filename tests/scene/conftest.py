from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def fixtures():
    """The module of scenes and cases beside this file."""
    spec = spec_from_file_location("scene_fixtures", Path(__file__).with_name("fixtures.py"))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
