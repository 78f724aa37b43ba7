"""Documents as bags of words: which words are removed, stemmed and counted, and which documents are alike (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Unpack

import numpy as np

from fewidgets.algorithms import BagOfWords, bag_of_words
from fewidgets.algorithms._numerics.types import Counts
from fewidgets.algorithms.text.texts import as_texts
from fewidgets.explorables.bag_of_words_viewer.bags import ShownDocuments, dense_counts
from fewidgets.explorables.bag_of_words_viewer.panels import MOST_NUMBERED, Pairs, document_panels, matrix_panel, text_panel
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.wording import counted, listed
from fewidgets.scene import Block, Frames, Pick, Scene, Template, TextArea, Toggle, format_number
from fewidgets.scene.types import NameTuple

#: The example sentences of section 9.2.2.
SENTENCES = (
    "dogs are the best",
    "cats are the worst",
    "I love dogs",
    "I love cats",
    "dogs are better than cats",
    "cats are better than dogs",
)
EXAMPLES = {
    "a word and its stem": ("she runs", "he was running", "they run", "a run in the park"),
    "two topics": (
        "the river bank was green",
        "the bank lends money",
        "money in the bank",
        "a green river",
        "loans and money",
    ),
}
MOST_DOCUMENTS = 200  # the matrix of all pairs is the largest part of what is sent
MOST_CHARACTERS = 1_000_000
MOST_LISTED = 6
MOST_SENT = 2_000  # documents × characters up to which all pairs are sent, so that picking one needs no kernel


class BagOfWordsViewer(Explorable):
    """Documents to type or paste, the words that are counted in each, and the correlation of every pair (Figures 9.3, 9.4).

    The reversed documents are really counted again, so you can see that the order of words does not matter. The words of the
    first 6,000 characters are marked, and the 16 most frequent terms have bars.

    Parameters
    ----------
    documents : sequence of str
        The first 200 documents are used; empty ones are left out.
    strike_stop_words : bool
        Whether stop words are removed.
    stemming : bool
        Whether words are reduced to their stems.
    normalize : bool
        Whether histograms are scaled to unit length. If not, inner products are those of counts.
    reverse : bool
        Whether the words of each document are reversed before they are counted.
    pair : (int, int)
        The two documents that are shown word by word, numbered from 0.
    term : str
        The term to highlight in all panels; "" for none.
    stop_words : "english" or collection of str
        The stop words, as for `bag_of_words`.
    stemmer : str or callable
        A language, or a function from a word to its stem, as for `bag_of_words`.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : BagOfWords
        The bags of words, with the words in the order in which they were written.
    selected : tuple of str
        Terms that occur in both documents of the pair.

    Examples
    --------
    >>> w = BagOfWordsViewer(["dogs are the best", "cats are the worst", "The best dogs!"], pair=(0, 2))
    >>> w.caption
    'Documents 1 and 3 share 2 of 2 terms; their correlation is 1.00.'
    """

    lesson = "9.2.1_categories_and_text.ipynb"
    section = "9.2.2"
    description = "Type documents and see their words filtered, stemmed, counted and compared. Figures 9.3 and 9.4."

    opens_with = ("documents",)

    documents, strike_stop_words, stemming, normalize, reverse, pair = State(), State(), State(), State(), State(), State()
    term = State()

    def __init__(
        self,
        documents: Iterable[str] = SENTENCES,
        *,
        strike_stop_words: bool = True,
        stemming: bool = True,
        normalize: bool = True,
        reverse: bool = False,
        pair: tuple[int, int] | None = None,
        term: str = "",
        stop_words: str | Iterable[str] = "english",
        stemmer: str | Callable[[str], str] = "english",
        **common: Unpack[Common],
    ) -> None:
        given = tuple(as_texts(documents, "documents"))
        for name, value in (("stop_words", stop_words), ("stemmer", stemmer)):
            if value is None:
                raise TypeError(f"{name} must not be None. To start without it, turn its switch off.")
        struck = stop_words if isinstance(stop_words, str) or not isinstance(stop_words, Iterable) else frozenset(stop_words)
        bag_of_words([""], stop_words=struck, stemmer=stemmer)  # raises an error if it cannot use one of them
        used = _read(given)  # the others would be sent to the browser without being used
        self.take_arguments(data=used, documents=used, stop_words=struck, given=len(given))

    @classmethod
    def example(cls) -> BagOfWordsViewer:
        return cls(pair=(4, 5))

    def describe_size(self) -> str:
        return f"{counted(len(self.trace.documents), 'document')}, {len(self.trace.vocabulary)} terms"

    @property
    def selected(self) -> NameTuple:
        return tuple(self.trace.vocabulary[n] for n in np.flatnonzero(dense_counts(self.trace, self.pair).all(axis=0)))

    def inputs_of(self, data: Any, values: Values) -> Controls:
        read = _read(values["documents"])
        return [
            TextArea(
                "documents",
                data,
                lines=True,
                limit=MOST_CHARACTERS,
                label="Documents, one per line",
                examples={"the first ones": data, **EXAMPLES},
            ),
            Toggle("strike_stop_words", label="Strike out stop words", start=True, compute=True),
            Toggle("stemming", label="Cut to stems", start=True, compute=True),
            *([] if _all_can_be_sent(read) else [_block(read, compute=True)]),
        ]

    def trace_of(self, data: Any, values: Values) -> BagOfWords:
        if not values["documents"]:
            raise ValueError("documents must contain at least one text. Type at least one line.")
        return _bag(
            _read(values["documents"]),
            self.settings["stop_words"] if values["strike_stop_words"] else None,
            self.settings["stemmer"] if values["stemming"] else None,
        )

    def scene_of(self, trace: BagOfWords, names: Names, inputs: Inputs) -> Scene:
        normalize = Toggle("normalize", label="Unit length", start=True)
        reverse = Toggle("reverse", label="Reverse the words", start=False)
        pairs = _pairs(trace, inputs)
        shown = ShownDocuments.of(trace, pairs.shown)
        correlations = trace.correlations()
        products = trace.counts.inner_products() if len(trace.documents) <= MOST_NUMBERED else None
        number = [
            [
                f"the inner product of their counts is {format_number(int(np.prod(shown.counts(i, j), axis=0).sum()))}",
                f"their correlation is {format_number(round(correlations[i, j], 12))}",
            ]
            for i, j in pairs.shown
        ]
        return Scene(
            title="Which documents are alike?",
            controls=[
                inputs.controls["documents"],
                inputs.controls["strike_stop_words"],
                inputs.controls["stemming"],
                normalize,
                reverse,
                pairs.block,
                Pick("term", options=shown.terms, label="Term"),
            ],
            panels=[
                matrix_panel(correlations, products, normalize, pairs),
                *document_panels(shown, pairs, normalize, reverse),
                text_panel(shown, inputs.controls["documents"]),
            ],
            caption=Template(
                "{pair}{number}.{order}{more}",
                pair=pairs.framed([_share(shown.counts(i, j), i, j) for i, j in pairs.shown]),
                number=pairs.framed(number, normalize),
                order=Frames(["", " Reversing the words has changed nothing else."], reverse),
                more=_more(trace, self._given(inputs)),
            ),
            column_weights=(1.0, 1.0, 1.0),
            paired=True,
        )

    def _given(self, inputs: Inputs) -> int:
        """Count the documents of the call; once people have typed others, count those."""
        typed: NameTuple = inputs.values["documents"]
        original = typed == inputs.controls["documents"].initial
        return int(self.settings["given"]) if original else len(typed)


def _read(documents: Names) -> NameTuple:
    return tuple(documents)[:MOST_DOCUMENTS]


def _all_can_be_sent(documents: Names) -> bool:
    return len(documents) * sum(map(len, documents)) <= MOST_SENT


def _block(documents: Names, *, compute: bool) -> Block:
    side = max(len(documents), 1)
    return Block("pair", side, side, start=(0, min(1, side - 1)), label="Pair of documents", compute=compute)


def _pairs(trace: BagOfWords, inputs: Inputs) -> Pairs:
    picked = inputs.controls.get("pair")
    if isinstance(picked, Block):
        i, j = inputs.values["pair"]
        return Pairs(picked, [(i, j)], all_sent=False)
    P = len(trace.documents)
    return Pairs(_block(trace.documents, compute=False), [(i, j) for i in range(P) for j in range(P)], all_sent=True)


def _more(trace: BagOfWords, given: int) -> str:
    """Say what was left out, which documents have no terms, and how other scripts are split."""
    notes = []
    if given > MOST_DOCUMENTS:
        notes.append(f" Only the first {MOST_DOCUMENTS} of {given:,} documents are used.")
    empty = [str(i + 1) for i in trace.empty]
    if empty:
        some = empty if len(empty) <= MOST_LISTED else [*empty[:MOST_LISTED], f"{len(empty) - MOST_LISTED} more"]
        which = f"Document {empty[0]} has" if len(empty) == 1 else f"Documents {listed(some)} have"
        notes.append(f" {which} no terms left, so there is no correlation.")
    return "".join([*notes, *(f" {note}" for note in trace.notes)])


@lru_cache(maxsize=8)
def _bag(documents: NameTuple, stop_words: Any, stemmer: Any) -> BagOfWords:
    return bag_of_words(documents, stop_words=stop_words, stemmer=stemmer)


def _share(counts: Counts, i: int, j: int) -> str:
    either, both = int(counts.any(axis=0).sum()), int(counts.all(axis=0).sum())
    who = f"Documents {i + 1} and {j + 1}" if i != j else f"Document {i + 1} and itself"
    return f"{who} share {both or 'none'} of {counted(either, 'term')}; "
