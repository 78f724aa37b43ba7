from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import SpamFeatures, spam_features
from fewidgets.algorithms._numerics.arrays import as_numeric_array, check_finite
from fewidgets.algorithms._numerics.types import Array, Counts
from fewidgets.algorithms.text.spam import SPAM_CHARACTERS, SPAM_FEATURES, SPAM_WORDS
from fewidgets.explorables.framework.aliases import Controls, Marks, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import (
    Axis,
    Bars,
    Frames,
    Panel,
    Pick,
    Readout,
    Scene,
    Style,
    Text,
    TextArea,
    Tokens,
    format_number,
)
from fewidgets.scene.types import NameTuple

MAIL = """Subject: FREE report inside!!!

Dear friend,

our business report will make you money: $5,000 in 85 days, all over the internet. People order it for $99; your address \
(and yours alone) will receive it free!

ACT NOW, it is the #1 way out of credit card debt. To remove your address from our mail, reply."""
EXAMPLES = {
    "an offer of a report": MAIL,
    "a note to a colleague": """Subject: meeting on Thursday

Hi George,

the lab meeting is at 10:30 on Thursday, in room 857. Please bring the data of the project and the paper for the conference; \
the original table (rev. 2) is on the technology server.

See you there.""",
    "a prize in capitals": """Subject: YOU WON!!!

CONGRATULATIONS!!! YOUR CREDIT IS $500,000! ORDER YOUR FREE MONEY NOW!!! REMOVE NOTHING, ADD YOUR ADDRESS!""",
}
MOST_CHARACTERS = 200_000
MOST_SHOWN = 12_000  # characters of an email that are shown
MOST_SENT = 40_000  # characters × features up to which all features are sent, so that picking one needs no kernel
MOST_BARS = 16
WORDS, CHARACTERS = 48, 6  # numbers of features that count words and characters

PLAIN, WORD, CHARACTER, CAPITALS = range(4)
LOOKS = (
    Style(""),
    Style("one of the 48 words", "accent", look="lit"),
    Style("one of the 6 characters", "positive", look="lit"),
    Style("capitals", "primary", look="lit"),
)
FOR, AGAINST = range(2)
VERDICTS = (Style("for spam", "accent", "+"), Style("against spam", "primary", "−"))
SHORT = (*SPAM_WORDS, *SPAM_CHARACTERS, "mean run", "longest run", "capitals")
SHORT_OF = dict(zip(SPAM_FEATURES, SHORT, strict=True))

Run = tuple[str, int]


class SpamViewer(Explorable):
    """An email to type or paste, and the places in its text that each of Spambase's 57 features counts (Example 9.2).

    Parameters
    ----------
    mail : str, optional
        The text of the email, up to 200,000 characters. By default, an advertisement. Headers count as text.
    feature : str
        The feature to highlight alone, such as "word_freq_free"; "" for all that are not zero.
    weights : array-like, shape (58,), optional
        Weights of a classifier, bias first, for example from `newton` on Spambase, to show what each feature adds.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : SpamFeatures
        The features, ``trace.X``, shape (1, 57), and their places in the text, ``trace.spans()``.
    score : float or None
        Bias + weights · features, if ``weights`` are given. The email is spam if the score is positive.
    selected : tuple of str
        Features that are not zero.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    All characters are counted, but only the first 12,000 are shown. A word in capitals counts for two features.

    Examples
    --------
    >>> w = SpamViewer("FREE money! Make $$$ now")
    >>> w.caption
    '8 of 57 features are not zero: 3 of the 48 words, 2 of the 6 characters, and the runs of capitals.'
    >>> w.feature = "word_freq_free"
    >>> w.caption
    'word_freq_free is 25.0: “free” is 1 of 4 words.'
    """

    lesson = "9.2.1_categories_and_text.ipynb"
    section = "9.2.2"
    description = "Paste an email and see its 57 spam features marked in the text. Example 9.2."

    mail, feature = State(), State()

    def __init__(
        self,
        mail: str = MAIL,
        *,
        feature: str = "",
        weights: ArrayLike | None = None,
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments(data=None if weights is None else _as_weights(weights))

    @classmethod
    def example(cls) -> SpamViewer:
        return cls()

    def describe_size(self) -> str:
        count = int(self.trace.word_totals[0])
        return f"{count:,} word{'s' * (count != 1)}"

    @property
    def selected(self) -> NameTuple:
        """Features that are not zero."""
        return _nonzero(self.trace)

    @property
    def score(self) -> float | None:
        """Bias + weights · features, if there are weights; positive for spam."""
        return None if self.data is None else _score(self.trace, self.data)

    def inputs_of(self, data: Any, values: Values) -> Controls:
        mail = values["mail"]
        pick = _pick(spam_features(mail), compute=True)
        too_much = min(len(mail), MOST_SHOWN) * (len(pick.options) + 1) > MOST_SENT
        return [TextArea("mail", MAIL, limit=MOST_CHARACTERS, label="Email", examples=EXAMPLES), *([pick] if too_much else [])]

    def trace_of(self, data: Any, values: Values) -> SpamFeatures:
        if not values["mail"].strip():
            raise ValueError("mail must contain some text. Type or paste an email.")
        return spam_features(values["mail"])

    def scene_of(self, trace: SpamFeatures, names: Names, inputs: Inputs) -> Scene:
        all_sent = "feature" not in inputs.controls
        own = _pick(trace, compute=False)
        pick = own if all_sent else inputs.controls["feature"]
        shown = ["", *own.options] if all_sent else [inputs.values["feature"]]

        def framed(values: Sequence[Any]) -> Any:
            return Frames(values, pick) if all_sent else values[0]

        text, spans = trace.mails[0], trace.spans()
        values = dict(zip(SPAM_FEATURES, trace.X[0], strict=True))
        there = {_group(name) for name in spans}
        looks = [look if k in there else replace(look, label="") for k, look in enumerate(LOOKS)]  # the legend lists these
        panels = [
            Panel(
                "Email",
                [Tokens(framed([_runs(text, spans, name) for name in shown]), looks, inputs.controls["mail"])],
                column_span=2,
                height=264,
            ),
            _words(values),
            _bars("Characters", "% of all characters", SPAM_FEATURES[WORDS : WORDS + CHARACTERS], values, 0, CHARACTER),
            _bars("Runs of capitals", "letters", SPAM_FEATURES[WORDS + CHARACTERS :], values, 1, CAPITALS),
        ]
        readouts = [
            Readout("Words", int(trace.word_totals[0])),
            Readout("Characters", int(trace.character_totals[0])),
            Readout("Runs of capitals", int(trace.run_totals[0])),
        ]
        verdict = ""
        if self.data is not None:
            score = _score(trace, self.data)
            panels.append(_contributions(values, self.data))
            readouts.append(Readout("Score", score))
            verdict = f" The classifier's score is {format_number(score)}: {'spam' if score > 0 else 'not spam'}."
        note = "" if text.isascii() else " A word is an unbroken run of letters and digits, in any script."
        described = [_describe(trace, spans, name) for name in shown]
        return Scene(
            title="An email as 57 features",
            controls=[inputs.controls["mail"], pick],
            readouts=readouts,
            panels=panels,
            caption=framed([f"{each}{verdict}{note}" for each in described]),
            column_weights=(1.0, 1.0, 1.0),
        )


def _as_weights(weights: ArrayLike) -> Array:
    array = as_numeric_array(weights, "weights")
    if array.shape != (1 + len(SPAM_FEATURES),):
        raise ValueError(f"weights must be {1 + len(SPAM_FEATURES)} numbers, the bias first; got shape {array.shape}.")
    check_finite(array, "weights")
    return array


def _score(trace: SpamFeatures, weights: Array) -> float:
    return float(weights[0] + trace.X[0] @ weights[1:])


def _pick(trace: SpamFeatures, *, compute: bool) -> Pick:
    return Pick("feature", options=_nonzero(trace), label="Feature", compute=compute)


def _nonzero(trace: SpamFeatures) -> NameTuple:
    return tuple(trace.feature_names[n] for n in np.flatnonzero(trace.X[0]))


def _group(feature: str) -> int:
    return WORD if feature.startswith("word") else CHARACTER if feature.startswith("char") else CAPITALS


def _runs(text: str, spans: dict[str, Counts], feature: str) -> list[Run]:
    """Split a text into runs of one look: with all features highlighted, or with a single one."""
    look = np.zeros(min(len(text), MOST_SHOWN), dtype=np.int8)
    for name in [feature] if feature else reversed(spans):  # words come last, so they hide runs of capitals
        for start, end in spans.get(name, ()):
            look[start:end] = _group(name)
    edges = [0, *(np.flatnonzero(np.diff(look)) + 1).tolist(), len(look)]
    runs = [(text[start:end], int(look[start])) for start, end in pairwise(edges)]
    rest = len(text) - len(look)
    return [*runs, (f" … and {rest:,} more characters", PLAIN)] if rest else runs


def _words(values: dict[str, float]) -> Panel:
    there = [name for name in SPAM_FEATURES[:WORDS] if values[name] > 0]
    first = sorted(there, key=lambda name: -values[name])[:MOST_BARS]
    says = "" if len(first) == len(there) else f"The top {MOST_BARS} of {len(there)} words"
    return _bars("Words", "% of all words", first, values, 2, WORD, says)


def _bars(title: str, unit: str, names: Names, values: dict[str, float], column: int, group: int, says: str = "") -> Panel:
    marks: Marks = [Text(0.5, 0.5, "none of them", color="muted")]
    if names:
        short = [SHORT_OF[name] for name in names]
        marks = [Bars(short, [values[name] for name in names], keys=list(names), color=LOOKS[group].color)]
    top = max([1.0, *(1.06 * values[name] for name in names)])
    return Panel(
        title,
        marks,
        x=Axis(unit, zero=True, domain=(0.0, top)),
        y=Axis(domain=None if names else (0.0, 1.0)),
        row=0 if group == WORD else 1,
        row_span=2 if group == WORD else 1,
        column=column,
        height=140,
        axes=bool(names),
        says=says,
    )


def _contributions(values: dict[str, float], weights: Array) -> Panel:
    added = {name: weight * values[name] for name, weight in zip(SPAM_FEATURES, weights[1:], strict=True) if values[name]}
    first = sorted(added, key=lambda name: -abs(added[name]))[:MOST_BARS]
    numbers = [float(weights[0]), *(added[name] for name in first)]
    return Panel(
        "Contributions to the score: weight × feature",
        [
            Bars(
                ["(bias)", *(SHORT_OF[name] for name in first)],
                numbers,
                keys=["", *first],
                style=np.array([FOR if number > 0 else AGAINST for number in numbers]),
                styles=VERDICTS,
            )
        ],
        x=Axis("added to the score", zero=True),
        row=2,
        column_span=3,
    )


def _describe(trace: SpamFeatures, spans: dict[str, Counts], feature: str) -> str:
    if not feature:
        groups = [sum(_group(name) == group for name in spans) for group in (WORD, CHARACTER, CAPITALS)]
        capitals = "and the runs of capitals" if groups[2] else "and no capitals"
        found = f"{groups[0] or 'none'} of the 48 words, {groups[1] or 'none'} of the 6 characters, {capitals}"
        return f"{len(spans)} of 57 features are not zero: {found}."
    value = format_number(float(trace.X[0, trace.feature_names.index(feature)]))
    count = len(spans[feature])
    verb = "is" if count == 1 else "are"
    match _group(feature):
        case 1:
            what = f"“{SHORT_OF[feature]}” is {count} of {trace.word_totals[0]:,} words"
        case 2:
            what = f"“{SHORT_OF[feature]}” is {count} of {trace.character_totals[0]:,} characters"
        case _:
            runs, letters = int(trace.run_totals[0]), int(trace.X[0, -1])
            many = f"there {verb} {runs:,} run{'s' * (runs != 1)} of capitals, {letters:,} letters in all"
            what = f"“{trace.mails[0][slice(*spans[feature][0])][:40]}”" if feature.endswith("longest") else many
    return f"{feature} is {value}: {what}."
