"""The index leads from every exercise of the chapter to a section that there is."""

import pytest

from fewidgets.authoring.exercise_map import PLACES
from tests.lessons.lesson import NOTEBOOKS, lesson


def test_every_exercise_of_the_chapter_has_a_place_in_its_order():
    numbers = list(dict.fromkeys(place.exercise for place in PLACES))
    assert numbers == [f"9.{number}" for number in range(1, 14)]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.exercise} in {place.lesson}")
def test_the_place_is_a_heading_of_a_lesson_and_the_index_links_to_it(place):
    assert place.heading in lesson(place.lesson.removesuffix(".ipynb")).headings
    index = (NOTEBOOKS / "index.ipynb").read_text(encoding="utf-8")
    assert f"| {place.exercise} | {place.asks} | [" in index
    assert f"]({place.link}) |" in index
