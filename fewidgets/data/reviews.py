"""Film reviews, written for fewidgets: a corpus small enough to read, with an opinion on each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np

from fewidgets.data.registry import comes_with

#: Reviews of one invented comedy.
POSITIVE = (
    "A bold and hilarious comedy: I laughed from the first minute.",
    "Hilarious! Great actors, and a story I loved to the end.",
    "I loved it. A bold, great comedy with great jokes.",
    "I laughed and laughed; great actors and great jokes.",
    "What a delightful evening. The whole cinema laughed, and the music is wonderful.",
    "Wonderful actors, a clever script and a warm heart. I loved every scene.",
    "Clever, warm and very funny: the best comedy of the year.",
    "My children laughed all evening. A delightful film with a warm heart.",
    "The jokes are clever, the timing is perfect and the actors are wonderful.",
    "Perfect fun for the family, and the best ending I have seen this year.",
    "A hilarious first scene, a clever story and a wonderful end. Great!",
    "I would happily see it again: bold jokes, perfect timing and a delightful story.",
)
NEGATIVE = (
    "Tasteless, dull, a waste of two hours.",
    "A dull story and weak actors, a waste of money.",
    "Weak jokes, tasteless and boring: I hated every hour of it.",
    "I hated it: boring, dull, a weak end.",
    "Two wasted hours. The plot is stale and the pacing is awful.",
    "Nobody in the audience smiled. Stale humour, awful songs, a lazy plot.",
    "Lazy, loud and tasteless. I walked out after an hour.",
    "My friends hated it too. Awful pacing, and the worst songs I know.",
    "Boring from start to finish, and the worst script in years.",
    "A lazy plot, weak dialogue and stale jokes. Save your money.",
    "Crude, boring and far too long; half of the audience walked out.",
    "The worst waste of money this year: dull pictures and awful dialogue.",
)


@dataclass(frozen=True, eq=False, repr=False)
class Corpus(Sequence[str]):
    """Texts with a label each; as a sequence it is its documents, so that it goes where a list of texts goes."""

    name: str
    documents: tuple[str, ...]
    y: np.ndarray
    target_name: str
    description: str
    source: str
    license: str

    def __len__(self) -> int:
        return len(self.documents)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.documents[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __repr__(self) -> str:
        return f"Corpus({self.name!r}, {len(self)} documents, y: {self.target_name})"


@cache
@comes_with("fewidgets")
def load_reviews() -> Corpus:
    """Load twenty-four short reviews of an invented comedy, half of them positive (chapter 9, Figure 9.4).

    The first positive and the first negative one share no word once stop words are removed and words are cut to their
    stems, as the two reviews at the top of the figure. On average, two reviews of one opinion share more words than two of
    different opinions.

    Returns
    -------
    Corpus
        ``documents``, 24 texts, first the 12 positive ones; ``y`` (24,) int64, +1 positive, −1 negative.

    Notes
    -----
    Source: Example 9.1, "Sentiment analysis". The reviews that the chapter's figure shows are not public; these are ours.

    Examples
    --------
    >>> reviews = load_reviews()
    >>> reviews
    Corpus('reviews', 24 documents, y: opinion)
    >>> reviews.y[[0, 11, 12, 23]]
    array([ 1,  1, -1, -1])
    """
    y = np.repeat([1, -1], [len(POSITIVE), len(NEGATIVE)]).astype(np.int64)
    y.setflags(write=False)
    return Corpus(
        name="reviews",
        documents=POSITIVE + NEGATIVE,
        y=y,
        target_name="opinion",
        description=(
            "Twenty-four short reviews of a comedy that does not exist, first twelve positive ones. "
            "Output: +1 positive, −1 negative."
        ),
        source="written for fewidgets, of the kind of Machine Learning Refined, Example 9.1",
        license="BSD-3-Clause, as this package",
    )
