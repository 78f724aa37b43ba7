"""Points and counts as the state of an explorable: set from Python, sent by a browser, refused, saved and shown."""

import numpy as np
import pytest

from fewidgets.scene.page.encode import encode_state
from tests.browser.handwork import DAYS, PEOPLE, Handwork


@pytest.fixture
def w():
    return Handwork()


def ask(w, **values):
    """Answer a request as a browser sends it, with the arrays as buffers."""
    asked, buffers = {}, []
    for name, value in values.items():
        encoded = encode_state(value)
        buffers.append(bytes(encoded.pop("data")))
        asked[name] = {**encoded, "buffer": len(buffers) - 1}
    w.answer_request(w, {"ask": asked, "serial": "a-1"}, buffers)


def test_a_whole_array_is_set_from_python_and_changes_the_picture(w):
    moved = np.array(PEOPLE)
    moved[0] = 9, 9
    w.people = moved
    moved[0] = 0
    assert w.people[0].tolist() == [9, 9]
    assert w.caption == "The mean is at 6.00, 7.25."
    with pytest.raises(ValueError, match="read-only"):
        w.people[0] = 1
    w.days = np.array(DAYS)[::-1]
    assert w.days.sum() == np.sum(DAYS)


def test_a_browser_moves_both_and_a_wrong_value_is_explained(w):
    moved, days = np.array(PEOPLE), np.array(DAYS)
    moved[1, 0], days[0, 0], days[1, 1] = 1 / 3, 7, 10
    ask(w, people=moved, days=days.astype(np.int32))
    assert w.people[1, 0] == 1 / 3, "with all its digits"
    assert w.days[1, 1] == 10
    assert w.message == ""
    ask(w, people=moved + 100)
    assert w.message.startswith("people must have x from 0 to 10 in each row; got 102 in row 0 ('Ann')")
    assert w.people[1, 0] == 1 / 3
    ask(w, days=np.zeros((3, 4), dtype=np.int32))
    assert w.message.startswith("days must add up to 81")
    ask(w, days=days.astype(np.int32))
    assert w.message == ""


def test_a_state_can_be_given_at_the_start():
    w = Handwork(days=DAYS, people=PEOPLE)
    again = Handwork(people=PEOPLE, ages=[[30, 0], [500, 1], [64, 2]])
    assert again.ages[1, 0] == 500
    assert again.scene.readouts[1].value == 500
    assert w.ages[1, 0] == 41
    with pytest.raises(ValueError, match="ages must have x from 0 to 1000 in each row; got 5000"):
        Handwork(ages=[[30, 0], [5000, 1], [64, 2]])
