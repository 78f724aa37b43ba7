"""A prediction: a question, an answer that is committed, and then the truth with the reason."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets
from IPython.display import display

from fewidgets.explorables.predicting.kind import Kind, Verdict, text_of
from fewidgets.explorables.predicting.question import lesson_of
from fewidgets.scene.legible import must_be


class Prediction:
    """Ask a question before its answer is shown (sections 9.1 to 9.7).

    Parameters
    ----------
    question : str
        The question. Mathematics may stand as TeX between dollar signs.
    kind : OneOf, SeveralOf, Estimate, Ordering or Sketch
        What may be answered, what is right, and the explanations.
    name : str, optional
        A name for the record, by default the first words of the question.
    lesson : str, optional
        The lesson to which it belongs, by default the one of the section with which the name begins.
    then : Explorable, optional
        An explorable that is shown only after a commit, or after *Show me without predicting*.

    Attributes
    ----------
    answer : any
        The answer, None at first. It cannot be changed after a commit.
    outcome : str
        "not attempted", "right", "wrong" or "shown".
    verdict : Verdict or None
        Whether the committed answer is right, and the reason.
    distance : float or None
        How far the committed answer is from the truth, for a number, an order or a sketch.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described. The message names it.

    Examples
    --------
    >>> from fewidgets.explorables.predicting import Estimate
    >>> p = Prediction("How many weights are zero?", Estimate(9, 0, 13, step=1, near=0, because="Nine features left.",
    ...                below="More features leave.", above="Some features stay."), name="9.7 zeros")
    >>> p.answer = 7
    >>> p.commit()
    >>> p
    Prediction "9.7 zeros": wrong, answered 7, 2 too low
    """

    def __init__(
        self, question: str, kind: Kind, *, name: str | None = None, lesson: str | None = None, then: Any = None
    ) -> None:
        self.question = text_of("question", question)
        if not isinstance(kind, Kind):
            raise TypeError(must_be("kind", "OneOf, SeveralOf, Estimate, Ordering or Sketch", kind))
        self.kind = kind
        self.name = " ".join(self.question.split()[:6]) if name is None else text_of("name", name)
        self.lesson = lesson_of(self.name) if lesson is None else text_of("lesson", lesson)
        self.then = then
        self.verdict: Verdict | None = None
        self._answer: Any = None
        self._shown = False
        self._held: list[ipywidgets.Output] = []

    @property
    def answer(self) -> Any:
        return self._answer

    @answer.setter
    def answer(self, answer: Any) -> None:
        if self.outcome != "not attempted":
            raise ValueError(f"answer cannot be changed: the prediction is {self.outcome}.")
        self._answer = self.kind.check(answer)

    @property
    def outcome(self) -> str:
        if self.verdict is not None:
            return "right" if self.verdict.right else "wrong"
        return "shown" if self._shown else "not attempted"

    @property
    def distance(self) -> float | None:
        return None if self.verdict is None else self.verdict.distance

    def commit(self) -> None:
        """Commit the answer. The first commit counts; a second one changes nothing.

        Raises
        ------
        ValueError
            If there is no answer yet.
        """
        if self.outcome != "not attempted":
            return
        if self._answer is None:
            raise ValueError("answer must be set before commit(); it is None.")
        self.verdict = self.kind.grade(self._answer)
        self._reveal()

    def show_without_predicting(self) -> None:
        """Show the truth without an answer. This is remembered as such; an answer cannot be given afterwards."""
        if self.outcome == "not attempted":
            self._shown = True
            self._reveal()

    def hold(self) -> ipywidgets.Output:
        """Hold back what a cell prints or displays: ``with p.hold(): print(…)`` shows it after the commit."""
        visible = self.outcome != "not attempted"
        output = ipywidgets.Output(layout={"display": None if visible else "none"})
        self._held.append(output)
        # Without a form in words, which would stand in the stored notebook above the texts that are held back.
        view = {"version_major": 2, "version_minor": 0, "model_id": output.model_id}
        display({"application/vnd.jupyter.widget-view+json": view}, raw=True)  # type: ignore[no-untyped-call]
        return output

    def _reveal(self) -> None:
        for output in self._held:
            output.layout.display = None

    def __repr__(self) -> str:
        said = f'Prediction "{self.name}": {self.outcome}'
        if self.verdict is None:
            return said
        parts = [said, f"answered {self.kind.in_words(self._answer)}", self.verdict.told]
        return ", ".join(part for part in parts if part)

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.question)}</p><p>{html.escape(repr(self))}</p>"
