"""The picture that moves shows, at the time of each state, what the still picture of that state shows."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import numpy as np
import pytest

from fewidgets.authoring.moving_picture import (
    BACK,
    FEATURES,
    REST,
    STATES,
    STEP,
    WORDS,
    draw_moving_picture,
    moving_svg,
)
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.still.svg_picture import still_svg

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
LARGEST = 150_000


def parsed(svg):
    return fromstring(re.sub("fewidgets-still-[0-9a-f]{8}", "fewidgets-still", svg.replace(NAMESPACE, "")))


def at(node, time):
    """Return an element as it is at a time, from 0 to 1, without its animations; None if it is hidden."""
    shown = Element(node.tag, node.attrib)
    shown.text = node.text
    for child in node:
        if child.tag == "animate":
            times = np.array(child.get("keyTimes").split(";"), dtype=float)
            place = int(np.searchsorted(times, time + 1e-3)) - 1
            shown.set(child.get("attributeName"), child.get("values").split(";")[place])
        elif (moved := at(child, time)) is not None:
            shown.append(moved)
    if shown.attrib.pop("visibility", "visible") == "hidden":
        return None
    return shown


def body(root, name):
    return next(node for node in root if node.get("class") == name)


@pytest.mark.parametrize("name", ["LambdaSlider", "BoostingStepper", "FittingRace"])
def test_each_state_is_its_still_picture(name):
    w = EXPLORABLES[name].example()
    control = "lam" if name == "LambdaSlider" else "round"
    states = [{**w.state, control: value} for value in (0, 1, 2, 4)]
    scene = replace(w.scene, caption="")
    root = parsed(moving_svg(scene, states, "light"))
    total = 2 * REST + 3 * STEP + BACK
    for k, state in enumerate(states):
        still = parsed(still_svg(scene, **state))[-1]
        (moment,) = at(body(root, "moving"), (REST + k * STEP) / total)
        assert tostring(moment) == tostring(still), k


def test_the_repository_has_the_pictures_of_today(tmp_path):
    light, dark = draw_moving_picture(tmp_path, ("light", "dark"))
    images = Path(__file__).resolve().parents[2] / "notebooks/images"
    for path in (light, dark):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) <= LARGEST
        assert text == (images / path.name).read_text(encoding="utf-8"), "run: fewidgets gallery LambdaSlider"
    assert light.read_text() != dark.read_text()


def test_without_motion_one_state_is_seen_whole(tmp_path):
    (path,) = draw_moving_picture(tmp_path, ("light",))
    root = parsed(path.read_text(encoding="utf-8"))
    assert root.get("aria-label") == root.find("title").text == WORDS
    assert "prefers-reduced-motion" in root.find("style").text
    rest = body(root, "rest")
    assert not list(rest.iter("animate"))
    total = 2 * REST + (STATES - 1) * STEP + BACK
    moment = at(body(root, "moving"), (REST + STATES // 2 * STEP) / total)
    assert [node.text for node in moment.iter("text")] == [node.text for node in rest.iter("text")]
    assert {*FEATURES} <= {node.text for node in rest.iter("text")}
