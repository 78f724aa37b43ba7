import base64
import io
import re
import time
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Picture

from fewidgets.scene import (
    Bars,
    Dots,
    Image,
    Line,
    Panel,
    Path,
    Readout,
    Scene,
    Stepper,
    Table,
    Text,
)
from fewidgets.scene.palette import color_of
from fewidgets.scene.still.legend import legend_of
from fewidgets.scene.still.png import png_bytes
from fewidgets.scene.still.svg_picture import spoken, still_img, still_svg
from fewidgets.scene.still.svg_text import line_path
from tests.scene import fixtures
from tests.scene.pictures import all_marks_scene, boosting_scene, path_scene

SVG = "{http://www.w3.org/2000/svg}"
SCENES = [
    (path_scene, {"lam": 0.7}),
    (path_scene, {"feature": "RM"}),
    (boosting_scene, {"round": 2}),
    (all_marks_scene, {}),
    (fixtures.slider_scene, {"lam": 1.25}),
    (fixtures.two_controls_scene, {}),
    (fixtures.compute_scene, {"block": (1, 2), "stage": "scaled"}),
]
scenes = pytest.mark.parametrize(("scene", "state"), SCENES)
HOSTILE = "<b> & $x^2$ “quotes\" ' 漢字 العربية 😀 ]]> <!-- </svg><script>alert(1)</script>"


def parsed(*args, **options):
    return ElementTree.fromstring(still_svg(*args, **options))


def texts_of(picture):
    """All texts, without the isolates around right-to-left words."""
    return [re.sub("[\u2068\u2069]", "", text.text) for text in picture.iter(f"{SVG}text")]


def paths_of(picture, **attributes):
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return [node.get("d") for node in picture.iter(f"{SVG}path") if wanted.items() <= node.attrib.items()]


def corners(path):
    """The corners of each piece of a path of M, L, l, H, h, V, v and z."""
    pieces = []
    for command, rest in re.findall(r"([MLlHhVvz])([^MLlHhVvz]*)", path):
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.\d+|\.\d+|\d+)", rest)]
        if command == "M":
            pieces.append([tuple(numbers)])
            continue
        x, y = pieces[-1][-1] if pieces[-1] else (0.0, 0.0)
        if command in "Ll":
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = (x + dx, y + dy) if command == "l" else (dx, dy)
                pieces[-1].append((x, y))
        elif command in "HhVv":
            (along,) = numbers
            x += along if command == "h" else along - x if command == "H" else 0
            y += along if command == "v" else along - y if command == "V" else 0
            pieces[-1].append((x, y))
    return [np.array(piece) for piece in pieces]


# The file


@scenes
def test_it_is_an_accessible_image_that_asks_for_nothing(scene, state):
    text = still_svg(scene(), **state)
    assert text == still_svg(scene(), **state)
    picture = ElementTree.fromstring(text)
    assert picture.tag == f"{SVG}svg"
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == spoken(scene().title, scene().caption_at(**state))
    assert picture[0].text == " ".join(scene().title.split())
    assert picture[1].text == scene().caption_at(**state)
    for node in picture.iter():
        assert node.tag.removeprefix(SVG) not in {"script", "style", "foreignObject", "a", "use"}
        assert "style" not in node.attrib
        assert not [name for name in node.attrib if name.startswith("on")]
        assert node.get("href", "data:").startswith("data:image/png;base64,") or "href" not in node.attrib
        assert "NaN" not in str(node.attrib)
        assert "nan" not in node.get("d", "")
        assert "inf" not in node.get("d", "")


@scenes
def test_all_texts_are_there(scene, state):
    made = scene()
    written = texts_of(parsed(made, **state))
    joined = " ".join(written)
    assert made.title in joined
    assert made.caption_at(**state) in joined
    for readout in made.readouts:
        assert {readout.label, readout.at(made.state(**state))} <= set(written)
    for panel in made.panels:
        assert panel.title in joined
        assert panel.bars is None or set(panel.bars.names) <= set(written)
        assert {entry.text for entry in legend_of(panel, made.state(**state))} <= set(written)


def test_hostile_texts_are_texts():
    scene = Scene(HOSTILE, [Panel(HOSTILE, [Text(0.5, 0.5, HOSTILE)])], readouts=[Readout(HOSTILE, HOSTILE)], caption=HOSTILE)
    picture = parsed(scene)
    assert not [node for node in picture.iter() if node.tag in (f"{SVG}script", f"{SVG}b")]
    assert picture[1].text == HOSTILE
    written = [text.text for text in picture.iter(f"{SVG}text")]
    assert HOSTILE.replace("العربية", "\u2068العربية\u2069") in written, "Arabic does not reorder what stands beside it"
    image = still_img(scene)
    assert image.count("<") == image.count(">") == 1


@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=60),
    st.lists(st.one_of(st.floats(-1e12, 1e12).map(lambda value: round(value, 6)), st.just(np.nan)), min_size=1, max_size=12),
    st.lists(st.text(max_size=20), min_size=2, max_size=12, unique=True),
)
def test_random_scenes_are_well_formed(title, values, names):
    values = np.array((values * len(names))[: len(names)])
    step = Stepper("step", len(names))
    x = np.arange(len(names))
    scene = Scene(
        title,
        [
            Panel(title, [Bars(names, values)]),
            Panel("p", [Line(x, values, label=names[0]), Dots(x, values, labels=names, at=step), Path(x, values)], column=1),
            Panel("t", [Table(names[:2], [[values[0], names[0]]])], row=1),
        ],
        [step],
        caption=title,
    )
    text = still_svg(scene, step=len(names) - 1)
    ElementTree.fromstring(text)
    assert "nan" not in text.replace(title, "").lower() or "nan" in "".join(names).lower()
    assert text.encode("utf-8")


# What is drawn


def test_bars_are_as_long_as_their_values_and_stand_at_their_names_and_dots_at_their_bars():
    names, values = ["one", "two", "three"], [1.0, -2.0, 3.0]
    marks = [Bars(names, values, color="accent"), Dots(values, [0, 1, 2])]
    picture = parsed(Scene("Three", [Panel("Values", marks)]))
    (boxes,) = [[corners(path)[0] for path in paths_of(picture, fill=color_of("accent", "light"))]]
    lengths = np.array([box[1, 0] - box[0, 0] for box in boxes])
    np.testing.assert_allclose(lengths / lengths.max(), np.abs(values) / 3.0, atol=0.005)
    places = {text.text: float(text.get("y")) for text in picture.iter(f"{SVG}text") if text.text in names}
    offsets = [box[:, 1].mean() - places[name] for box, name in zip(boxes, names, strict=True)]
    assert max(offsets) - min(offsets) < 0.2
    middles = [float(dot.get("cy")) for dot in picture.iter(f"{SVG}circle")]
    np.testing.assert_allclose(middles, [box[:, 1].mean() for box in boxes], atol=0.5)


def test_series_beyond_the_palette_are_dashed_and_a_picked_one_is_wider():
    picture = parsed(path_scene(), feature="RM")
    lines = [node for node in picture.iter(f"{SVG}path") if node.get("stroke-width") in ("2", "3.2")]
    assert [line.get("stroke-width") for line in lines].count("3.2") == 1
    assert any(line.get("stroke-dasharray") == "7 3" for line in lines)


def test_a_fine_image_is_reduced_and_a_coarse_one_keeps_its_pixels():
    rng = np.random.default_rng(0)
    fine = Image(rng.integers(0, 255, (1500, 2000, 3)))
    coarse = Image(rng.integers(0, 255, (9, 7)))
    picture = parsed(Scene("", [Panel("f", [fine]), Panel("c", [coarse], column=1)]))
    sizes = []
    for image in picture.iter(f"{SVG}image"):
        packed = base64.b64decode(image.get("href").partition(",")[2])
        sizes.append(Picture.open(io.BytesIO(packed)).size)
        assert image.get("image-rendering") == ("pixelated" if sizes[-1] == (7, 9) else None)
    assert sizes[1] == (7, 9)
    assert 300 <= sizes[0][0] <= 720
    assert 150 <= sizes[0][1] <= 500


def test_a_picture_of_many_points_stays_small_and_quick():
    many = np.random.default_rng(0).normal(size=20_000)
    scene = Scene("", [Panel("p", [Line(np.arange(20_000), many)]), Panel("d", [Dots(many, many[::-1])], column=1)])
    still_svg(scene)
    start = time.process_time()
    text = still_svg(scene)
    assert time.process_time() - start < 1.0
    assert len(text) < 150_000


# The parts


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 200)), min_size=1, max_size=60))
def test_a_line_keeps_its_shape(points):
    x, y = np.array(points).T
    (drawn,) = corners(line_path(x, y))
    assert np.abs(drawn[0] - points[0]).max() <= 0.06
    assert np.abs(drawn[-1] - points[-1]).max() <= 0.06
    if len(drawn) == 1:
        assert max(np.ptp(x), np.ptp(y)) <= 0.2
        return
    for left, top in points:
        assert min(distance((left, top), *ends) for ends in pairwise(drawn)) <= 0.6


def distance(point, start, end):
    """From a point to a segment."""
    point, start, along = np.array(point), np.array(start), np.array(end) - np.array(start)
    share = np.clip((point - start) @ along / max(along @ along, 1e-12), 0, 1)
    return float(np.hypot(*(point - start - share * along)))


def test_a_line_is_interrupted_where_a_point_is_missing():
    path = line_path(np.array([0, 1, np.nan, 3, 4.0]), np.array([0, 2, 1, np.inf, 5.0]))
    assert [piece.tolist() for piece in corners(path)] == [[[0, 0], [1, 2]], [[4, 5]]]
    assert line_path(np.array([np.nan]), np.array([1.0])) == ""


IMAGES = {
    "grey": np.dstack([np.arange(35, dtype=np.uint8).reshape(5, 7)] * 3 + [np.full((5, 7), 255, np.uint8)]),
    "few colours": np.random.default_rng(0).choice(np.array([[9, 8, 7, 255], [0, 0, 255, 0]], np.uint8), (6, 5)),
    "colours": np.dstack([np.random.default_rng(0).integers(0, 256, (40, 30, 3)), np.full((40, 30), 255)]).astype(np.uint8),
    "colours and gaps": np.random.default_rng(0).integers(0, 256, (40, 30, 4)).astype(np.uint8),
}


@pytest.mark.parametrize("name", IMAGES)
def test_a_png_has_every_pixel(name):
    pixels = IMAGES[name]
    read = Picture.open(io.BytesIO(png_bytes(pixels)))
    read.verify()
    read = np.asarray(Picture.open(io.BytesIO(png_bytes(pixels))).convert("RGBA"))
    assert np.array_equal(read, pixels)


def test_names_of_dots_that_have_no_room_side_by_side_are_tilted_and_apart():
    names = [f"a rather long name {n}" for n in range(9)]

    def turned(names):
        made = Scene("t", [Panel("p", [Dots(np.arange(len(names)), np.zeros(len(names)), labels=names)])])
        texts = [text for text in parsed(made).iter(f"{SVG}text") if "rotate(-35)" in text.get("transform", "")]
        return [float(re.search(r"translate\(([-.0-9]+)", text.get("transform"))[1]) for text in texts], texts

    lefts, texts = turned(names)
    assert 3 <= len(texts) <= 9
    assert all(text.text in names or "…" in text.text for text in texts)
    # Tilted by 35°, two lines are as far apart as the sine of their places' distance.
    assert min(b - a for a, b in pairwise(sorted(lefts))) * np.sin(np.radians(35)) >= 9.5
    assert turned(["a", "b", "c"])[1] == [], "short ones stay level"


@pytest.mark.parametrize("height", [120, 200])
def test_a_table_says_how_many_rows_do_not_fit(height):
    rows = [[f"row {n}", n] for n in range(40)]
    texts = texts_of(parsed(Scene("t", [Panel("p", [Table(["Name", "Number"], rows)], height=height)])))
    [more] = [text for text in texts if text.startswith("… ")]
    shown = [text for text in texts if text.startswith("row ")]
    assert 0 < len(shown) < 40
    assert more == f"… {40 - len(shown)} more"
