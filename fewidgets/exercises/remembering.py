"""``remember`` quotes what a student answered to a question of an earlier lesson."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cached_property

from fewidgets.exercises.bank import question
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.predicting.record import entries, record_path
from fewidgets.exercises.predicting.tex import readable


@dataclass(frozen=True, repr=False)
class Remembered:
    """An earlier question, with the answer that the student gave then. A notebook shows both as a quotation."""

    asked: Question

    @cached_property
    def question(self) -> str:
        return readable(self.asked.question)

    @cached_property
    def answer(self) -> str:
        """What became of the question, in one or two sentences."""
        found = next((each for each in entries(record_path(self.asked.lesson)) if each["name"] == self.asked.name), None)
        if found is None:
            return "You have not answered this question yet."
        if found["outcome"] == "shown" or not isinstance(found.get("answer"), str):
            return "You looked at the answer without predicting."
        right = "That was right." if found["outcome"] == "right" else "That was not right."
        if self.asked.kind.drawn:
            return f"You drew your answer. {right}"
        return f"You answered: {found['answer'].rstrip('.')}. {right}"

    @property
    def section(self) -> str:
        return self.asked.name.split(" ")[0]

    def __repr__(self) -> str:
        return f"Lesson {self.section} asked: {self.question}\n{self.answer}"

    def _repr_html_(self) -> str:
        question, answer = html.escape(self.question), html.escape(self.answer)
        said = f"<blockquote><p>Lesson {self.section} asked: {question}</p><p><strong>{answer}</strong></p></blockquote>"
        return said.replace("$", "&#36;")  # $ … $ is no formula


def remember(name: str) -> Remembered:
    """Quote a prediction of an earlier lesson with what the student answered, from the record beside the notebook.

    Parameters
    ----------
    name : str
        The prediction, such as "9.6 first feature".

    Returns
    -------
    Remembered
        ``question`` and ``answer``, which a notebook shows.

    Raises
    ------
    TypeError, ValueError
        If ``name`` is not a string, or no prediction has it.

    Examples
    --------
    >>> remember("9.5 covariance").answer
    'You have not answered this question yet.'
    """
    return Remembered(question(name))
