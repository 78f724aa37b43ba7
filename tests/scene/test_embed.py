"""A page in a frame: the frame cannot reach the notebook, and the page inside is the saved page, letter by letter."""

from html.parser import HTMLParser

import pytest

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Line, Panel, Scene, Stepper, TextArea
from fewidgets.scene.page.embed import embed_scene, estimated_height
from fewidgets.scene.page.page import page_html

STEP = Stepper("step", 3)
EVIL = "\"></iframe><script>alert(1)</script> ' & λ"


def scene(text="plain", panels=1, *more):
    return Scene(
        text,
        [Panel("Data", [Line([0, 1, 2], [1, 2, 3], upto=STEP)], row=row) for row in range(panels)],
        [STEP, *more],
        [],
        text,
    )


def frame(text):
    """Return the attributes of the only element, and the text inside."""
    tags, inside = [], []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: tags.append((tag, dict(attributes)))
    parser.handle_data = inside.append
    parser.feed(text)
    [(tag, attributes)] = tags
    assert tag == "iframe"
    return attributes, "".join(inside)


@pytest.mark.parametrize("text", ["plain", EVIL])
def test_the_frame_holds_the_page_and_nothing_escapes_from_it(text):
    embedded = embed_scene(scene(text), state={"step": 2})
    attributes, inside = frame(embedded._repr_html_())
    assert attributes["srcdoc"] == page_html(scene(text), state={"step": 2})
    assert attributes["title"] == embedded.title
    assert embedded.caption in inside
    assert str(embedded) == embedded.html
    assert repr(embedded) == f"{embedded.title}: {embedded.caption}"


def test_the_height_is_given_or_grows_with_what_is_shown():
    assert frame(embed_scene(scene(), height=321).html)[0]["height"] == "321"
    one, two = estimated_height(scene()), estimated_height(scene(panels=2))
    assert one < two
    assert two < estimated_height(scene("plain", 2, TextArea("text", rows=6)))


def test_an_explorable_is_embedded_in_its_present_state():
    w = examples()["boosting_stepper"]()
    w.round = 4
    embedded = w.embed()
    assert embedded.caption == w.caption
    assert frame(embedded.html)[0]["srcdoc"] == page_html(w.scene, state=w.state)
    assert w.embed(height=600).height == 600
