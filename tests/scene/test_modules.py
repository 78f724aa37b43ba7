"""A scene says which modules it needs, and a page has these and no others."""

import pytest

import fewidgets
from fewidgets.exercises.predicting import OneOf
from fewidgets.scene import Image, Line, Panel, Scene
from fewidgets.scene.page.encode import encode
from fewidgets.scene.page.modules import modules_in
from fewidgets.scene.page.page import page_html

#: A line that only this module has.
SIGNS = {"predictions": "Show me without predicting", "marks": "function marks(kit)", "answers": "function answers(kit)"}
PLAIN = Scene("plain", [Panel("line", [Line([0, 1], [1, 2])])])
PICTURE = Scene("picture", [Panel("image", [Image([[0, 255], [255, 0]])])])


def asking(then=None):
    kind = OneOf({"yes": "It does.", "no": "It does."}, right="yes")
    return fewidgets.Prediction("Does it?", kind, name="9.6 modules", then=then)


@pytest.mark.parametrize(
    ("scene", "needed"),
    [
        (PLAIN, []),
        (PICTURE, ["marks"]),
        (asking().page_scene(), ["predictions"]),
        (asking(fewidgets.BoostingStepper.example()).page_scene(), ["predictions"]),
        (asking(fewidgets.SpamViewer.example()).page_scene(), ["predictions", "marks", "answers"]),
    ],
    ids=["plain", "picture", "question", "question before bars", "question before a text"],
)
def test_a_page_has_the_modules_that_it_needs(scene, needed):
    assert modules_in(encode(scene)) == needed
    text = page_html(scene)
    assert {name for name, sign in SIGNS.items() if sign in text} == set(needed)
    assert len(text.encode()) < 250_000
