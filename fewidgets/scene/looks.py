"""How the styles of a mark differ without colour: dots by their shape, texts by the kind of their line."""

from __future__ import annotations

from collections.abc import Sequence

from fewidgets.scene.marks import Style
from fewidgets.scene.palette import palette


def shape_of(styles: Sequence[Style], k: int) -> str:
    """Return the shape of the dots with the k-th style of a mark: its own, or the k-th of the palette.

    Examples
    --------
    >>> styles = [Style("in both"), Style("in one"), Style("in none", shape="circle")]
    >>> [shape_of(styles, k) for k in range(3)]
    ['circle', 'square', 'circle']
    """
    shapes = palette()["shapes"]
    return styles[k].shape or shapes[k % len(shapes)]


def underline_of(styles: Sequence[Style], k: int) -> str:
    """Return the kind of line under, or through, text with the k-th style: the next kind for each style with the same look.

    Examples
    --------
    >>> styles = [Style(""), Style("word", look="lit"), Style("stop word", look="struck"), Style("number", look="lit")]
    >>> [underline_of(styles, k) for k in (1, 2, 3)]
    ['solid', 'solid', 'dashed']
    """
    kinds = palette()["underlines"]
    return kinds[sum(style.look == styles[k].look for style in styles[:k]) % len(kinds)]
