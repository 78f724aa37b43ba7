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
    AudioPlayer,
    Bars,
    Canvas,
    Contours,
    Dots,
    Drawing,
    Frames,
    Handle,
    Image,
    Line,
    Panel,
    Path,
    Pick,
    Point,
    Readout,
    Scene,
    Slider,
    Stepper,
    Style,
    Table,
    Text,
    Tokens,
)
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.png import png_bytes
from fewidgets.scene.svg_still import spoken, still_img, still_svg
from fewidgets.scene.svg_text import apart, dots_path, line_path, number
from tests.scene import fixtures
from tests.scene.pictures import NAMES, all_marks_scene, boosting_scene, path_scene

SVG = "{http://www.w3.org/2000/svg}"
SCENES = [
    (path_scene, {"lam": 0.7}),
    (path_scene, {"feature": "RM"}),
    (boosting_scene, {"round": 2}),
    (all_marks_scene, {}),
    (fixtures.slider_scene, {"lam": 1.25}),
    (fixtures.stepper_scene, {"round": 2}),
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
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_an_accessible_image_that_asks_for_nothing(scene, state, theme):
    text = still_svg(scene(), theme=theme, **state)
    assert text == still_svg(scene(), theme=theme, **state)
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
    background = next(node for node in picture.iter(f"{SVG}path"))
    assert background.get("fill") == palette(theme)["background"]


def test_names_within_it_differ_between_pictures():
    names = [
        set(re.findall(r' id="([^"]+)"', still_svg(scene(), theme=theme, **state)))
        for scene, state in SCENES
        for theme in ("light", "dark")
    ]
    assert all(names[: len(names) - 2])
    assert len(set.union(*names)) == sum(map(len, names))
    text = still_svg(path_scene())
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(re.findall(r' id="([^"]+)"', text))


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
        for style in (style for mark in panel.marks for style in getattr(mark, "styles", ()) if style.label):
            assert f"{style.glyph} {style.label}".strip() in written


def test_hostile_texts_are_texts():
    scene = Scene(
        HOSTILE,
        [
            Panel(HOSTILE, [Bars([HOSTILE, "b"], [1.0, 2.0], style=[0, 1], styles=[Style(HOSTILE), Style("&")])], x=HOSTILE),
            Panel("table", [Table([HOSTILE], [[HOSTILE]])], column=1),
            Panel("tokens", [Tokens([(HOSTILE, 0)], [Style("<i>", look="lit")])], row=1),
            Panel("text", [Text(0.5, 0.5, HOSTILE), Line([0, 1], [0, 1], label=HOSTILE, key="<k>")], row=1, column=1),
        ],
        readouts=[Readout(HOSTILE, HOSTILE)],
        caption=HOSTILE,
    )
    picture = parsed(scene)
    assert not list(picture.iter(f"{SVG}script"))
    assert not list(picture.iter(f"{SVG}b"))
    assert picture[1].text == HOSTILE
    assert HOSTILE in texts_of(picture)
    written = [text.text for text in picture.iter(f"{SVG}text")]
    assert HOSTILE.replace("العربية", "\u2068العربية\u2069") in written, "Arabic does not reorder what stands beside it"
    image = still_img(scene)
    assert image.count("<") == image.count(">") == 1


@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=60),
    st.lists(st.one_of(st.floats(-1e12, 1e12).map(lambda value: round(value, 6)), st.just(np.nan)), min_size=1, max_size=12),
    st.lists(st.text(max_size=20), min_size=2, max_size=12, unique=True),
    st.sampled_from(["light", "dark"]),
    st.floats(200, 1200),
)
def test_random_scenes_are_well_formed(title, values, names, theme, width):
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
    text = still_svg(scene, theme=theme, width=width, step=len(names) - 1)
    ElementTree.fromstring(text)
    assert "nan" not in text.replace(title, "").lower() or "nan" in "".join(names).lower()
    assert text.encode("utf-8")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"width": 0}, ValueError, "width must be a positive number; got 0"),
        ({"theme": "sepia"}, ValueError, "theme must be .*; got 'sepia'"),
        ({"round": 3}, ValueError, "round must be .*; got 3"),
        ({"step": 1}, TypeError, "no control 'step'"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        still_svg(boosting_scene(), **options)


def test_the_image_says_what_it_shows():
    image = ElementTree.fromstring(still_img(boosting_scene(), round=1).replace(">", "/>"))
    assert image.get("alt") == "Boosting: one feature per round. ZN came first."
    start, _, packed = image.get("src").partition(",")
    assert start == "data:image/svg+xml;base64"
    assert base64.b64decode(packed).decode("utf-8") == still_svg(boosting_scene(), round=1)


def test_an_empty_scene_is_a_picture():
    picture = parsed(Scene("", []))
    assert picture.get("aria-label") is None
    assert picture.get("width") == "960"


# What is drawn


@pytest.mark.parametrize("lam", [0.0, 0.25, 2.0])
def test_bars_are_as_long_as_their_values(lam):
    picture = parsed(path_scene(), lam=lam)
    weights = path_scene().panels[0].marks[0].values.at(path_scene().state(lam=lam))
    lengths = {}
    for color in {color_of(j) for j in range(13)}:
        for path in paths_of(picture, fill=color):
            for box in corners(path):
                lengths[float(box[0, 1])] = float(box[1, 0] - box[0, 0])
    measured = np.array([lengths[top] for top in sorted(lengths)])
    np.testing.assert_allclose(measured / measured.max(), np.abs(weights) / np.abs(weights).max(), atol=0.005)


def test_a_line_is_drawn_as_far_as_its_step():
    for step, corners_of_line in enumerate((1, 2, 3)):
        (path,) = paths_of(parsed(boosting_scene(), round=step), stroke=color_of("primary"), stroke_width="2")
        assert len(corners(path)[0]) == corners_of_line


def test_series_beyond_the_palette_are_dashed_and_a_picked_one_is_wider():
    picture = parsed(path_scene(), feature="RM")
    lines = [node for node in picture.iter(f"{SVG}path") if node.get("stroke-width") in ("2", "3.2")]
    assert [line.get("stroke-width") for line in lines].count("3.2") == 1
    assert any(line.get("stroke-dasharray") == "7 3" for line in lines)
    bold = [t.text for g in picture.iter(f"{SVG}g") if g.get("font-weight") == "bold" for t in g.iter(f"{SVG}text")]
    assert bold.count("RM") == 2
    assert "AGE" not in bold


def test_marks_that_can_be_moved_are_shown():
    point = Point("start", (-1, 1), (0, 4), (0.5, 2.0))
    drawing = Drawing("ink", 4, 4)
    ink = np.zeros((4, 4), np.uint8)
    ink[1, 2] = 200
    sound = AudioPlayer(np.zeros(4000), 8000, "a tone")
    scene = Scene(
        "t", [Panel("p", [Handle(point, "start")]), Panel("d", [Canvas(drawing), sound], column=1)], [point, drawing]
    )
    picture = parsed(scene, ink=ink)
    assert {"start", "♪ a tone, 0.5 s"} <= set(texts_of(picture))
    assert [node.get("r") for node in picture.iter(f"{SVG}circle")] == ["7"]
    (image,) = picture.iter(f"{SVG}image")
    packed = base64.b64decode(image.get("href").partition(",")[2])
    assert np.array_equal(np.asarray(Picture.open(io.BytesIO(packed)).convert("L")), ink)


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


def test_contours_are_drawn_level_by_level():
    x = [0.0, 1.0, np.nan, 0.2, 0.8]
    (panel,) = [Panel("p", [Contours(x, x, [2, 3], color="ramp")])]
    widths = [node.get("stroke-width") for node in parsed(Scene("", [panel])).iter(f"{SVG}path") if node.get("stroke-opacity")]
    assert widths == ["1.5", ".5"]


def test_frames_of_a_thousand_points_stay_small_and_quick():
    rng = np.random.default_rng(0)
    many = rng.normal(size=20_000)
    lam = Slider("lam", values=[0.0, 1.0])
    pick = Pick("feature", options=NAMES)
    lines = [Line(np.arange(20_000), Frames([many, -many], lam), key=NAMES[0]), Dots(many, many[::-1])]
    scene = Scene("", [Panel("p", lines[:1]), Panel("d", lines[1:], column=1)], [lam, pick])
    still_svg(scene)
    start = time.process_time()
    text = still_svg(scene, lam=0.5)
    assert time.process_time() - start < 1.0
    assert len(text) < 150_000


# The parts


@given(st.floats(-1e5, 1e5))
def test_numbers_have_one_decimal(value):
    assert abs(float(number(value)) - value) <= 0.0501
    assert len(number(value).lstrip("-").partition(".")[2]) <= 1


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


def test_a_long_noisy_line_keeps_its_highest_and_lowest_points():
    rng = np.random.default_rng(1)
    x, y = np.linspace(0, 400, 50_000), rng.normal(100, 20, 50_000)
    (drawn,) = corners(line_path(x, y))
    assert len(drawn) < 2_000
    assert drawn[:, 1].max() == pytest.approx(y.max(), abs=0.06)
    assert drawn[:, 1].min() == pytest.approx(y.min(), abs=0.06)
    for left in (50, 200, 333):
        near = np.abs(x - left) < 2
        shown = np.abs(drawn[:, 0] - left) < 3
        assert np.ptp(drawn[shown, 1]) >= np.ptp(y[near]) - 0.2


def test_dots_upon_each_other_are_drawn_once():
    x = np.repeat([10.0, 20.0, np.nan], 1000)
    assert dots_path(*apart(x, x, 1.0)) == "M10 10h0M20 20h0"


IMAGES = {
    "grey": np.dstack([np.arange(35, dtype=np.uint8).reshape(5, 7)] * 3 + [np.full((5, 7), 255, np.uint8)]),
    "few colours": np.random.default_rng(0).choice(np.array([[9, 8, 7, 255], [0, 0, 255, 0]], np.uint8), (6, 5)),
    "colours": np.dstack([np.random.default_rng(0).integers(0, 256, (40, 30, 3)), np.full((40, 30), 255)]).astype(np.uint8),
    "colours and gaps": np.random.default_rng(0).integers(0, 256, (40, 30, 4)).astype(np.uint8),
    "one pixel": np.full((1, 1, 4), 255, np.uint8),
}


@pytest.mark.parametrize("name", IMAGES)
def test_a_png_has_every_pixel(name):
    pixels = IMAGES[name]
    read = Picture.open(io.BytesIO(png_bytes(pixels)))
    read.verify()
    read = np.asarray(Picture.open(io.BytesIO(png_bytes(pixels))).convert("RGBA"))
    assert np.array_equal(read, pixels)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_of_dots_that_have_no_room_side_by_side_are_tilted_and_apart(theme):
    names = [f"a rather long name {n}" for n in range(9)]

    def turned(names):
        made = Scene("t", [Panel("p", [Dots(np.arange(len(names)), np.zeros(len(names)), labels=names)])])
        texts = [text for text in parsed(made, theme=theme).iter(f"{SVG}text") if "rotate(-35)" in text.get("transform", "")]
        return [float(re.search(r"translate\(([-.0-9]+)", text.get("transform"))[1]) for text in texts], texts

    lefts, texts = turned(names)
    assert 3 <= len(texts) <= 9
    assert all(text.text in names or "…" in text.text for text in texts)
    # Tilted by 35°, two lines are as far apart as the sine of their places' distance.
    assert min(b - a for a, b in pairwise(sorted(lefts))) * np.sin(np.radians(35)) >= 9.5
    assert turned(["a", "b", "c"])[1] == [], "short ones stay level"


def test_a_bar_stands_at_its_name():
    svg = still_svg(Scene("Three", [Panel("Values", [Bars(["one", "two", "three"], [1.0, 2.0, 3.0], color="accent")])]))
    color = palette("light")["accent"]
    bars = [(float(top), float(high)) for top, high in re.findall(rf'fill="{color}" d="M\S+ (\S+?)h\S+?v([\d.]+)h', svg)]
    names = [float(re.search(rf'y="([\d.]+)">{name}<', svg)[1]) for name in ("one", "two", "three")]
    offsets = [top + high / 2 - name for (top, high), name in zip(bars, names, strict=True)]
    assert max(offsets) - min(offsets) < 0.2
