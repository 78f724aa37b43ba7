"""A student presses Shift+Enter through a lesson: each question is in sight, and nothing answers it before a commit."""

import pytest

from fewidgets.lessons.copies import deliver
from tests.browser.jupyter import Lab
from tests.browser.student_walk import SCREEN, walks
from tests.lessons.lesson import NAMES

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_every_question_is_in_sight_and_waits(lab):
    """For three lessons; ``python -m tests.browser.student_walk`` walks through all."""
    deliver(lab.root / "lessons")
    tab = Lab(lab.browser, lab.address, lab.root, viewport=SCREEN)
    try:
        assert not [found for found in walks(tab, NAMES[1::6]) if not found.fine]
    finally:
        tab.close()
