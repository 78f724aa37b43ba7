"""``from_share`` opens any code: it finds the class, or the prediction of a lesson."""

from __future__ import annotations

from typing import Any

from fewidgets.codes.code import Code, CodeError, read
from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting.answer_codes import PREDICTION, read_answer
from fewidgets.exercises.predicting.prediction import Prediction
from fewidgets.explorables import EXPLORABLES, Explorable
from fewidgets.explorables.framework.sharing import content_of
from fewidgets.scene.types import Keywords


def from_share(code: str | Code, *data: Any, **keywords: Any) -> Explorable:
    """Open the state that a code stands for, whatever its class.

    Parameters
    ----------
    code : str or Code
        What ``w.share()`` returned. Words may stand around it.
    *data
        The data, as the constructor takes them, if they do not come from `fewidgets.data`: with its size and names.
    **keywords
        ``feature_names``, ``layout``, ``present``, and settings that the code cannot hold.

    Returns
    -------
    Explorable
        The explorable in the state of the code. The answer to a prediction is shown, and not recorded.

    Raises
    ------
    TypeError
        If data are needed, or the arguments are not as described.
    ValueError
        If the code is damaged, is of another version, or does not fit the data.

    Examples
    --------
    >>> from fewidgets import LambdaSlider
    >>> from fewidgets.data import load_boston
    >>> code = LambdaSlider(load_boston(), reduction="sum", lam=40.0).share()
    >>> from_share(code.text).lam
    40.0
    """
    text = str(code) if isinstance(code, Code) else code
    if read(text)[:1] == [PREDICTION]:
        return _prediction(text, data, keywords)
    kind = EXPLORABLES.get(content_of(text)[0])
    if kind is None:
        raise CodeError("code opens an explorable that this version of fewidgets does not have. Upgrade fewidgets.")
    return kind.from_share(text, *data, **keywords)


def _prediction(code: str, data: tuple[Any, ...], keywords: Keywords) -> Explorable:
    if data or "kind" in keywords:
        return Prediction.from_share(code, *data, **keywords)
    found = read_answer(code)
    asked = {each.mark: each for each in questions().values()}.get(found.mark)
    if asked is None:
        raise CodeError(
            "code answers a question that is not in the lessons of this version of fewidgets. If it is your own, pass the "
            "question and its kind."
        )
    return Prediction(
        asked.question,
        asked.kind,
        name=asked.name,
        lesson=asked.lesson,
        answer=found.answer(asked.kind),
        stage=found.stage,
        **keywords,
    )
