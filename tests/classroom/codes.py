"""Codes of answers, as students send them."""

from fewidgets.exercises.bank import questions
from fewidgets.explorables.predicting.answer_codes import answer_code, question_mark
from fewidgets.explorables.predicting.record import version_of


def code(name, answer, stage="committed"):
    """Write the code of an answer to a prediction of the lessons."""
    asked = questions()[name]
    return answer_code(question_mark(name, version_of(asked.question, asked.kind)), asked.kind, answer, stage)
