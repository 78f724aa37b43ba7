"""A prediction's answer as a code, without a name.

The content is JSON, ``["Prediction", mark, stage, answer]``. ``frontend/src/classpage/answers.js`` reads it too.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from fewidgets.codes.code import CodeError, read, written
from fewidgets.exercises.predicting.kind import Kind

PREDICTION = "Prediction"


@dataclass(frozen=True, eq=False)
class AnswerCode:
    """A code before its question is known: `question_mark`, the stage and the coded answer, if any."""

    mark: int
    stage: str
    coded: Any

    def answer(self, kind: Kind) -> Any:
        """Return the plain answer, or None; CodeError if it does not fit this kind."""
        if self.coded is None:
            return None
        try:
            return kind.plain(kind.check(kind.decoded(self.coded)))
        except (TypeError, ValueError, IndexError, OverflowError) as error:
            raise CodeError(f"code holds no answer to this question: {error}") from None


def question_mark(name: str, version: str) -> int:
    """Return the mark of a question; it changes with the text and the possible answers."""
    return int.from_bytes(hashlib.sha256(f"{name}/{version}".encode("utf-8", "surrogatepass")).digest()[:4], "big") >> 7


def answer_code(mark: int, kind: Kind, answer: Any, stage: str) -> str:
    """Write an answer in its plain form, or None, as a code."""
    return written([PREDICTION, mark, stage, None if answer is None else kind.coded(kind.check(answer))])


def read_answer(code: str) -> AnswerCode:
    """Read a code of an answer; TypeError or CodeError if it is none."""
    match read(code):
        case ["Prediction", int(mark), ("open" | "committed" | "shown") as stage, coded]:
            return AnswerCode(mark, stage, coded)
    raise CodeError("code is not of a prediction. It opens an explorable: fewidgets.from_share(code).")
