"""What all explorables share: data in, a trace, its scene, and the widget around them."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import ipywidgets
import numpy as np
import traitlets

from fewidgets.explorables.intake import Data, take_in
from fewidgets.explorables.renderer import Renderer, shared_renderer
from fewidgets.scene import Scene, Stepper
from fewidgets.scene.encode import encode

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STUB = Path(__file__).with_name("stub.js").read_text(encoding="utf-8")
NOT_ASKED = -1


class State(traitlets.TraitType):
    """A synced trait that is moved by a control of the scene, and takes what that control takes.

    Raises ValueError or TypeError, in the control's words, on anything else.
    """

    def __init__(self, default: Any, *, help: str) -> None:
        super().__init__(default, help=help)
        self.tag(sync=True)

    def validate(self, obj: Explorable, value: Any) -> Any:
        """Ask the scene whether the value can be."""
        return obj.scene.check(self.name, value)


class Explorable(anywidget.AnyWidget):
    """Base of all explorables: something to move, and its results in Python.

    A subclass has one `State` trait a control of its scene, of the same name; `trace_of` and `scene_of`; and `selected`.
    Its constructor's signature lists data, settings, states and ``layout``, and passes them on as here.

    Parameters
    ----------
    X, y, feature_names
        Data, see `fewidgets.explorables.intake.take_in`.
    settings : mapping
        What the trace is made with; checked in `trace_of`. A ``cost`` of "softmax" wants labels.
    state : mapping
        Initial values of state traits; None stands for the scene's own.
    unknown : mapping
        Keywords that the constructor does not know.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    data : Data
        The checked data.
    settings : dict
        What the trace was made with.
    trace
        All that happened, as the algorithm gives it.
    scene : fewidgets.scene.Scene
        What is to be seen.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.
    """

    #: The lesson that it belongs to, in ``notebooks/``, and the section of the chapter that it follows.
    lesson: ClassVar[str]
    section: ClassVar[str]

    _esm = _STUB
    _ipython_display_ = None  # ipywidgets 7 would show the widget alone, and nothing where there are no widgets
    _scene = traitlets.Dict(help="The encoded scene.").tag(sync=True)
    _renderer = traitlets.Instance(Renderer, allow_none=True, help="The model that has the JavaScript.").tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        feature_names: Any = None,
        settings: Mapping[str, Any],
        state: Mapping[str, Any],
        unknown: Mapping[str, Any],
        layout: Any = None,
    ) -> None:
        self._refuse(unknown)
        self.settings = dict(settings)
        self.check_settings()
        self.data = take_in(X, y, feature_names, labels=self.settings.get("cost") == "softmax")
        self.trace = self.trace_of(self.data)
        self.scene = self.scene_of(self.trace, self.data.feature_names)
        given = self.scene.state(**{name: value for name, value in state.items() if value is not None})
        extra = {} if layout is None else {"layout": _layout(layout)}
        super().__init__(_scene=encode(self.scene), _renderer=shared_renderer(), **given, **extra)
        for stepper in self._asking():
            self.observe(self._count, stepper.question.record)
            self._count()

    def check_settings(self) -> None:
        """Bring ``self.settings`` into their plain form, or raise TypeError or ValueError."""

    def trace_of(self, data: Data) -> Any:
        """Run the algorithm on the data."""
        raise NotImplementedError

    def scene_of(self, trace: Any, names: Sequence[str]) -> Scene:
        """Lay the trace out."""
        raise NotImplementedError

    @property
    def selected(self) -> tuple[str, ...]:
        """Names of the features that are in the model in the present state."""
        raise NotImplementedError

    @property
    def state(self) -> dict[str, Any]:
        """The present value of every control, questions' switches and records included."""
        return {name: getattr(self, name) for name in self.scene.initial_state}

    @property
    def caption(self) -> str:
        """The present state in one sentence."""
        return self.scene.caption_at(**self.state)

    def figure(self, theme: str = "light", **state: Any) -> Figure:
        """Draw with Matplotlib, in the present state or with some of it changed, as in ``w.figure(round=3)``.

        Parameters
        ----------
        theme : "light" or "dark"
            Which colours.
        **state
            Values of state traits, for this figure alone.

        Raises
        ------
        TypeError, ValueError
            If there is no such state, or its value cannot be.
        """
        from fewidgets.scene.matplotlib_renderer import draw

        return draw(self.scene, theme=theme, **{**self.state, **state})

    def to_html(self, path: str | Path) -> Path:
        """Write a page that shows this explorable, from its present state on, without a kernel or a network.

        Parameters
        ----------
        path : str or Path
            The file, which is overwritten.

        Returns
        -------
        Path
            The file.
        """
        from fewidgets.scene.page import write_page

        write_page(self.scene, path, state=self.state)
        return Path(path)

    def __repr__(self) -> str:
        if not hasattr(self, "scene"):
            return f"{type(self).__name__}()"
        P, N = self.data.X.shape
        return f"{type(self).__name__}({', '.join([f'{P} × {N}', *self._told()])}): {self.caption}"

    def _told(self) -> list[str]:
        """List what the repr tells: the cost, the first control, and all that differs from where it starts."""
        defaults = {name: known.default for name, known in inspect.signature(type(self).__init__).parameters.items()}
        told = {name: value for name, value in self.settings.items() if name == "cost" or value != defaults.get(name)}
        initial, state = self.scene.initial_state, self.state
        records = {control.question.record for control in self._asking()}
        first = self.scene.controls[0].name
        told |= {n: v for n, v in state.items() if n not in records and (n == first or v != initial[n])}
        score = [f"score={self.score}/{self.asked}"] if records and self.asked else []
        return [*(f"{name}={_short(value)}" for name, value in told.items()), *score]

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Give the live widget, and for viewers without widgets a still picture and the repr."""
        data, metadata = super()._repr_mimebundle_(**kwargs)
        try:
            from fewidgets.scene.matplotlib_renderer import still_png

            data["image/png"] = base64.b64encode(still_png(self.scene, **self.state)).decode("ascii")
        except Exception as error:  # the live widget must not fail because its still picture does
            self.log.warning("no still picture of %s: %s", type(self).__name__, error)
        return data, metadata

    def _asking(self) -> list[Stepper]:
        return [each for each in self.scene.controls if isinstance(each, Stepper) and each.question is not None]

    def _count(self, _change: Any = None) -> None:
        """Keep ``score`` and ``asked`` in step with the answers."""
        for stepper in self._asking():
            answers = getattr(self, stepper.question.record)
            pairs = [(a, right) for a, right in zip(answers, stepper.question.answers, strict=True) if a != NOT_ASKED]
            self.set_trait("asked", len(pairs))
            self.set_trait("score", sum(a == right for a, right in pairs))

    @classmethod
    def _refuse(cls, unknown: Mapping[str, Any]) -> None:
        if not unknown:
            return
        known = [name for name, kind in inspect.signature(cls.__init__).parameters.items() if kind.kind == kind.KEYWORD_ONLY]
        name = next(iter(unknown))
        close = get_close_matches(name, ["X", "y", *known], n=1)
        hint = f": did you mean {close[0]!r}?" if close else f"; it takes {', '.join(known)}"
        raise TypeError(f"{cls.__name__} has no keyword {name!r}{hint}")


def _layout(layout: Any) -> ipywidgets.Layout:
    if isinstance(layout, ipywidgets.Layout):
        return layout
    if not isinstance(layout, Mapping):
        raise TypeError(f"layout is {layout!r}; wanted a dict such as {{'width': '600px'}}, or an ipywidgets.Layout")
    for name in layout:
        if name not in ipywidgets.Layout.class_trait_names():
            close = get_close_matches(str(name), ipywidgets.Layout.class_trait_names(), n=1)
            raise TypeError(f"layout has no entry {name!r}" + (f": did you mean {close[0]!r}?" if close else ""))
    try:
        return ipywidgets.Layout(**layout)
    except traitlets.TraitError as error:
        raise ValueError(f"layout: {error}") from None


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float | np.floating) else repr(value)
