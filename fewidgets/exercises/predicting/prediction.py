"""A prediction: a question, an answer that is committed, and then the truth with the reason (all sections)."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

import ipywidgets
import traitlets

from fewidgets.codes.code import Code, CodeError
from fewidgets.exercises.predicting import record
from fewidgets.exercises.predicting.answer_codes import answer_code, question_mark, read_answer
from fewidgets.exercises.predicting.held_output import HeldOutput, held_output
from fewidgets.exercises.predicting.kind import Kind, Plain, Verdict, caption_of, text_of
from fewidgets.exercises.predicting.question import lesson_of
from fewidgets.exercises.predicting.sealed_answers import seal
from fewidgets.exercises.predicting.tex import readable
from fewidgets.explorables.framework.aliases import Controls, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.for_pages import HELD_SHARE, carried
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.renderer import Painter
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import Scene
from fewidgets.scene.controls.prediction import COMMITTED, OPEN, SHOWN, Ask, Stage
from fewidgets.scene.page.budget import FOR_PAGES
from fewidgets.scene.page.page import encoded_page
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Keywords, Names, NameTuple

if TYPE_CHECKING:
    from typing import Self

    from matplotlib.figure import Figure


NOT_YET = "You have not made this prediction yet."
UNSAVED = "Your prediction could not be saved beside the notebook ({why}). It is kept until the kernel ends."
FIRST_WORDS = 6  # words of a question that name it in a record


@dataclass(frozen=True, eq=False)
class Asked:
    """The question with TeX as Unicode, what may be answered, and what is held back until then."""

    question: str
    name: str
    lesson: str
    kind: Kind
    version: str
    then: Explorable | None


@dataclass(frozen=True, eq=False)
class PredictionTrace:
    """The answer (None if there is none), the stage ("open", "committed" or "shown") and the verdict."""

    answer: Any
    stage: str
    verdict: Verdict | None


class Prediction(Explorable):
    """Ask a question before its answer is shown: the student answers, commits, and sees the answer against the truth.

    Parameters
    ----------
    question : str
        The question, with TeX between dollar signs.
    kind : Kind
        What may be answered, what is right, and the explanations, such as `OneOf` or `Sketch`.
    name : str, optional
        A name for the record, such as "9.6 first feature"; by default the first words of the question.
    lesson : str, optional
        The lesson, which names the file of the record. By default, that of the section with which the name begins.
    then : Explorable, optional
        An explorable that is shown only after a commit, or after *Show me without predicting*.
    answer : any, optional
        The answer. It can be set until it is committed.
    stage : "open", "committed" or "shown", optional
        Set by `commit` and `show_without_predicting`.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    outcome : str
        "not attempted", "right", "wrong" or "shown".
    distance : float or None
        How far a committed answer is from the truth, see `Verdict`.
    verdict : Verdict or None
        Whether the committed answer is right, and the reason.
    notice : str
        Why a prediction could not be saved, or an empty string.

    Examples
    --------
    >>> from fewidgets.exercises.predicting import Estimate
    >>> p = Prediction("How many weights are zero?", Estimate(9, 0, 13, step=1, near=0, because="Four features stay.",
    ...                below="More features leave.", above="Some features stay."), name="9.7 zeros")
    >>> p.answer = 7
    >>> p.commit()
    >>> p
    Prediction "9.7 zeros": wrong, answered 7, 2 too low
    """

    answer, stage = State(), State()
    notice = traitlets.Unicode("", read_only=True, help="Why a prediction could not be saved.").tag(sync=True)

    _asking = traitlets.Instance(Painter, help="The model that holds the JavaScript of predictions.").tag(
        sync=True, **ipywidgets.widget_serialization
    )
    _then = traitlets.Instance(
        Explorable, allow_none=True, default_value=None, help="The explorable that was held back, once it is shown."
    ).tag(sync=True, **ipywidgets.widget_serialization)

    data: Asked

    def __init__(
        self,
        question: str,
        kind: Kind,
        *,
        name: str | None = None,
        lesson: str | None = None,
        then: Explorable | None = None,
        answer: Any = None,
        stage: str | None = None,
        **common: Unpack[Common],
    ) -> None:
        question = text_of("question", question)
        if not isinstance(kind, Kind):
            raise TypeError(must_be("kind", "a kind of answer, such as OneOf or Estimate", kind))
        if not callable(kind.right):
            _ = kind.truth  # refuses a right answer that cannot be given now, and not when a student commits
        if then is not None and not isinstance(then, Explorable):
            raise TypeError(must_be("then", "an explorable, or None", then))
        name = " ".join(question.split()[:FIRST_WORDS]) if name is None else text_of("name", name)
        lesson = lesson_of(name) if lesson is None else text_of("lesson", lesson)
        self._held: list[HeldOutput] = []
        version = record.version_of(question, kind)
        state = {"answer": answer, "stage": stage}
        if answer is None and stage is None:
            state = _recorded(kind, record.find(record.record_path(lesson), name, version))
        asked = Asked(readable(question), name, lesson, kind, version, then)
        self.open_with(asked, state=state)
        if self.stage != OPEN:
            self._then = then

    @classmethod
    def example(cls) -> Self:
        from fewidgets.exercises.predicting import OneOf

        return cls(
            "A model compares two people by the difference of the numbers of their blood types: O = 0, A = 1, B = 2, AB = 3. "
            "Which two types does it treat as most different?",
            OneOf(
                {
                    "O and A": "They are neighbours in the list, so their numbers differ by 1 only.",
                    "O and AB": "Their numbers differ by 3. No biologist measured that. It is only because AB stands last.",
                    "All pairs are equally different": "That would be sensible, but the differences are 1, 2 and 3.",
                },
                right="O and AB",
            ),
            name="9.2.1 blood types",
        )

    @traitlets.default("_asking")
    def _default_asking(self) -> Painter:
        return Painter.shared()

    # The hooks

    def inputs_of(self, data: Asked, values: Values) -> Controls:
        answer, stage, kind = values["answer"], values["stage"] or OPEN, data.kind
        return (
            Ask(
                "answer",
                label="Your prediction",
                prompt=data.question,
                form={"type": kind.kind, **kind.form()},
                accepts=lambda given: kind.plain(kind.check(given)),
                value=answer,
                fixed=stage != OPEN,
                holds=data.then is not None,
                record=f"{data.lesson}/{data.name}/{data.version}",
            ),
            Stage("stage", label="Stage", now=stage),
        )

    def trace_of(self, data: Asked, values: Values) -> PredictionTrace:
        answer, stage = values["answer"], values["stage"]
        if stage == COMMITTED and answer is None:
            raise ValueError("answer must be given before a commit; it is None.")
        return PredictionTrace(answer, stage, data.kind.grade(answer) if stage == COMMITTED else None)

    def scene_of(self, trace: PredictionTrace, names: Names, inputs: Inputs) -> Scene:
        scene = _laid_out(self.data, trace, inputs)
        return _for_page(scene, self.data) if os.environ.get(FOR_PAGES) else scene

    # What students and teachers use

    @property
    def verdict(self) -> Verdict | None:
        return self.trace.verdict

    @property
    def outcome(self) -> str:
        if self.verdict is not None:
            return "right" if self.verdict.right else "wrong"
        return "shown" if self.stage == SHOWN else "not attempted"

    @property
    def distance(self) -> float | None:
        return None if self.verdict is None else self.verdict.distance

    @property
    def then(self) -> Explorable | None:
        return self.data.then

    @property
    def selected(self) -> NameTuple:
        return ()

    def commit(self) -> None:
        """Commit the answer; ValueError if there is none. The first commit counts."""
        if self.stage == OPEN:
            self.move(stage=COMMITTED)

    def show_without_predicting(self) -> None:
        """Show the truth without an answer. The record says so, and an answer cannot be given afterwards."""
        if self.stage == OPEN:
            self.move(stage=SHOWN, answer=None)

    def hold(self) -> HeldOutput:
        """Hold back what a cell prints or displays: ``with p.hold(): print(…)`` shows it after the commit."""
        output = held_output(self.data.name, visible=self.stage != OPEN)
        self._held.append(output)
        return output

    def move(self, **state: Any) -> None:
        was = self.stage
        with self.hold_sync():
            super().move(**state)
            if was == OPEN and self.stage != OPEN:
                self._remember()
                self._then = self.data.then
        if was != self.stage:
            for output in self._held:
                output.release()

    # Other forms

    def share(self) -> Code:
        """Return the answer as a code without a name; a sketch is rounded to a thousandth of its axis."""
        asked = self.data
        text = answer_code(question_mark(asked.name, asked.version), asked.kind, self.answer, self.stage)
        answered = "the answer to" if self.answer is not None else "a question without an answer,"
        return Code(text, f'{answered} "{asked.name}"')

    @classmethod
    def from_share(cls, code: Any, *data: Any, **keywords: Any) -> Self:
        """Open a prediction with the answer of a code, on ``question, kind, name=…`` as the constructor takes them. Nothing is
        recorded.
        """
        found = read_answer(str(code) if isinstance(code, Code) else code)
        if not data and "kind" not in keywords:
            raise TypeError("question and kind are missing. For a prediction of a lesson, use fewidgets.from_share(code).")
        asked = cls(*data, **keywords, stage=OPEN).data
        if question_mark(asked.name, asked.version) != found.mark:
            raise CodeError(f"code answers another question than {asked.name!r}, or an earlier version of it.")
        return cls(*data, **keywords, answer=found.answer(asked.kind), stage=found.stage)

    def figure(self, theme: str = "light", **state: Any) -> Figure:
        if state:
            raise TypeError("A figure of a prediction shows its present state; set `answer` and call commit() instead.")
        from fewidgets.scene.still.matplotlib_figure import draw

        return draw(self._pictured(), theme=theme, **self.state)

    def page_scene(self) -> Scene:
        """Return the scene for a page without a kernel. It holds the explorable that is held back, and all verdicts."""
        return _for_page(self.scene, self.data, self.present)

    def page(self, **_: Any) -> Keywords:
        return encoded_page(self.page_scene(), self.state)

    def still(self) -> str:
        """Return the question and its form as HTML, for viewers without widgets."""
        kind = self.data.kind
        parts = [f"<p><strong>Predict.</strong> {html.escape(self.data.question)}</p>"]
        if listed := kind.listed():
            parts.append(f"<ul>{''.join(f'<li>{html.escape(text)}</li>' for text in listed)}</ul>")
        return "".join([*parts, f"<p>{html.escape(self.caption)}</p>"]).replace("$", "&#36;")  # $ … $ is no formula

    def __repr__(self) -> str:
        if "snapshot" not in self.__dict__:
            return "Prediction()"
        said = f'Prediction "{self.data.name}": {self.outcome}'
        if self.verdict is None:
            return said
        answer = self.data.kind.in_words(self.data.kind.check(self.answer))
        return ", ".join(filter(None, [said, f"answered {answer}", self.verdict.told]))

    @traitlets.observe("present")
    def _present_what_is_held(self, change: Any) -> None:
        if self.data.then is not None and True in (change.old, change.new):  # as it opens, False asks for nothing
            self.data.then.present = change.new

    def _remember(self) -> None:
        """Add the outcome to the record beside the notebook. If that fails, say why."""
        kind, verdict = self.data.kind, self.verdict
        entry = {
            "name": self.data.name,
            "question": self.data.question,
            "outcome": self.outcome,
            "answer": "" if verdict is None else kind.in_words(kind.check(self.answer)),
            "distance": None if verdict is None else verdict.distance,
            "time": record.now(),
            "version": self.data.version,
            "given": self.answer,
        }
        try:
            record.append(record.record_path(self.data.lesson), entry)
        except OSError as error:
            self.set_trait("notice", UNSAVED.format(why=error.strerror or error))

    def _pictured(self) -> Scene:
        """Return the scene with panels of the question and the answer, for a still picture."""
        kind, answer = self.data.kind, self.trace.answer
        shown = None if answer is None else kind.check(answer)
        panels = self.scene.panels or [kind.panel(shown, None if self.stage == OPEN else kind.truth)]
        return replace(self.scene, title=self.data.question, panels=panels)


def _laid_out(asked: Asked, trace: PredictionTrace, inputs: Inputs) -> Scene:
    """Lay out a prediction; before it is made, nothing depends on the truth."""
    kind = asked.kind
    ask, stage = inputs.controls["answer"], inputs.controls["stage"]
    panels, caption, truth = [], NOT_YET, None
    answer = kind.check(trace.answer) if trace.verdict is not None else None
    if trace.stage != OPEN:
        reveal, truth = kind.reveal(answer), kind.truth
        ask, caption = replace(ask, reveal=reveal), caption_of(reveal)
    if kind.drawn:
        panels = [kind.panel(answer, truth)]
    return Scene("Predict", panels, [ask, stage], caption=caption)


def _for_page(scene: Scene, asked: Asked, present: bool = False) -> Scene:
    """Return a scene that can be graded without a kernel, with the explorable that is held back."""
    ask, stage = scene.controls
    then, shown = None, asked.then
    if shown is not None:
        then = _held_page(shown)
        if present or shown.present:
            then = {**then, "scene": {**then["scene"], "present": True}}
    needs = then and then["scene"].get("modules")
    sealed = replace(ask, compute=False, sealed=seal(asked.kind, then), needs=needs)  # type: ignore[call-arg]  # it is an Ask
    return replace(scene, controls=[sealed, replace(stage, compute=False)])


@lru_cache(maxsize=4)
def _held_page(shown: Explorable) -> Keywords:
    """Return the page of an explorable that is held back; it is needed again in each state of the prediction."""
    return carried(shown, HELD_SHARE) if os.environ.get(FOR_PAGES) else shown.page()


def _recorded(kind: Kind, entry: Plain | None) -> Plain:
    """Return the state in a record; nothing if there is none, or its answer cannot be read."""
    if entry is None:
        return {}
    if entry["outcome"] == "shown":
        return {"stage": SHOWN}
    try:
        return {"answer": kind.plain(kind.check(entry.get("given"))), "stage": COMMITTED}
    except (TypeError, ValueError):
        return {}
