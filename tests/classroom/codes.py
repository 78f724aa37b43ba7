"""Codes of answers, as students send them."""

from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting.answer_codes import answer_code


def code(name, answer, stage="committed"):
    """Write the code of an answer to a prediction of the lessons."""
    asked = questions()[name]
    return answer_code(asked.mark, asked.kind, answer, stage)
