"""The base class of all explorables: data → inputs → trace → scene, and the widget around them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import ipywidgets
import traitlets

from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.for_pages import carry_after_cell
from fewidgets.explorables.framework.intake import Unchecked, take_in
from fewidgets.explorables.framework.keywords import COMMON, arguments_of, as_bool, as_layout, as_titles, defaults_of
from fewidgets.explorables.framework.messages import BrowserMessages
from fewidgets.explorables.framework.progress import Progress
from fewidgets.explorables.framework.questions import questions_of, score_of
from fewidgets.explorables.framework.renderer import LaterMarks, Renderer
from fewidgets.explorables.framework.representation import describe
from fewidgets.explorables.framework.shareable import Shareable
from fewidgets.explorables.framework.snapshot import Inputs, Snapshot, first_snapshot, next_snapshot, same
from fewidgets.explorables.framework.state import complete, states_of
from fewidgets.scene import Scene
from fewidgets.scene.controls.replay import ControlsByName
from fewidgets.scene.page.budget import BUDGET, FOR_PAGES
from fewidgets.scene.page.encode import encode
from fewidgets.scene.page.modules import MARKS
from fewidgets.scene.still.svg_picture import still_img
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import Keywords, NameTuple

if TYPE_CHECKING:
    from typing import Self

    from matplotlib.figure import Figure

    from fewidgets.scene.page.embed import Embed

# Every widget in a notebook carries the loader, so its comments and indents are left out.
_LINES = map(str.strip, Path(__file__).with_name("loader.js").read_text(encoding="utf-8").splitlines())
_LOADER = "\n".join(line for line in _LINES if not line.startswith("//"))
_TABLE = object()
_NONE: Values = MappingProxyType({})


class Explorable(Shareable, BrowserMessages):
    """Base class of all explorables: controls to move, a picture to look at, and the results in Python.

    A subclass declares one `State` for each control of its scene. Its constructor lists the data, the settings and the states,
    and calls `take_arguments`. Five hooks make what is shown, each from the results of the ones before: `settings_of` checks
    the settings, `data_of` adds what is computed only once, `inputs_of` returns the *compute* controls, which ask the kernel
    for a new trace, `trace_of` runs the algorithm, and `scene_of` lays out the trace. They return a value and set nothing. The
    last three read only their arguments, ``self.settings``, ``self.data`` and ``self.labels``.

    Parameters
    ----------
    feature_names : sequence of N str, optional
        Names of the features, where X is a table. By default its column names, or "x1" … "xN".
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.
    panels : sequence of str, optional
        Titles of the panels to show, or parts of them; all panels by default.
    present : bool
        Whether it is shown for a projector, with large letters and one panel at a time. It can be set later.

    Attributes
    ----------
    data : Data or any
        The checked data.
    settings : mapping
        What the trace was made with.
    labels : mapping of str to str
        The label on screen of each feature's name.
    snapshot : Snapshot
        The present inputs, values, trace and scene. It is replaced as a whole.
    message : str
        Why the last request from the browser failed, or an empty string.
    """

    #: The file of its lesson in ``notebooks/``, its section (of the chapter, or "C1" to "C4" of a lecture), and one line for
    #: the README and the index.
    lesson: ClassVar[str]
    section: ClassVar[str]
    description: ClassVar[str]
    #: Why it sends more than 90 kB, if it does: pixels, or samples of a sound.
    heavy: ClassVar[str] = ""

    data: Any
    settings: Values
    labels: Mapping[str, str]
    snapshot: Snapshot
    panels: NameTuple | None

    message = traitlets.Unicode("", read_only=True, help="Why the last request failed, or an empty string.").tag(sync=True)

    present = traitlets.Bool(False, help="Whether it is shown for a projector, one panel at a time.")

    _esm = _LOADER
    _ipython_display_ = None  # ipywidgets 7 would show the widget alone, and nothing where there are no widgets
    _scene = traitlets.Dict(help="The encoded scene.").tag(sync=True)
    _answered = traitlets.Unicode("", help="Serial number of the last request answered.").tag(sync=True)
    _marks = traitlets.Instance(LaterMarks, allow_none=True, help="The model that holds rarely used marks, if needed.").tag(
        sync=True, **ipywidgets.widget_serialization
    )
    _renderer = traitlets.Instance(Renderer, allow_none=True, help="The model that holds the JavaScript.").tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        complete(cls)

    def take_arguments(self, *, data: Any = _TABLE, **replaced: Any) -> None:
        """Open with the arguments of the constructor, each taken as a state, the data or a setting by its name.

        ``replaced`` are arguments that the constructor has changed, and settings that it adds.
        """
        bound, states = arguments_of(self), states_of(type(self))
        keywords = {**bound.kwargs, **replaced}
        arguments = {**bound.arguments, **keywords}
        settings = {name: value for name, value in keywords.items() if name not in (*states, *Unchecked._fields, *COMMON)}
        if data is _TABLE:
            data = Unchecked(*(arguments.get(name) for name in Unchecked._fields))
        self.open_with(data, settings, {name: arguments[name] for name in states if name in arguments})

    def open_with(self, data: Any, settings: Values = _NONE, state: Values = _NONE) -> None:
        """Open where `take_arguments` cannot sort the arguments; None stands for the initial value of a control."""
        self.settings = MappingProxyType(dict(self.settings_of(settings)))
        if isinstance(data, Unchecked):
            data = take_in(*data, labels=self.settings.get("cost") == "softmax")
        self.data = self.data_of(data)
        names = self.original_names()
        self.labels = MappingProxyType(dict(zip(names, labels_of(names), strict=True)))
        self._progress = Progress(lambda content: self.send(content))
        keywords = self.opened_with[1]
        self.panels = None if keywords.get("panels") is None else as_titles(keywords["panels"])
        defaults = {name: trait.default_value for name, trait in states_of(type(self)).items()}
        self.snapshot = first_snapshot(self, defaults, {name: value for name, value in state.items() if value is not None})
        extra = {"present": as_bool("present", keywords.get("present", False))}
        if keywords.get("layout") is not None:
            extra["layout"] = as_layout(keywords["layout"])
        encoded = self._encoded(self.scene, extra["present"])
        super().__init__(_scene=encoded, _renderer=Renderer.shared(), _marks=_marks_for(encoded), **extra)
        self.on_msg(self.answer_request)
        for question in questions_of(self.scene):
            self.observe(self._count, question.record)
        self._count()

    @classmethod
    def example(cls) -> Self:
        """Make the instance that the gallery and the tests show. It needs no network."""
        raise NotImplementedError

    def settings_of(self, given: Values) -> Values:
        """Return the settings in their plain form, or raise TypeError or ValueError."""
        return given

    def data_of(self, table: Any) -> Any:
        """Return the data for the other hooks: the checked table, with anything that is computed only once."""
        return table

    def inputs_of(self, data: Any, values: Values) -> Controls:
        """Return the compute controls; they may depend on the present values of other state."""
        return ()

    def trace_of(self, data: Any, values: Values) -> Any:
        """Run the algorithm on the data and the values of the inputs; by default, return the data."""
        return data

    def scene_of(self, trace: Any, names: Names, inputs: Inputs) -> Scene:
        """Lay the trace out; ``names`` are the features' labels, ``inputs`` the compute controls and their values."""
        raise NotImplementedError

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        """Return further inputs that change with those that are set."""
        return {}

    def original_names(self) -> Names:
        """Return the names of the features as the user gave them; `selected` returns these."""
        return getattr(self.data, "feature_names", ())

    def describe_size(self) -> str:
        """Return the size of the data for the repr, such as "506 × 13"."""
        shape = getattr(getattr(self.data, "X", None), "shape", ())
        return " × ".join(map(str, shape))

    @property
    def inputs(self) -> ControlsByName:
        """The compute controls by name."""
        return self.snapshot.inputs.controls

    @property
    def trace(self) -> Any:
        """The whole history, as the algorithm returns it."""
        return self.snapshot.trace

    @property
    def scene(self) -> Scene:
        """What is on screen."""
        return self.snapshot.scene

    @property
    def selected(self) -> NameTuple:
        """Names of the features that are in the model in the present state."""
        raise NotImplementedError

    @property
    def state(self) -> Keywords:
        """The present value of every control, questions' switches and records included."""
        return self.snapshot.state

    @property
    def caption(self) -> str:
        """The present state in one sentence."""
        return self.scene.caption_at(**self.state)

    def move(self, **state: Any) -> None:
        """Set several parts of the state together, with at most one computation. If a value is refused, nothing changes."""
        before = self.snapshot
        with self._progress.awaited():
            after = next_snapshot(self, before, state)
            encoded = None if after.scene is before.scene else self._encoded(after.scene, self.present)
        self.snapshot = after
        changed = [name for name, value in after.values.items() if not same(before.values[name], value)]
        with self.hold_sync():
            if encoded is not None:
                self._marks = self._marks or _marks_for(encoded)
                self._scene = encoded
            for name in changed:
                old, new = before.values[name], after.values[name]
                self.notify_change(traitlets.Bunch(owner=self, name=name, old=old, new=new, type="change"))
            if encoded is not None:
                self.set_trait("message", "")

    def progress(self, share: float, text: str = "") -> None:
        """Show in the browser which share (0 … 1) of a computation is done, with a text such as "epoch 3 of 20"."""
        self._progress.report(share, text)

    def figure(self, theme: str = "light", **state: Any) -> Figure:
        """Draw with Matplotlib, as in ``w.figure(round=3)``.

        Parameters
        ----------
        theme : "light" or "dark"
            The colours.
        **state
            Values of states for this figure only.
        """
        from fewidgets.scene.still.matplotlib_figure import draw

        shown = next_snapshot(self, self.snapshot, state)
        return draw(shown.scene, theme=theme, **shown.state)

    def to_html(self, path: str | Path, *, answers: bool = True, budget: int = BUDGET) -> Path:
        """Write a page that opens in the present state, without a kernel or a network; return its path.

        The page carries the scenes after moves of the compute controls, as many as fit. A slider stops at the values that are
        carried. Controls that need Python are greyed out.

        Parameters
        ----------
        path : path
            The file, in a folder that exists. A file of this name is overwritten.
        answers : bool
            Whether the page carries such scenes. Otherwise all compute controls are greyed out.
        budget : int
            Their size in bytes, compressed, at most.
        """
        from fewidgets.scene.page.page import write_page

        page = self.page(answers=answers, budget=budget)
        return write_page(self.page_scene(), path, state=self.state, present=self.present, page=page)

    def embed(self, height: int | None = None, *, answers: bool = True, budget: int = BUDGET) -> Embed:
        """Show a page in the present state inside the cell's output, for readers without this package.

        ``height`` is in pixels, 50 to 10,000; by default it is estimated. The others are as in `to_html`.
        """
        from fewidgets.scene.page.embed import embed_scene

        page = self.page(answers=answers, budget=budget)
        return embed_scene(self.page_scene(), state=self.state, height=height, present=self.present, page=page)

    def page_scene(self) -> Scene:
        """Return the scene for a page without a kernel."""
        return self.scene

    def page(self, *, answers: bool = True, budget: int = BUDGET) -> Keywords:
        """Return what the script of a page is given: the scene, the state and the answers, as in `to_html`."""
        from fewidgets.explorables.framework.answers import carry
        from fewidgets.scene.page.page import encoded_page

        spent = as_count(budget, "budget", 0) if as_bool("answers", answers) else 0
        if not spent or not self.inputs:
            return encoded_page(self.page_scene(), self.state)
        with self._progress.awaited():
            return carry(self, spent)

    def shows(self, title: str) -> bool:
        """Say whether a panel is shown, so that a caption need not tell about one that is left out."""
        return self.panels is None or any(part.casefold() in title.casefold() for part in self.panels)

    def still(self) -> str:
        """Return the HTML that stands for the widget where there are no widgets: a still picture."""
        return still_img(self.scene, **self.state)

    def __repr__(self) -> str:
        if "snapshot" not in self.__dict__:
            return f"{type(self).__name__}()"
        parts = describe(self.snapshot, self.settings, defaults_of(type(self)))
        size = self.describe_size()
        return f"{type(self).__name__}({', '.join([size, *parts] if size else parts)}): {self.caption}"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        if os.environ.get(FOR_PAGES):
            carry_after_cell(self)
        data["text/plain"] = repr(self)  # early versions of anywidget cut it after 110 characters
        try:
            # In HTML, the picture has an alternative text, and JupyterLab shows it in a notebook that is not trusted.
            data["text/html"] = self.still()
            metadata["text/html"] = {"alt": self.caption}
        except Exception as error:  # the live widget must not fail because its still picture does
            self.log.warning("no still picture of %s: %s", type(self).__name__, error)
        return data, metadata

    @traitlets.observe("present")
    def _show_otherwise(self, change: Any) -> None:
        if self._scene.get("present", False) != change.new:
            self._scene = self._encoded(self.scene, change.new)

    @staticmethod
    def _encoded(scene: Scene, present: bool) -> Keywords:
        return {**encode(scene), "present": True} if present else encode(scene)

    def _count(self, _change: Any = None) -> None:
        """Keep ``score`` and ``asked`` in step with the answers."""
        for question in questions_of(self.scene):
            score, asked = score_of(question, self.state)
            self.set_trait("asked", asked)
            self.set_trait("score", score)


def _marks_for(scene: Values) -> LaterMarks | None:
    return LaterMarks.shared() if MARKS in scene.get("modules", ()) else None
