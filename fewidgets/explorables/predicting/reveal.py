"""What is shown after a prediction: whether it was right, the reason, and what is right, in words and as plain data."""

from __future__ import annotations

from typing import Any

from fewidgets.explorables.predicting.choosing import SeveralOf
from fewidgets.explorables.predicting.estimating import Estimate
from fewidgets.explorables.predicting.kind import Kind, Verdict
from fewidgets.explorables.predicting.sketching import Sketch
from fewidgets.explorables.predicting.tex import readable

RIGHT, CLOSE, WRONG, UNASKED = "Right.", "Close enough.", "Not quite.", "Shown without a prediction."
#: The parts of a reveal that are words, in the order in which they are read.
WORDS = ("lead", "yours", "reason", "truth", "because")


def reveal_of(kind: Kind, answer: Any, verdict: Verdict | None) -> dict[str, Any]:
    """Return the outcome ("right", "wrong" or "shown"), the texts of `WORDS`, and ``mark``, the truth for the painter of the
    form.
    """
    if verdict is None:
        words = {"lead": UNASKED, "truth": kind.true_in_words(), "because": kind.why()}
        return _made("shown", words, kind)
    exact = not isinstance(kind, Estimate) or verdict.distance == (1 if kind.scale == "log" else 0)
    words = {"lead": (RIGHT if exact else CLOSE) if verdict.right else WRONG, "yours": yours(kind, answer, verdict)}
    words["reason"] = verdict.reason
    if not verdict.right or not exact:
        words["truth"] = kind.true_in_words()
    if not verdict.right and not isinstance(kind, SeveralOf):  # the reason has explained each option
        words["because"] = kind.why()
    return _made("right" if verdict.right else "wrong", words, kind)


def yours(kind: Kind, answer: Any, verdict: Verdict) -> str:
    """Return a sentence about what was answered, with its distance from the truth."""
    if isinstance(kind, Sketch):
        return f"Your sketch is {verdict.told}."
    words = kind.in_words(answer).rstrip(".")
    if isinstance(kind, Estimate):
        return (
            f"You predicted {words}, {verdict.told}."
            if verdict.distance != (kind.scale == "log")
            else f"You predicted {words}."
        )
    return f"You predicted: {words} ({verdict.told})." if verdict.told else f"You predicted: {words}."


def caption_of(reveal: dict[str, Any]) -> str:
    """Join the words of a reveal."""
    return " ".join(reveal[name] for name in WORDS if reveal.get(name))


def _made(outcome: str, words: dict[str, str], kind: Kind) -> dict[str, Any]:
    texts = {name: readable(text) for name, text in words.items() if text}
    return {"outcome": outcome, **texts, "mark": None if isinstance(kind, Sketch) else kind.plain(kind.truth)}
