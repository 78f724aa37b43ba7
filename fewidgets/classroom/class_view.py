"""The answers of a class to the predictions of a lesson, live and without names (all sections)."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Unpack

import numpy as np

from fewidgets.classroom.collecting import Answers, Collector
from fewidgets.classroom.distribution import OTHER_ORDERS, Distribution, distribution
from fewidgets.classroom.state_names import OTHER_STATES, count_states
from fewidgets.classroom.watching import Watch
from fewidgets.exercises.bank import questions as bank
from fewidgets.explorables import registry
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.predicting import Question, Sketch
from fewidgets.explorables.predicting.tex import readable
from fewidgets.lesson_names import lesson_order
from fewidgets.scene import Axis, Bars, Button, Choice, Control, Dots, Line, Panel, Readout, Scene, Style, TextArea, Toggle
from fewidgets.scene.legible import must_be

SECONDS = 2.0  # between two looks at the folder
MOST_LINES = 120  # sketches that are drawn
MOST_PASTED = 200_000  # characters
NOBODY = "no answers yet"
STATES = "codes of "  # before the name of a class, among the questions
OTHERS = (OTHER_ORDERS, OTHER_STATES)
WAITING = "Answers appear here as soon as students save them in the folder, or you paste their codes."


@dataclass(frozen=True, eq=False)
class ClassTrace:
    """What the class answered to one question."""

    question: str  # or "codes of" and the name of a class
    answers: tuple[Any, ...]
    found: Answers
    reveal: bool


class ClassView(Explorable):
    """Show what all students answered, as a distribution: from a shared folder, or from codes that are pasted.

    Students save the record of their predictions (a file such as ``9.6_boosting.predictions.jsonl``) or a text with codes
    (``p.share()``) into a folder that all can reach. The view looks at it every two seconds. It needs no server and no
    accounts, and shows no names. What cannot be read is left out and counted.

    Parameters
    ----------
    folder : path, optional
        The folder. Folders in it are read too. Without one, answers are pasted.
    questions : sequence of Question, optional
        Your own questions, besides the predictions of the lessons.
    question : str, optional
        The name of the question that is shown, such as "9.6 first feature". By default, the one with most answers.
    reveal : bool
        Whether the right answer is marked.
    pasted : str
        A text with codes.
    layout, present : optional
        As in every explorable: an ipywidgets layout, and True for a projector.

    Attributes
    ----------
    read : int
        How often the folder was read again.
    found : Answers
        Everything that was found in the folder and in the pasted text.
    counts : dict of str to int
        What was answered to the present question, and how often.

    Raises
    ------
    TypeError, ValueError, FileNotFoundError
        If `questions` are no questions, nobody has answered `question`, or there is no such folder.

    Examples
    --------
    >>> from fewidgets import predict
    >>> p = predict("9.6 first feature")
    >>> p.answer = "RM"
    >>> w = ClassView()
    >>> w.paste(p.share().text)
    >>> w
    ClassView(question='9.6 first feature'): 9.6 first feature: 1 answer. Most frequent: RM (1).
    """

    question, reveal, pasted, read = State(), State(), State(), State(0)

    data: Collector
    _watch: Watch | None = None

    def __init__(
        self,
        folder: str | Path | None = None,
        *,
        questions: Sequence[Question] = (),
        question: str | None = None,
        reveal: bool = False,
        pasted: str = "",
        **common: Unpack[Common],
    ) -> None:
        self._moving = threading.RLock()  # the browser's messages may come in another thread
        known = {**bank(), **_by_name(questions)}
        collector = Collector(_as_folder(folder), known, registry.__all__)
        collector.look()
        self.take_arguments(data=collector, questions=())
        self._watch = Watch(self.refresh, SECONDS) if folder is not None else None

    @classmethod
    def example(cls) -> ClassView:
        from fewidgets.asking import predict

        w = cls()
        for answer in ("LSTAT", "RM", "LSTAT"):
            asked = predict("9.6 first feature")
            asked.answer = answer
            w.paste(asked.share().text)
        return w

    # The hooks

    def inputs_of(self, data: Collector, values: Mapping[str, Any]) -> Sequence[Control]:
        found = self._found(data, values)
        sizes = _sizes(found)
        options = sorted(sizes, key=lambda name: (name.startswith(STATES), lesson_order(name))) or [NOBODY]
        most = max(options, key=lambda name: sizes.get(name, 0))
        states = most.startswith(STATES) and all(name.startswith(STATES) for name in options)
        inputs: list[Control] = [
            Choice("question", options, start=most, compute=True, label="Question"),
            Toggle("reveal", compute=True, label="Show the right answer", idle=states or not sizes),
            TextArea("pasted", rows=2, limit=MOST_PASTED, label="Paste codes here"),
        ]
        return [*inputs, Button("read", label="Read the folder again", idle=data.folder is None)]

    def implied_inputs(self, asked: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Hide the right answer when another question is chosen."""
        return {"reveal": False} if asked.get("question", values["question"]) != values["question"] else {}

    def trace_of(self, data: Collector, values: Mapping[str, Any]) -> ClassTrace:
        found, name = self._found(data, values), values["question"]
        answers = found.states.get(name.removeprefix(STATES), ()) if name.startswith(STATES) else found.given.get(name, ())
        return ClassTrace(name, tuple(answers), found, bool(values["reveal"]) and name in data.questions)

    def scene_of(self, trace: ClassTrace, names: Sequence[str], inputs: Inputs) -> Scene:
        """Show a bar for each answer, or all sketches over each other."""
        asked = self.data.questions.get(trace.question)
        shown = counted(trace, asked)
        panel = _sketches(trace, asked) if asked and isinstance(asked.kind, Sketch) else _bars(shown, asked)
        found = trace.found
        left_out = found.unreadable + found.unknown
        looked = found.looked.get(trace.question, 0)
        return Scene(
            title=readable(asked.question) if asked else "What the class answered",
            panels=[panel],
            controls=list(inputs.controls.values()),
            readouts=[
                Readout(f"{_noun(trace).capitalize()}s", len(trace.answers)),
                *([Readout("Looked without an answer", looked)] if looked else []),
                *([Readout("Left out", left_out)] if left_out else []),
            ],
            caption=_caption(trace, shown, asked),
        )

    def _found(self, data: Collector, values: Mapping[str, Any]) -> Answers:
        found = data.all()
        found.add(data.in_text(values["pasted"]))
        return found

    # What teachers use

    @property
    def found(self) -> Answers:
        """Everything that was found in the folder and in the pasted text."""
        found: Answers = self.trace.found
        return found

    @property
    def counts(self) -> dict[str, int]:
        """What was answered to the present question, and how often."""
        shown = counted(self.trace, self.data.questions.get(self.trace.question))
        return dict(zip(shown.labels, shown.counts, strict=True))

    @property
    def watching(self) -> bool:
        """Whether the folder is looked at by itself; otherwise call `refresh`."""
        return self._watch is not None and self._watch.running

    @property
    def selected(self) -> tuple[str, ...]:
        return ()

    def refresh(self) -> bool:
        """Look at the folder now; return whether something has changed there."""
        if not self.data.look():
            return False
        self.move(read=self.read + 1)
        return True

    def paste(self, text: str) -> None:
        """Add the codes in a text, such as a chat or a mail."""
        if not isinstance(text, str):
            raise TypeError(must_be("text", "a text with codes", text))
        self.move(pasted=f"{self.pasted}\n{text}".strip())

    def move(self, **state: Any) -> None:
        with self._moving:
            if "read" in state:
                self.data.look()
            super().move(**state)

    def close(self) -> None:
        """Close the widget and stop looking at the folder."""
        if self._watch is not None:
            self._watch.stop()
        super().close()

    def share(self) -> Any:
        """Refuse: a code of this view would hold the answers of others."""
        raise TypeError("A class view has no code: it would hold the answers of others. Save a page with to_html instead.")

    def __repr__(self) -> str:
        if "snapshot" not in self.__dict__:
            return "ClassView()"
        revealed = ", reveal=True" if self.reveal else ""
        return f"ClassView(question={self.question!r}{revealed}): {self.caption}"


def counted(trace: ClassTrace, asked: Question | None) -> Distribution:
    """Return what was answered, and how often; a sketch is one bar."""
    if trace.question.startswith(STATES):
        labels, counts = count_states(trace.question.removeprefix(STATES), trace.answers)
        return Distribution(tuple(labels), tuple(counts), (False,) * len(labels))
    if asked is None:
        return Distribution((), (), ())
    if isinstance(asked.kind, Sketch):
        return Distribution(("sketches",), (len(trace.answers),), (False,))
    return distribution(asked.kind, trace.answers, trace.reveal)


def _as_folder(folder: Any) -> Path | None:
    if folder is None:
        return None
    if not isinstance(folder, str | Path):
        raise TypeError(must_be("folder", "a path", folder))
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise FileNotFoundError(f"folder must exist; there is no folder {str(place)!r}. Create it first.")
    return place


def _by_name(questions: Any) -> dict[str, Question]:
    if isinstance(questions, Question) or not isinstance(questions, Iterable):
        raise TypeError(must_be("questions", "a sequence of Question(name, question, kind)", questions))
    listed = list(questions)
    for each in listed:
        if not isinstance(each, Question):
            raise TypeError(must_be("questions", "a sequence of Question(name, question, kind)", each))
    return {each.name: each for each in listed}


def _sizes(found: Answers) -> Mapping[str, int]:
    """Return how many answers there are to each question, and how many codes of each class."""
    given = {name: len(answers) for name, answers in found.given.items() if answers}
    return MappingProxyType({**given, **{f"{STATES}{name}": len(codes) for name, codes in found.states.items()}})


def _bars(shown: Distribution, asked: Question | None) -> Panel:
    most = max([1, *shown.counts])
    style = [1 if right else 0 for right in shown.right]
    bars = Bars(list(shown.labels) or [""], np.array(shown.counts or [0]), color="primary")
    if any(style):
        styles = [Style("answer", "primary"), Style("the right answer", "positive", glyph="✓")]
        bars = replace(bars, style=np.array(style), styles=styles)
    along = Axis("answers", domain=(0, most), whole=True)
    return Panel("Answers of the class", [bars], x=along, height=360, empty="" if sum(shown.counts) else WAITING)


def _sketches(trace: ClassTrace, asked: Question) -> Panel:
    """Draw all sketches over each other, thin, and the truth over them when it is revealed."""
    kind: Any = asked.kind
    marks: list[Any] = []
    drawn = [np.asarray(answer, dtype=float) for answer in trace.answers[-MOST_LINES:]]
    truth = kind.truth if trace.reveal else None
    x, y = kind.x_axis, kind.y_axis
    domain = (float(kind.grid[0]), float(kind.grid[-1]))
    for k, curve in enumerate(kind.curves):
        color = k if len(kind.curves) > 1 else "quiet"
        for sketch in drawn:
            at, heights = kind.grid, sketch[k]
            marks.append(Dots(at, heights, color=color, size=6.0) if kind.bars else Line(at, heights, color=color, width=1.0))
        if truth is not None:
            if kind.bars:
                marks.append(Dots(kind.grid, truth[k], color="accent", size=13.0))
            else:
                label = readable(curve) if len(kind.curves) > 1 else "truth"
                color = k if len(kind.curves) > 1 else "accent"
                marks.append(Line(kind.grid, truth[k], color=color, width=3.5, label=label))
    names = [(float(place), readable(str(name))) for place, name in zip(kind.grid, kind.places, strict=True)]
    along = Axis(readable(x.label), domain=domain)
    if kind.bars:
        along = Axis("", domain=(domain[0] - 0.5, domain[1] + 0.5), ticks=names)
    truth_words = ", and the truth as large dots" if kind.bars else ", and the truth"
    title = f"All sketches of the class{truth_words if trace.reveal else ''}"
    height = Axis(readable(y.label), domain=y.domain)
    return Panel(title, marks, x=along, y=height, height=400, empty="" if drawn or trace.reveal else WAITING)


def _noun(trace: ClassTrace) -> str:
    return "code" if trace.question.startswith(STATES) else "answer"


def _caption(trace: ClassTrace, shown: Distribution, asked: Question | None) -> str:
    """Say how many answered, what most of them did, how many are right, and what was left out."""
    count = len(trace.answers)
    said = [f"{trace.question}: {count} {_noun(trace)}{'s' * (count != 1)}."] if count else [WAITING]
    if count and not (asked and isinstance(asked.kind, Sketch)):
        counts = [count if label not in OTHERS else 0 for label, count in zip(shown.labels, shown.counts, strict=True)]
        best = int(np.argmax(counts))
        said.append(f"Most frequent: {shown.labels[best]} ({shown.counts[best]}).")
    if count and trace.reveal and asked is not None:
        right = sum(asked.kind.grade(answer).right for answer in trace.answers)
        truth = readable(asked.kind.true_in_words())
        said.append(f"{right} of {count} {'is' if right == 1 else 'are'} right. {truth}".strip())
    left_out = [
        f"{number} {what}"
        for number, what in (
            (trace.found.unreadable, "could not be read"),
            (trace.found.unknown, "answer other questions or earlier versions"),
        )
        if number
    ]
    if left_out:
        said.append(f"Left out: {' and '.join(left_out)}.")
    return " ".join(said)
