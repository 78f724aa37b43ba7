"""Film reviews, written for fewidgets: a corpus small enough to read, with an opinion on each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np

#: Reviews of one invented comedy, in pairs: the same length and subject, the opposite opinion.
REVIEWS = (
    (
        "A brilliant, hilarious comedy. I laughed from the first scene and left the cinema happy.",
        "Tedious and crude. The jokes insult everyone who paid for a ticket; my friends walked out bored.",
    ),
    (
        "The script is clever, the timing is perfect, and both actors are wonderful.",
        "The plot is lazy, the pacing is awful, and nobody in the cast seems awake.",
    ),
    (
        "I have not laughed this hard in years. Warm, witty and surprisingly moving.",
        "Two wasted hours. Cold, predictable and painfully long.",
    ),
    (
        "Great fun for the whole family: my children loved every minute of it.",
        "Not suitable for a family: my children hated it, and so did I.",
    ),
    (
        "Brave satire at its best. It makes fun of the powerful and still finds a kind word for everyone.",
        "This is no satire. It mocks the weak, repeats stale jokes and calls that courage.",
    ),
    (
        "The music is delightful, and the songs stayed with me for days.",
        "The music is irritating, and the songs are too loud and badly sung.",
    ),
    (
        "A charming film with a big heart. I would happily watch it again.",
        "A dull film with no heart. I would never watch it again.",
    ),
    (
        "Wonderful acting, beautiful pictures and an ending that made me smile.",
        "Wooden acting, ugly pictures and an ending that made me angry.",
    ),
    (
        "Clever, fast and very funny. The best comedy of the year.",
        "Stupid, slow and not funny at all. The worst comedy of the year.",
    ),
    (
        "I expected little and loved it: fresh ideas, warm humour, excellent dialogue.",
        "I expected a lot and was disappointed: stale ideas, cheap humour, terrible dialogue.",
    ),
    (
        "The second half is even better than the first; I recommend it warmly.",
        "The second half is even worse than the first; I regret that I stayed.",
    ),
    (
        "Happy faces everywhere after the show. A delightful evening and money well spent.",
        "Angry faces everywhere after the show. A wasted evening and money thrown away.",
    ),
)


@dataclass(frozen=True, eq=False, repr=False)
class Corpus(Sequence[str]):
    """Texts with a label each; as a sequence it is its documents, so that it goes where a list of texts goes.

    Attributes
    ----------
    name : str
        Short name.
    documents : tuple of P str
        The texts.
    y : NDArray, shape (P,), int64
        The label of each text. Read-only.
    target_name, description, source, license : str
        What ``y`` is, what the texts are, who wrote them, and the terms.

    Examples
    --------
    >>> from fewidgets.data import load_reviews
    >>> len(load_reviews()), load_reviews()[1]
    (24, 'Tedious and crude. The jokes insult everyone who paid for a ticket; my friends walked out bored.')
    """

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
def load_reviews() -> Corpus:
    """Load twenty-four short reviews of an invented comedy, half of them positive (chapter 9, Figure 9.4).

    The first two share no word once stop words are removed and words are cut to their stems, as the two reviews at the
    top of the figure. The later pairs share some.

    Returns
    -------
    Corpus
        ``documents``, 24 texts, each positive one followed by a negative one; ``y`` (24,) int64, +1 positive, −1 negative.

    Notes
    -----
    Source: Example 9.1, "Sentiment analysis". The reviews that the chapter's figure shows are not public; these are ours.

    Examples
    --------
    >>> reviews = load_reviews()
    >>> reviews
    Corpus('reviews', 24 documents, y: opinion)
    >>> reviews.y[:4]
    array([ 1, -1,  1, -1])
    """
    y = np.tile([1, -1], len(REVIEWS)).astype(np.int64)
    y.setflags(write=False)
    return Corpus(
        name="reviews",
        documents=tuple(text for pair in REVIEWS for text in pair),
        y=y,
        target_name="opinion",
        description=(
            "Twenty-four short reviews of a comedy that does not exist, in pairs of a positive and a negative one. "
            "Output: +1 positive, −1 negative."
        ),
        source="written for fewidgets, of the kind of Machine Learning Refined, Example 9.1",
        license="BSD-3-Clause, as this package",
    )
