"""What all explorables share: data in, a trace, its scene, and the widget around them."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import ipywidgets
import numpy as np
import traitlets

from fewidgets.explorables.framework.intake import take_in
from fewidgets.explorables.framework.messages import BrowserMessages
from fewidgets.explorables.framework.renderer import Renderer, shared_renderer
from fewidgets.scene import Choice, Control, Order, Pick, Scene, Stepper
from fewidgets.scene.encode import decode_state, encode, encode_state
from fewidgets.scene.legible import WHOLE, label_of, labels_of, quoted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STUB = Path(__file__).with_name("loader.js").read_text(encoding="utf-8")
_TABLE = object()
_NOT_MADE = {"_trait_values", "_trait_notifiers", "_trait_validators", "_cross_validation_lock", "_progress"}
NOT_ASKED = -1
PATIENCE = 0.2  # seconds between two words of progress
FEW, LONG = 6, 60  # most parts of a value, and most characters, that a repr writes out


class State(traitlets.TraitType):
    """A synced trait that is moved by a control of the scene, and takes what that control takes.

    Setting one that a *compute* control moves makes a new trace and a new scene before anybody hears of it; if that fails,
    everything stays as it was. Raises ValueError or TypeError, in the control's words, on anything else.
    """

    def __init__(self, default: Any, *, help: str) -> None:
        super().__init__(default, help=help)
        self.tag(sync=True, to_json=lambda value, _: encode_state(value), from_json=lambda value, _: decode_state(value))

    def validate(self, obj: Explorable, value: Any) -> Any:
        """Ask the scene whether the value can be; before there is one, there are but defaults."""
        return obj.scene.check(self.name, obj.labelled(self.name, value)) if hasattr(obj, "scene") else value

    def set(self, obj: Explorable, value: Any) -> None:
        """Set it, by way of a new trace if it takes one."""
        if self.name in obj.inputs:
            obj.move(**{self.name: value})
        else:
            super().set(obj, value)


class Explorable(BrowserMessages, anywidget.AnyWidget):
    """Base of all explorables: something to move, and its results in Python.

    A subclass has one `State` trait a control of its scene, of the same name; `trace_of` and `scene_of`; and `selected`. If it
    has compute controls, `inputs_of` gives them: in `trace_of` and `scene_of` their present values are there as attributes.
    Its constructor's signature lists data, settings, states and ``layout``, and passes them on as here.

    Parameters
    ----------
    X, y, feature_names
        Data, see `fewidgets.explorables.framework.intake.take_in`.
    data : any, optional
        What the subclass has taken in by itself, in place of a table.
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
    inputs : dict
        The compute controls by their names.
    trace
        All that happened, as the algorithm gives it.
    scene : fewidgets.scene.Scene
        What is to be seen.
    message : str
        Why what was last asked for in the browser could not be done; "" if it could.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.
    """

    #: The file of its lesson in ``notebooks/``, the section of the chapter, and one line for the README and the index.
    lesson: ClassVar[str]
    section: ClassVar[str]
    description: ClassVar[str]
    #: Why it sends more than 90 kB, if it does: pixels, or samples of a sound.
    heavy: ClassVar[str] = ""

    inputs: Mapping[str, Control] = MappingProxyType({})
    _progress: list[float] | None = None  # when the computation that a view waits for began, and when it told of itself

    message = traitlets.Unicode("", read_only=True, help="Why the last wish could not be met; '' if it was.").tag(sync=True)

    _esm = _STUB
    _ipython_display_ = None  # ipywidgets 7 would show the widget alone, and nothing where there are no widgets
    _scene = traitlets.Dict(help="The encoded scene.").tag(sync=True)
    _answered = traitlets.Unicode("", help="The browser's last question that was answered, by its serial.").tag(sync=True)
    _renderer = traitlets.Instance(Renderer, allow_none=True, help="The model that has the JavaScript.").tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self,
        X: Any = None,
        y: Any = None,
        *,
        feature_names: Any = None,
        data: Any = _TABLE,
        settings: Mapping[str, Any],
        state: Mapping[str, Any],
        unknown: Mapping[str, Any],
        layout: Any = None,
    ) -> None:
        self._refuse(unknown)
        self.settings = dict(settings)
        self.check_settings()
        labels = self.settings.get("cost") == "softmax"
        self.data = take_in(X, y, feature_names, labels=labels) if data is _TABLE else data
        self._labels = dict(zip(self._given_names, labels_of(self._given_names), strict=True))
        given = {name: value for name, value in state.items() if value is not None}
        # The inputs' values are there before the trace, and so before the scene. The first round is for inputs that depend on
        # the value of another.
        for check in (_nearest, _checked):
            self.inputs = {control.name: control for control in self.inputs_of(self.data)}
            for name, control in self.inputs.items():
                value = self.labelled(name, given.get(name))
                self._trait_values[name] = check(control, value) if name in given else control.initial
        self.trace = self.trace_of(self.data)
        self.scene = self._laid_out()
        given = {name: self.labelled(name, value) for name, value in given.items() if name not in self.inputs}
        given = self.scene.state(**given)
        extra = {} if layout is None else {"layout": _layout(layout)}
        replays = {name: value for name, value in given.items() if name not in self.inputs}
        super().__init__(_scene=encode(self.scene), _renderer=shared_renderer(), **replays, **extra)
        self.on_msg(self._hear)
        for stepper in self._asking():
            self.observe(self._count, stepper.question.record)
            self._count()

    def check_settings(self) -> None:
        """Bring ``self.settings`` into their plain form, or raise TypeError or ValueError."""

    def inputs_of(self, data: Any) -> Sequence[Control]:
        """Give the compute controls, known before the trace. They may depend on the present value of one another."""
        return ()

    def trace_of(self, data: Any) -> Any:
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

    def move(self, **state: Any) -> None:
        """Set several parts of the state at once; what depends on them is computed once.

        Parameters
        ----------
        **state
            Values of state traits.

        Raises
        ------
        TypeError, ValueError
            If there is no such state, its value cannot be, or nothing can be computed from it. All stays as it was.
        """
        state = {name: self.labelled(name, value) for name, value in state.items()}
        asked = {name: self.inputs[name].check(value) for name, value in state.items() if name in self.inputs}
        asked = {name: value for name, value in asked.items() if not _same(value, getattr(self, name))}
        rest = {name: value for name, value in state.items() if name not in self.inputs}
        if asked:
            self._compute(asked, rest)
            return
        rest = {name: self.scene.check(name, value) for name, value in rest.items()}
        with self.hold_sync():
            for name, value in rest.items():
                setattr(self, name, value)

    def carried(self, before: Scene, after: Scene) -> dict[str, Any]:
        """Give the replay controls' values in a new scene; by default the nearest to what they were.

        Parameters
        ----------
        before, after : Scene
            The last scene, and the one that takes its place.
        """
        return {name: after.nearest(name, getattr(self, name)) for name in after.initial_state if name not in self.inputs}

    def labelled(self, name: str, value: Any) -> Any:
        """Give the label by which a choice among features knows one of them; any other value as it is.

        Names of more than 80 characters, and names with characters that cannot be shown, have such a label.

        Parameters
        ----------
        name : str
            The control.
        value : any
            What it is set to.
        """
        known = self.inputs.get(name)
        if known is None and "scene" in self.__dict__:
            known = next((control for control in self.scene.controls if control.name == name), None)
        if isinstance(known, Order) and isinstance(value, list | tuple):
            return type(value)(self._labels.get(each, each) if isinstance(each, str) else each for each in value)
        if not isinstance(value, str) or not isinstance(known, Choice | Pick) or value in known.options:
            return value
        return self._labels.get(value, value)

    def _laid_out(self) -> Scene:
        """Lay the trace out with a label for each name, and keep the full text of long ones for whoever points at them."""
        scene = self.scene_of(self.trace, self._names)
        whole = {label: label_of(name, WHOLE) for name, label in self._labels.items() if name != label}
        return replace(scene, whole={**whole, **scene.whole}) if whole else scene

    def progress(self, share: float, text: str = "") -> None:
        """Tell, in the midst of `trace_of`, how far a long computation is: the widget shows it. Cheap to call often.

        Parameters
        ----------
        share : float
            0 … 1.
        text : str
            In words, such as "epoch 3 of 20".
        """
        now = monotonic()
        if self._progress is not None and now - self._progress[-1] >= PATIENCE:
            self._progress.append(now)
            self.send({"progress": [float(share), text]})

    @contextmanager
    def _as_if(self, asked: Mapping[str, Any]) -> Iterator[None]:
        """Let inputs, trace and scene be for a while what they would be with other inputs: nobody hears of it."""
        kept, values = dict(self.__dict__), dict(self._trait_values)
        try:
            self._trait_values.update(asked)
            self.inputs = {control.name: control for control in self.inputs_of(self.data)}
            for name, control in self.inputs.items():
                self._trait_values[name] = _nearest(control, self._trait_values.get(name, control.initial))
            self.trace = self.trace_of(self.data)
            self.scene = self._laid_out()
            yield
        finally:
            for name in self.__dict__.keys() - kept.keys():
                del self.__dict__[name]
            self.__dict__.update(kept)
            self._trait_values.clear()
            self._trait_values.update(values)

    def _following(self, before: Scene, rest: Mapping[str, Any]) -> dict[str, Any]:
        """Give the replay controls' values in the scene that came after another: as they are asked for, else carried over."""
        return {**self.carried(before, self.scene), **{name: self.scene.check(name, value) for name, value in rest.items()}}

    def _compute(self, asked: Mapping[str, Any], rest: Mapping[str, Any]) -> None:
        """Make trace and scene anew with inputs changed, or leave everything as it was and raise."""
        before = self.scene
        self._progress = [monotonic()]
        try:
            with self._as_if(asked):
                after = self._following(before, rest)
                encoded = encode(self.scene)
                values = {name: self._trait_values[name] for name in self.inputs}
                made = {name: value for name, value in self.__dict__.items() if name not in _NOT_MADE}
        finally:
            told, self._progress = self._progress, None
            if len(told) > 1:
                self.send({"progress": None})
        old = dict(self._trait_values)
        self.__dict__.update(made)
        self._trait_values.update(values)
        with self.hold_sync():
            self._scene = encoded
            for name, value in values.items():
                if not _same(old.get(name), value):
                    self._notify_trait(name, old.get(name), value)
            for name, value in after.items():
                setattr(self, name, value)
            self.set_trait("message", "")

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

        state = {name: self.labelled(name, value) for name, value in state.items()}
        asked = {name: self.inputs[name].check(value) for name, value in state.items() if name in self.inputs}
        rest = {name: value for name, value in state.items() if name not in self.inputs}
        if not asked:
            return draw(self.scene, theme=theme, **{**self.state, **rest})
        before = self.scene
        with self._as_if(asked):
            inputs = {name: self._trait_values[name] for name in self.inputs}
            return draw(self.scene, theme=theme, **{**inputs, **self._following(before, rest)})

    def to_html(self, path: str | Path) -> Path:
        """Write a page that shows this explorable, from its present state on, without a kernel or a network.

        Parameters
        ----------
        path : str or Path
            The file, which is overwritten; its folder must exist.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        OSError
            If there is no such folder, ``path`` is a folder itself, or the file cannot be written.
        TypeError, ValueError
            If ``path`` is not a path.
        """
        from fewidgets.scene.page import write_page

        return write_page(self.scene, path, state=self.state)

    def __repr__(self) -> str:
        if not hasattr(self, "scene"):
            return f"{type(self).__name__}()"
        told = [self.size_told, *self._told()] if self.size_told else self._told()
        return f"{type(self).__name__}({', '.join(told)}): {self.caption}"

    @property
    def size_told(self) -> str:
        """How much data there is, for the repr: "506 × 13"; "" if there is nothing to tell."""
        shape = getattr(getattr(self.data, "X", None), "shape", ())
        return " × ".join(map(str, shape))

    @property
    def _given_names(self) -> Sequence[str]:
        """The features' names as they were given; `selected` gives these."""
        return getattr(self.data, "feature_names", ())

    @property
    def _names(self) -> Sequence[str]:
        """The features' labels: their names, made short and legible."""
        return tuple(self._labels.values())

    def _told(self) -> list[str]:
        """List what the repr tells: the cost, the first control, and all that differs from where it starts."""
        defaults = {name: known.default for name, known in inspect.signature(type(self).__init__).parameters.items()}
        told = {name: value for name, value in self.settings.items() if name == "cost" or value != defaults.get(name)}
        initial, state = self.scene.initial_state, self.state
        records = {control.question.record for control in self._asking()}
        first = self.scene.controls[0].name
        told |= {n: v for n, v in state.items() if n not in records and (n == first or not _same(v, initial[n]))}
        score = [f"score={self.score}/{self.asked}"] if records and self.asked else []
        return [*(f"{name}={_short(value)}" for name, value in told.items()), *score]

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the live widget, and for viewers without widgets a still picture and the repr."""
        data, metadata = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = repr(self)  # early versions of anywidget cut it after 110 characters
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
        raise TypeError(f"{cls.__name__} has no keyword {quoted(name)}{hint}")


def _layout(layout: Any) -> ipywidgets.Layout:
    if isinstance(layout, ipywidgets.Layout):
        return layout
    if not isinstance(layout, Mapping):
        raise TypeError(f"layout is {quoted(layout)}; wanted a dict such as {{'width': '600px'}}, or an ipywidgets.Layout")
    for name in layout:
        if name not in ipywidgets.Layout.class_trait_names():
            close = get_close_matches(str(name), ipywidgets.Layout.class_trait_names(), n=1)
            raise TypeError(f"layout has no entry {quoted(name)}" + (f": did you mean {close[0]!r}?" if close else ""))
    try:
        return ipywidgets.Layout(**layout)
    except traitlets.TraitError as error:
        raise ValueError(f"layout: {error}") from None


def _checked(control: Control, value: Any) -> Any:
    return control.check(value)


def _nearest(control: Control, value: Any) -> Any:
    try:
        return control.nearest(value)
    except (TypeError, ValueError):
        return control.initial


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return bool(one == other)


def _short(value: Any) -> str:
    """Write a value in a repr, so that the repr stays a line."""
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return f"<{' × '.join(map(str, value.shape))}>"
    if isinstance(value, tuple):
        return f"({', '.join(map(_short, value))})" if len(value) <= FEW else f"<{len(value)}>"
    text = repr(value)
    return text if len(text) <= LONG else f"{text[:LONG]}…"
