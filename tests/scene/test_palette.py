"""Colours can be read and told apart, computed by WCAG 2.2's contrast and a simulation of red-green blindness."""

from itertools import combinations

import numpy as np
import pytest

from fewidgets.scene.palette import color_of, dash_of, palette, ramp_color

THEMES = ("light", "dark")

# Viénot, Brettel & Mollon 1999, on linear RGB.
BLINDNESS = {
    "protanopia": np.array([[0.11238, 0.88762, 0.0], [0.11238, 0.88762, -0.0], [0.00401, -0.00401, 1.0]]),
    "deuteranopia": np.array([[0.29275, 0.70725, 0.0], [0.29275, 0.70725, -0.0], [-0.02234, 0.02234, 1.0]]),
}


def linear(color):
    parts = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    low, high = sorted(float(linear(color) @ [0.2126, 0.7152, 0.0722]) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ np.clip(rgb, 0, 1)
    f = np.where((t := xyz / [0.9505, 1.0, 1.089]) > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one, other, matrix):
    return float(np.linalg.norm(lab(matrix @ linear(one)) - lab(matrix @ linear(other))))


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme):
    colors = palette(theme)
    for name in ("ink", "muted"):
        assert contrast(colors[name], colors["background"]) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out_from_the_background(theme):
    colors = palette(theme)
    for name in ("primary", "accent", "positive", "quiet"):
        assert contrast(colors[name], colors["background"]) >= 3, name
    for color in colors["series"]:
        assert contrast(color, colors["background"]) >= 3, color


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_neighbours_can_be_told_apart_without_red_or_green(theme, blindness):
    """Only neighbours: eight colours cannot all differ for everyone, so lines also carry labels, bars names, styles glyphs."""
    series = palette(theme)["series"]
    for one, other in zip(series, [*series[1:], series[0]], strict=True):
        assert difference(one, other, BLINDNESS[blindness]) >= 20, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_meanings_can_be_told_apart_without_red_or_green(theme, blindness):
    for one, other in combinations(("primary", "accent", "positive", "quiet"), 2):
        apart = difference(color_of(one, theme), color_of(other, theme), BLINDNESS[blindness])
        assert apart >= 10, (one, other, apart)


@pytest.mark.parametrize("theme", THEMES)
def test_the_ramp_goes_one_way_and_stands_out_everywhere(theme):
    """From first to last it only moves away from the background, so that its order is seen without any hue."""
    background = palette(theme)["background"]
    contrasts = [contrast(ramp_color(share, theme), background) for share in np.linspace(0, 1, 41)]
    assert min(contrasts) >= 3
    assert np.all(np.diff(contrasts) > 0)
    assert contrasts[-1] > 3 * contrasts[0]


def test_numbers_go_round_with_the_next_dash():
    count, dashes = len(palette()["series"]), palette()["dashes"]
    assert [dash_of(k * count, None) for k in range(len(dashes))] == dashes
    assert (dash_of("primary", None), dash_of(0, 2)) == ("", dashes[2])
    looks = {(color_of(k, "light"), dash_of(k, None)) for k in range(count * len(dashes))}
    assert len(looks) == count * len(dashes)
