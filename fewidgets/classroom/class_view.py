"""The answers of a class to the predictions of a lesson, live and without names (all sections)."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Unpack

import numpy as np

from fewidgets.classroom.collecting import Answers, Collector
from fewidgets.classroom.score_bars import score_bars, score_caption
from fewidgets.classroom.state_names import OTHER_STATES, count_states
from fewidgets.classroom.watching import Watch
from fewidgets.exercises.bank import questions as bank
from fewidgets.exercises.cars.held_out import UNIT
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.predicting.kind import Bar
from fewidgets.exercises.predicting.ordering import OTHERS as OTHER_ORDERS
from fewidgets.exercises.predicting.question import by_name
from fewidgets.exercises.predicting.tex import readable
from fewidgets.explorables import registry
from fewidgets.explorables.framework.aliases import Controls, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.lessons.names import CAPSTONE, lesson_order
from fewidgets.scene import Axis, Bars, Button, Choice, Control, Panel, Readout, Scene, Style, TextArea, Toggle
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Names, NameTuple

SECONDS = 2.0  # between two looks at the folder
MOST_PASTED = 200_000  # characters
NOBODY = "no answers yet"
STATES = "codes of "  # before the name of a class, among the questions
SCORES = f"scores of the {CAPSTONE}"  # among the questions
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
    accounts, and shows no names. Scores of the capstone in these records are shown beside the references. So are those of a
    graded capstone, in the folder ``COURSE/graded/capstone``. What cannot be read is left out and counted.

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
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

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
        known = {**bank(), **by_name(questions)}
        collector = Collector(_as_folder(folder), known, registry.__all__)
        collector.look()
        self.take_arguments(data=collector, questions=())
        self._watch = Watch(self.refresh, SECONDS) if folder is not None else None

    @classmethod
    def example(cls) -> ClassView:
        from fewidgets.exercises.predict import predict

        w = cls()
        for answer in ("LSTAT", "RM", "LSTAT"):
            asked = predict("9.6 first feature")
            asked.answer = answer
            w.paste(asked.share().text)
        return w

    # The hooks

    def inputs_of(self, data: Collector, values: Values) -> Controls:
        found = self._found(data, values)
        sizes = _sizes(found)
        options = sorted(sizes, key=lambda name: (name.startswith(STATES), lesson_order(name))) or [NOBODY]
        most = max(options, key=lambda name: sizes.get(name, 0))
        states = all(name == SCORES or name.startswith(STATES) for name in options)
        inputs: list[Control] = [
            Choice("question", options, start=most, compute=True, label="Question"),
            Toggle("reveal", compute=True, label="Show the right answer", idle=states or not sizes),
            TextArea("pasted", rows=2, limit=MOST_PASTED, label="Paste codes here"),
        ]
        return [*inputs, Button("read", label="Read the folder again", idle=data.folder is None)]

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        """Hide the right answer when another question is chosen."""
        return {"reveal": False} if asked.get("question", values["question"]) != values["question"] else {}

    def trace_of(self, data: Collector, values: Values) -> ClassTrace:
        found, name = self._found(data, values), values["question"]
        answers = found.states.get(name.removeprefix(STATES), ()) if name.startswith(STATES) else found.given.get(name, ())
        answers = found.scores if name == SCORES else answers
        return ClassTrace(name, tuple(answers), found, bool(values["reveal"]) and name in data.questions)

    def scene_of(self, trace: ClassTrace, names: Names, inputs: Inputs) -> Scene:
        """Show a bar for each answer, or all sketches over each other."""
        asked = self.data.questions.get(trace.question)
        shown = counted(trace, asked)
        drawn = asked is not None and asked.kind.drawn
        panel = asked.kind.class_panel(trace.answers, trace.reveal) if asked and drawn else _bars(shown)
        if not trace.answers and not (drawn and trace.reveal):
            panel = replace(panel, empty=WAITING)
        found = trace.found
        left_out = found.unreadable + found.unknown
        looked = found.looked.get(trace.question, 0)
        return Scene(
            title=readable(asked.question) if asked else _title(trace),
            panels=[panel],
            controls=list(inputs.controls.values()),
            readouts=[
                Readout(f"{_noun(trace).capitalize()}s", len(trace.answers)),
                *([Readout("Looked without an answer", looked)] if looked else []),
                *([Readout("Left out", left_out)] if left_out else []),
            ],
            caption=_caption(trace, shown, asked),
        )

    def _found(self, data: Collector, values: Values) -> Answers:
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
        return {bar.label: bar.number for bar in shown}

    @property
    def watching(self) -> bool:
        """Whether the folder is looked at by itself; otherwise call `refresh`."""
        return self._watch is not None and self._watch.running

    @property
    def selected(self) -> NameTuple:
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


def counted(trace: ClassTrace, asked: Question | None) -> list[Bar]:
    """Return what was answered, and how often."""
    if trace.question == SCORES:
        return score_bars(trace.answers)
    if trace.question.startswith(STATES):
        return count_states(trace.question.removeprefix(STATES), trace.answers)
    return asked.kind.distribution(trace.answers, trace.reveal) if asked else []


def _as_folder(folder: Any) -> Path | None:
    if folder is None:
        return None
    if not isinstance(folder, str | Path):
        raise TypeError(must_be("folder", "a path", folder))
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise FileNotFoundError(f"folder must exist; there is no folder {str(place)!r}. Create it first.")
    return place


def _sizes(found: Answers) -> Mapping[str, int]:
    """Return the number of answers to each question, and of codes of each class."""
    given = {name: len(answers) for name, answers in found.given.items() if answers}
    scores = {SCORES: len(found.scores)} if found.scores else {}
    return MappingProxyType({**given, **scores, **{f"{STATES}{name}": len(codes) for name, codes in found.states.items()}})


def _bars(shown: Sequence[Bar]) -> Panel:
    most = max([1, *(bar.number for bar in shown)])
    bars = Bars([bar.label for bar in shown] or [""], np.array([bar.number for bar in shown] or [0]), color="primary")
    if any(bar.right for bar in shown):
        styles = [Style("answer", "primary"), Style("the right answer", "positive", glyph="✓")]
        bars = replace(bars, style=np.array([int(bar.right) for bar in shown]), styles=styles)
    return Panel("Answers of the class", [bars], x=Axis("answers", domain=(0, most), whole=True), height=360)


def _title(trace: ClassTrace) -> str:
    return f"Errors of the class on held-out cars, in {UNIT}" if trace.question == SCORES else "What the class answered"


def _noun(trace: ClassTrace) -> str:
    return "code" if trace.question.startswith(STATES) else "score" if trace.question == SCORES else "answer"


def _caption(trace: ClassTrace, shown: Sequence[Bar], asked: Question | None) -> str:
    """Say how many answered, what most of them did, and how many are right."""
    count = len(trace.answers)
    said = [f"{trace.question}: {count} {_noun(trace)}{'s' * (count != 1)}."] if count else [WAITING]
    if trace.question == SCORES:
        said.append(score_caption(trace.answers))
    elif count and not (asked and asked.kind.drawn):
        best = max(shown, key=lambda bar: bar.number if bar.label not in OTHERS else 0)
        said.append(f"Most frequent: {best.label} ({best.number}).")
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
