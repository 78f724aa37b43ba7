"""Two explorables of the same kind beside each other, from the first state in which they differ (section 9.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from fewidgets.explorables.framework.aliases import Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import Scene
from fewidgets.scene.controls.prediction import Ask
from fewidgets.scene.reveal import keepers
from fewidgets.scene.side_by_side.pair import Pair, joinable, paired, side_by_side
from fewidgets.scene.text.legible import label_of, must_be
from fewidgets.scene.types import Keywords, NameTuple, TwoTexts

if TYPE_CHECKING:
    from typing import Self

MOST_TITLE = 24  # characters of a title, which stands before the titles of all its panels
TITLES = ("Reference", "Yours")


@dataclass(frozen=True, eq=False)
class Both:
    """Two explorables as they were when they were put beside each other, and the state in which both open."""

    left: Explorable
    right: Explorable
    pair: Pair
    titles: TwoTexts
    note: str
    opening: Values
    feature_names: NameTuple


class _Moment:
    """An explorable as it would be in another state, for its `selected`, which is not asked to move."""

    def __init__(self, explorable: Explorable, values: Values) -> None:
        self._explorable, self._values = explorable, values

    def __getattr__(self, name: str) -> Any:
        return self._values[name] if name in self._values else getattr(self._explorable, name)


class SideBySide(Explorable):
    """Show two explorables beside each other, moved together, from the first state in which they differ.

    A control that both have moves both, and is an attribute, such as ``round``. Where one has fewer steps, its last one stays.
    Controls that ask a kernel for a new trace are left out. Panels of the same title are drawn in one where they
    have the same features and units: bars of the left one and dots of the right one, or two lines. Others stand beside each
    other. Panels that never differ are left out.

    Parameters
    ----------
    left, right : Explorable
        Two explorables, usually of one class. They do not change.
    titles : (str, str)
        The names of the two, at most 24 characters each.
    at : number or mapping, optional
        The round, step or value at which to open, or a value for each of several controls by name. By default, the first at
        which both show different things.
    note : str
        A sentence on what kind of difference it is, for the caption.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    parting : number or None
        The first round, step or value at which they show different things.
    selected : tuple of str
        Features that only one of the two has selected at present: first the left one's, then the right one's.
    trace : tuple
        The trace of each.

    Examples
    --------
    >>> from fewidgets import BoostingStepper
    >>> X, y = [[1, 0], [-1, 1], [1, 2], [-1, -3]], [2, 0, 3, -5]
    >>> w = SideBySide(BoostingStepper(X, y), BoostingStepper(X, y, rounds=1), titles=("Two rounds", "One round"))
    >>> w.parting, w.round, w.selected
    (2, 2, ('x1',))
    """

    lesson = "9.6_boosting.ipynb"
    section = "9.6"
    description = "Two runs of an explorable beside each other, from the first step in which they differ."

    data: Both
    #: The renderer shows these marks and asks nobody anything else.
    refused: ClassVar[tuple[type, ...]] = (Ask,)

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        both = (*args, *(kwargs[name] for name in ("left", "right") if name in kwargs))
        return super().__new__(cls.class_on(*both[:2]), *args, **kwargs)

    @classmethod
    def class_on(cls, *data: Any) -> type[Self]:
        kind: Any = cls
        return _with_states(kind, _names_of(*data)) if len(data) == 2 else kind

    def __init__(
        self,
        left: Explorable,
        right: Explorable,
        *,
        titles: Names = TITLES,
        at: float | Values | None = None,
        note: str = "",
        **common: Unpack[Common],
    ) -> None:
        both = _taken_in(left, right, titles, note, at)
        self.beyond_codes = left.beyond_codes or right.beyond_codes
        self.open_with(both, {"titles": both.titles}, both.opening)

    @classmethod
    def example(cls) -> SideBySide:
        from fewidgets.data import load_boston
        from fewidgets.explorables.boosting_stepper.boosting_stepper import BoostingStepper

        boston = load_boston()
        halves = [
            BoostingStepper(boston.X[start::2], boston.y[start::2], feature_names=boston.feature_names, rounds=6)
            for start in (0, 1)
        ]
        return cls(*halves, titles=("One half", "The other half"), at=3)

    def trace_of(self, data: Both, values: Values) -> tuple[Any, Any]:
        return data.left.trace, data.right.trace

    def scene_of(self, trace: tuple[Any, Any], names: Names, inputs: Inputs) -> Scene:
        both = self.data
        return side_by_side(both.pair, both.titles, both.pair.scenes[0].title, both.note, both.opening)

    def describe_size(self) -> str:
        kinds = [type(each).__name__ for each in (self.left, self.right)]
        return kinds[0] if kinds[0] == kinds[1] else " | ".join(kinds)

    @property
    def left(self) -> Explorable:
        return self.data.left

    @property
    def right(self) -> Explorable:
        return self.data.right

    @property
    def parting(self) -> float | None:
        return self.data.pair.parting

    @property
    def selected(self) -> NameTuple:
        one, other = (_selected(each, self.state) for each in (self.left, self.right))
        return (*(name for name in one if name not in other), *(name for name in other if name not in one))


def _names_of(left: Any, right: Any) -> NameTuple:
    """Return the names of what can be moved in both: their controls, and what these keep."""
    if not isinstance(left, Explorable) or not isinstance(right, Explorable):
        return ()  # the constructor refuses them
    controls = joinable(left.scene, right.scene)
    return (*controls, *keepers(controls.values()))


@cache
def _with_states(kind: Any, names: NameTuple) -> Any:
    """Return a subclass with a state for each name. Names of attributes are left to them."""
    states = {name: State() for name in names if not hasattr(kind, name)}
    if not states:
        return kind
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, "__qualname__": kind.__qualname__, **states})


def _taken_in(left: Any, right: Any, titles: Any, note: Any, at: Any) -> Both:
    for name, each in (("left", left), ("right", right)):
        if not isinstance(each, Explorable):
            raise TypeError(must_be(name, "an explorable", each))
        if isinstance(each, SideBySide) or any(isinstance(control, SideBySide.refused) for control in each.scene.controls):
            raise TypeError(must_be(name, "an explorable that neither asks a question nor shows two others", each))
    if isinstance(titles, str) or len(titles) != 2 or not all(isinstance(title, str) for title in titles):
        raise TypeError(must_be("titles", "two texts", titles))
    if titles[0] == titles[1] or not all(title.strip() and len(title) <= MOST_TITLE for title in titles):
        raise ValueError(must_be("titles", f"two different texts of 1 to {MOST_TITLE} characters", titles))
    if not isinstance(note, str):
        raise TypeError(must_be("note", "a sentence", note))
    pair = paired(left.scene, right.scene, (left.state, right.state))
    names = label_of(titles[0]), label_of(titles[1])
    return Both(left, right, pair, names, note, _opening(pair, at), tuple(left.original_names()))


def _opening(pair: Pair, at: Any) -> Keywords:
    if isinstance(at, Mapping):
        return dict(at)
    name = "" if pair.control is None else pair.control.name
    if at is None:
        return {name: pair.parting} if pair.parting is not None else {}
    if not name:
        raise ValueError(f"at must be None, because the two have no stepper or slider in common; got {at!r}")
    return {name: at}


def _selected(explorable: Explorable, state: Values) -> NameTuple:
    scene = explorable.scene
    values = {name: scene.nearest(name, value) for name, value in state.items() if name in scene.initial_state}
    selected: Any = type(explorable).selected
    found: NameTuple = selected.fget(_Moment(explorable, values))
    return found
