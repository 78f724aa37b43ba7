"""A prediction's answer as a code: which question, whether it was committed, and what was answered. It holds no name.

``frontend/src/classpage/answers.js`` reads the same codes in a page without Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.codes.letters import CodeError, read, written
from fewidgets.codes.packing import CLASS, Reader, Writer, mark_of
from fewidgets.explorables.predicting.choosing import OneOf, SeveralOf
from fewidgets.explorables.predicting.estimating import Estimate
from fewidgets.explorables.predicting.kind import Kind
from fewidgets.explorables.predicting.ordering import Ordering
from fewidgets.explorables.predicting.sketching import Sketch
from fewidgets.scene.asking import COMMITTED, OPEN, SHOWN

PREDICTION = "Prediction"
#: Bits of the mark of a question, of an option's place, and of a height in a sketch.
QUESTION, PLACE, HEIGHT = 25, 5, 10
_STAGES = (OPEN, COMMITTED, SHOWN)


@dataclass(frozen=True, eq=False)
class AnswerCode:
    """What a code of an answer says before its question is known.

    Attributes
    ----------
    mark : int
        The mark of the question, see `question_mark`.
    stage : str
        "open", "committed" or "shown".
    rest : Reader or None
        The answer, to be read with the kind of the question; None if there is none.
    """

    mark: int
    stage: str
    rest: Reader | None

    def answer(self, kind: Kind) -> Any:
        """Return the answer in its plain form, or None.

        Raises
        ------
        CodeError
            If it is no answer to a question of this kind.
        """
        if self.rest is None:
            return None
        try:
            return kind.plain(kind.check(_read(self.rest, kind)))
        except (TypeError, ValueError, IndexError) as error:
            raise CodeError(f"code holds no answer to this question: {error}") from None


def question_mark(name: str, version: str) -> int:
    """Return the mark of a question; it changes with the text and with what may be answered."""
    return mark_of(f"{name}/{version}", QUESTION)


def answer_code(mark: int, kind: Kind, answer: Any, stage: str) -> str:
    """Write an answer as a code.

    Parameters
    ----------
    mark : int
        The mark of the question.
    kind : Kind
        What may be answered.
    answer : any
        The answer in its plain form, or None. A sketch is rounded to a thousandth of its axis.
    stage : "open", "committed" or "shown"
    """
    writer = Writer()
    writer.bits(mark_of(PREDICTION, CLASS), CLASS)
    writer.bits(mark, QUESTION)
    writer.bits(_STAGES.index(stage), 2)
    writer.bits(int(answer is not None), 1)
    if answer is not None:
        _write(writer, kind, kind.check(answer))
    return written(writer.symbols())


def read_answer(code: str) -> AnswerCode:
    """Read a code of an answer.

    Raises
    ------
    TypeError, CodeError
        If it is none. The message says why.
    """
    reader = Reader(read(code))
    if reader.bits(CLASS) != mark_of(PREDICTION, CLASS):
        raise CodeError("code is not of a prediction. It opens an explorable: fewidgets.from_share(code).")
    mark, stage, given = reader.bits(QUESTION), reader.bits(2), reader.bits(1)
    if stage >= len(_STAGES):
        raise CodeError("code was made by a newer version of fewidgets. Run pip install --upgrade fewidgets.")
    return AnswerCode(mark, _STAGES[stage], reader if given else None)


def _write(writer: Writer, kind: Kind, answer: Any) -> None:
    if isinstance(kind, OneOf):
        writer.bits(list(kind.options).index(answer), PLACE)
    elif isinstance(kind, SeveralOf):
        for option in kind.options:
            writer.bits(int(option in answer), 1)
    elif isinstance(kind, Ordering):
        for item in answer:
            writer.bits(list(kind.items).index(item), PLACE)
    elif isinstance(kind, Sketch):
        low, high = _ends(kind)
        shares = (np.asarray(answer, dtype=float).ravel() - low) / (high - low)
        for height in np.round(1000 * shares).astype(int).tolist():
            writer.bits(height, HEIGHT)
    else:
        writer.value(answer)


def _read(reader: Reader, kind: Kind) -> Any:
    if isinstance(kind, OneOf):
        return list(kind.options)[reader.bits(PLACE)]
    if isinstance(kind, SeveralOf):
        return [option for option in kind.options if reader.bits(1)]
    if isinstance(kind, Ordering):
        return [list(kind.items)[reader.bits(PLACE)] for _ in kind.items]
    if isinstance(kind, Sketch):
        low, high = _ends(kind)
        shape = len(kind.curves), len(kind.places)
        heights = np.array([reader.bits(HEIGHT) for _ in range(shape[0] * shape[1])]).reshape(shape)
        return np.clip(low + heights / 1000 * (high - low), low, high)
    if isinstance(kind, Estimate):
        return reader.value()
    raise CodeError("code is of another kind of question.")


def _ends(kind: Sketch) -> tuple[float, float]:
    low, high = sorted(map(float, kind.y_axis.domain))
    return low, high
