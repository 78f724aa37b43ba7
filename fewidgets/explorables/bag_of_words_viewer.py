"""Documents as bags of words: what is struck out, what is cut, what is counted, and who is like whom (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import BagOfWords, TokenTrace, bag_of_words, tokenize
from fewidgets.algorithms.text.texts import as_texts
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import (
    Axis,
    Bars,
    Block,
    BlockGrid,
    Control,
    Frames,
    Image,
    Mark,
    Panel,
    Pick,
    Scene,
    Style,
    Template,
    TextArea,
    Toggle,
    Tokens,
    format_number,
)

#: The sentences on which section 9.2.2 is explained.
SENTENCES = (
    "dogs are the best",
    "cats are the worst",
    "I love dogs",
    "I love cats",
    "dogs are better than cats",
    "cats are better than dogs",
)
MOST_DOCUMENTS = 200  # the picture of all their pairs is most of what is sent
MOST_CHARACTERS = 1_000_000
MOST_TERMS = 16  # bars
MOST_WORDS = 80  # of a document that are shown, one by one
MOST_NUMBERED = 10  # documents whose correlations are written out
MOST_SENT = 2_000  # documents × characters up to which all pairs are sent at once, and picked without asking the kernel

KEPT, STOP, CUT, PUT = range(4)
FATES = (
    Style(""),
    Style("stop word", "quiet", look="struck"),
    Style("cut off", "quiet", look="faint"),
    Style("put in its place", "positive", look="lit"),
)
IN_ONE, IN_BOTH = range(2)
SHARED = (Style("in one of the two", "primary"), Style("in both", "accent", "◆"))

Run = tuple[str, int, str]


class BagOfWordsViewer(Explorable):
    """Documents to type or paste, the words that are counted in each, and the correlation of every pair (Figures 9.3, 9.4).

    Parameters
    ----------
    documents : sequence of str
        One text each; line breaks within a text are taken for spaces, and empty texts are left out. Of more than 200 documents
        the first 200 are read.
    strike_stop_words : bool
        Whether stop words are struck out.
    stemming : bool
        Whether words are cut to their stems.
    normalize : bool
        Whether histograms are divided by their length. If not, inner products are of counts.
    reverse : bool
        Whether each document's words are put in reverse order before they are counted.
    pair : (int, int)
        The two documents that are shown word by word, counted from 0.
    term : str
        The term to follow through all panels; "" for none.
    stop_words : "english" or collection of str
        What is struck out, as for `bag_of_words`.
    stemmer : str or callable
        How words are cut, as for `bag_of_words`: a language, or a function from a word to its stem.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : BagOfWords
        Of the documents, with the words in the order in which they were written.
    selected : tuple of str
        Terms that both documents of the pair have.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    The words in reverse order are counted anew, not taken to give the same. Where all pairs of documents are more than a
    widget should send (many documents, or long ones), picking a pair asks the kernel; at most 80 words of a document and 16
    terms are shown, the most frequent ones.

    Examples
    --------
    >>> w = BagOfWordsViewer(["dogs are the best", "cats are the worst", "The best dogs!"], pair=(0, 2))
    >>> w.caption
    'Documents 1 and 3 share 2 of 2 terms; their correlation is 1.00.'
    >>> w.selected
    ('best', 'dog')
    >>> w.pair = (0, 1)
    >>> w.caption
    'Documents 1 and 2 share none of 4 terms; their correlation is 0.'
    """

    lesson = "9.2_histogram_features.ipynb"
    section = "9.2.2"
    description = "Type documents and see their words filtered, stemmed, counted and compared. Figures 9.3 and 9.4."

    documents = State(SENTENCES, help="The documents; typed one a line. Empty ones are left out.")
    strike_stop_words = State(True, help="Whether stop words are struck out.")
    stemming = State(True, help="Whether words are cut to their stems.")
    normalize = State(True, help="Whether histograms are divided by their length.")
    reverse = State(False, help="Whether the words of each document are put in reverse order before they are counted.")
    pair = State((0, 1), help="The two documents shown, counted from 0: (row, column) of the matrix.")
    term = State("", help="The term followed through all panels; '' for none.")

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
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        self.refuse_unknown(unknown)
        given = tuple(as_texts(documents, "documents"))
        for name, value in (("stop_words", stop_words), ("stemmer", stemmer)):
            if value is None:
                raise TypeError(f"{name} is None; wanted what the switch strikes out or cuts with, or leave it off at first")
        struck = stop_words if isinstance(stop_words, str) or not isinstance(stop_words, Iterable) else frozenset(stop_words)
        bag_of_words([""], stop_words=struck, stemmer=stemmer)  # refuses what it cannot use
        self._start = given
        super().__init__(
            data=given,
            settings={"stop_words": struck, "stemmer": stemmer},
            state={
                "documents": given,
                "strike_stop_words": strike_stop_words,
                "stemming": stemming,
                "normalize": normalize,
                "reverse": reverse,
                "pair": pair,
                "term": term,
            },
            unknown={},
            layout=layout,
        )

    @classmethod
    def example(cls) -> BagOfWordsViewer:
        """Make the one that gallery and tests show: the section's sentences, and two that mean the opposite of each other."""
        return cls(pair=(4, 5))

    def describe_size(self) -> str:
        """How much there is to read, for the repr."""
        count = len(self.trace.documents)
        return f"{count} document{'s' * (count != 1)}, {len(self.trace.vocabulary)} terms"

    @property
    def selected(self) -> tuple[str, ...]:
        """Terms that both documents of the pair have."""
        return tuple(self.trace.vocabulary[n] for n in np.flatnonzero(_dense(self.trace, self.pair).all(axis=0)))

    def inputs_of(self, data: Any, values: Mapping[str, Any]) -> Sequence[Control]:
        """Let texts be typed; strike out and stem anew; pick a pair, if all of them at once are too much."""
        read = _read(values["documents"])
        return [
            TextArea("documents", self._start, lines=True, rows=7, limit=MOST_CHARACTERS, label="Documents, one a line"),
            Toggle("strike_stop_words", label="Strike out stop words", start=True, compute=True),
            Toggle("stemming", label="Cut to stems", start=True, compute=True),
            *([] if _all_at_once(read) else [_block(read, compute=True)]),
        ]

    def trace_of(self, data: Any, values: Mapping[str, Any]) -> BagOfWords:
        """Count the words."""
        if not values["documents"]:
            raise ValueError("There is no document: type at least one line.")
        return _bag(
            _read(values["documents"]),
            self.settings["stop_words"] if values["strike_stop_words"] else None,
            self.settings["stemmer"] if values["stemming"] else None,
        )

    def scene_of(self, trace: BagOfWords, names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay out the two documents of a pair, their words and their histograms; and the matrix of all pairs."""
        normalize = Toggle("normalize", label="Unit length", start=True)
        reverse = Toggle("reverse", label="Reverse the words", start=False)
        at_once = "pair" not in inputs.controls
        block = _block(trace.documents, compute=False) if at_once else inputs.controls["pair"]
        P = len(trace.documents)
        pairs = [(i, j) for i in range(P) for j in range(P)] if at_once else [tuple(inputs.values["pair"])]
        shown = sorted({i for pair in pairs for i in pair})
        turned = trace.transform([_reversed(trace, i) for i in shown])
        written, backwards = _dense(trace, shown), _dense(turned, range(len(shown)))
        rows = _rows(written)
        terms = [trace.vocabulary[n] for n in rows]
        pick = Pick("term", options=terms, label="Term")

        def framed(values: Sequence[Any], *controls: Control) -> Any:
            """Frames over the pairs, where all are here, and over further controls."""
            return Frames(values, block, *controls, hold=True) if at_once else Frames(values[0], *controls, hold=True)

        place = {i: k for k, i in enumerate(shown)}
        both = [written[[place[i], place[j]]][:, rows].all(axis=0).astype(int) for i, j in pairs]
        texts = {i: [_runs(trace, i, i, terms), _runs(turned, k, i, terms)] for k, i in enumerate(shown)}
        heights = {i: _heights(written[k], backwards[k])[..., rows] for k, i in enumerate(shown)}
        ends = [
            [0.0, 1.06 * max(1.0, *(float(each[which].max(initial=0.0)) for each in heights.values()))] for which in (0, 1)
        ]
        correlations = trace.correlations()
        products = trace.counts.inner_products() if P <= MOST_NUMBERED else None
        panels = [_matrix(correlations, products, normalize, block, pairs, at_once)]
        for column, side in enumerate(("row", "column")):
            picked = [pair[column] for pair in pairs]
            panels += [
                Panel(
                    f"The {side}'s document, word by word",
                    [Tokens(framed([texts[i] for i in picked], reverse), FATES)],
                    column=column,
                    height=118,
                ),
                Panel(
                    _histogram_title(side, len(terms), len(trace.vocabulary)),
                    [
                        Bars(
                            terms,
                            framed([heights[i] for i in picked], normalize, reverse),
                            keys=terms,
                            style=_with_pairs(both, block if at_once else None),
                            styles=SHARED,
                            whole=Frames([True, False], normalize),
                        )
                    ]
                    if terms
                    else [],
                    x=Axis("entry of the vector", zero=True, domain=Frames(ends, normalize, hold=True)),
                    row=1,
                    column=column,
                    height=96 + 22 * max(len(terms), 4),
                ),
            ]
        number = [
            [
                f"the inner product of their counts is {format_number(int(written[place[i]] @ written[place[j]]))}",
                f"their correlation is {format_number(round(correlations[i, j], 12))}",
            ]
            for i, j in pairs
        ]
        return Scene(
            title="Bags of words",
            controls=[
                inputs.controls["documents"],
                inputs.controls["strike_stop_words"],
                inputs.controls["stemming"],
                normalize,
                reverse,
                block,
                pick,
            ],
            panels=panels,
            caption=Template(
                "{pair}{number}.{order}{more}",
                pair=_with_pairs([_share(written[[place[i], place[j]]], i, j) for i, j in pairs], block if at_once else None),
                number=framed(number, normalize),
                order=Frames(["", " With the words in reverse order nothing else has changed."], reverse),
                more=_more(trace, len(inputs.values["documents"])),
            ),
            column_weights=(1.0, 1.0, 1.0),
        )


def _read(documents: Sequence[str]) -> tuple[str, ...]:
    return tuple(documents)[:MOST_DOCUMENTS]


def _all_at_once(documents: Sequence[str]) -> bool:
    return len(documents) * sum(map(len, documents)) <= MOST_SENT


def _block(documents: Sequence[str], *, compute: bool) -> Block:
    side = max(len(documents), 1)
    return Block("pair", side, side, start=(0, min(1, side - 1)), label="Pair of documents", compute=compute)


def _more(trace: BagOfWords, given: int) -> str:
    """Say what was left out, which documents have no terms, and how other writings are cut."""
    told = []
    if given > MOST_DOCUMENTS:
        told.append(f" Of {given:,} documents the first {MOST_DOCUMENTS} are read.")
    empty = [str(i + 1) for i in trace.empty]
    if empty:
        which = f"Document {empty[0]} has" if len(empty) == 1 else f"Documents {_listed(empty)} have"
        told.append(f" {which} no terms left: no length, and no correlation.")
    return "".join([*told, *(f" {note}" for note in trace.notes)])


@lru_cache(maxsize=8)
def _bag(documents: tuple[str, ...], stop_words: Any, stemmer: Any) -> BagOfWords:
    """Count once what is looked at several times: picking a pair does not change the counts."""
    return bag_of_words(documents, stop_words=stop_words, stemmer=stemmer)


def _reversed(bag: BagOfWords, document: int) -> str:
    """Put a document's words in reverse order into the places between its spaces and punctuation."""
    text = bag.documents[document]
    tokens = tokenize(text)
    ends = [0, *(token.end for token in tokens)]
    gaps = [text[end : token.start] for end, token in zip(ends, tokens, strict=False)]
    return "".join(gap + token.text for gap, token in zip(gaps, reversed(tokens), strict=True)) + text[ends[-1] :]


def _dense(bag: BagOfWords, documents: Iterable[int]) -> NDArray[np.int64]:
    """Give the counts of some documents, shape (number of documents, N)."""
    counts = bag.counts
    dense = np.zeros((len(listed := list(documents)), counts.shape[1]), dtype=np.int64)
    for row, document in zip(dense, listed, strict=True):
        here = slice(*counts.indptr[document : document + 2])
        row[counts.indices[here]] = counts.data[here]
    return dense


def _rows(counts: NDArray[np.int64]) -> list[int]:
    """Give the terms that have a bar: those of the documents shown, of many the most frequent; in alphabetical order."""
    totals = counts.sum(axis=0)
    there = np.flatnonzero(totals)
    return sorted(there[np.argsort(-totals[there], kind="stable")[:MOST_TERMS]].tolist())


def _heights(written: NDArray[np.int64], backwards: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give a document's histogram, shape (counts or unit length, as written or reversed, N)."""
    both = np.array([written, backwards], dtype=float)
    lengths = np.sqrt((both**2).sum(axis=1, keepdims=True))
    return np.stack([both, np.divide(both, lengths, out=np.zeros_like(both), where=lengths > 0)])


def _runs(bag: BagOfWords, place: int, document: int, terms: Sequence[str]) -> list[Run]:
    """Write a document with what became of each of its words."""
    text, tokens = bag.documents[place], bag.tokens(place)
    runs: list[Run] = [(f"{document + 1}.  ", KEPT, "")]
    end = 0
    for token in tokens[:MOST_WORDS]:
        if token.start > end:
            runs.append((text[end : token.start], KEPT, ""))
        runs += _word(token, token.term if token.term in terms else "")
        end = token.end
    rest = len(tokens) - MOST_WORDS
    runs.append((f" … and {rest:,} more words" if rest > 0 else text[end:], KEPT, ""))
    return [run for run in runs if run[0]]


def _word(token: TokenTrace, key: str) -> list[Run]:
    """Write a word: struck out, as it is, or with what stemming cuts off it and puts in its place."""
    if token.term is None:
        return [(token.text, STOP, "")]
    same = 0
    while same < min(len(token.text), len(token.term)) and token.text[same].lower() == token.term[same]:
        same += 1
    if token.fate == "kept":
        return [(token.text, KEPT, key)]
    parts = [(token.text[:same], KEPT, key), (token.text[same:], CUT, key), (token.term[same:], PUT, key)]
    return [part for part in parts if part[0]]


def _histogram_title(side: str, shown: int, terms: int) -> str:
    title = f"The {side}'s document: histogram"
    return title if shown == terms else f"{title} ({shown} of {terms:,} terms)"


def _with_pairs(values: Sequence[Any], block: Block | None) -> Any:
    return values[0] if block is None else Frames(values, block, hold=True)


def _matrix(
    correlations: NDArray[np.float64],
    products: NDArray[np.int64] | None,
    normalize: Toggle,
    block: Block,
    pairs: Sequence[tuple[int, int]],
    at_once: bool,
) -> Panel:
    """Draw the inner product of every pair; of many documents the correlations alone, without numbers."""
    P = len(correlations)
    extent = (0, P, 0, P)
    if products is not None:
        none = np.full_like(correlations, np.nan)
        title = "Pick a pair: inner product of the two vectors"
        images: list[Mark] = [
            Image(Frames([none, correlations], normalize, hold=True), extent, "", (0.0, 1.0), "ramp", 2),
            Image(
                Frames([products, none], normalize, hold=True), extent, "", (0.0, max(float(products.max()), 1.0)), "ramp", 0
            ),
        ]
    else:
        title = "Pick a pair: correlation of the two vectors"
        images = [Image(correlations, extent, "", (0.0, 1.0), "ramp")]
    told = [f"documents {i + 1} and {j + 1}, correlation {format_number(correlations[i, j])}" for i, j in pairs]
    step = 1 if P <= MOST_NUMBERED else 10 if P <= 50 else 50
    ticks = [(k + 0.5, str(k + 1)) for k in range(P) if k == 0 or (k + 1) % step == 0]
    return Panel(
        title,
        [*images, BlockGrid(block, extent, told=_with_pairs(told, block if at_once else None), lines=P <= MOST_NUMBERED)],
        x=Axis("document", ticks=ticks),
        y=Axis("document", ticks=[(P - place, text) for place, text in ticks]),
        column=2,
        row_span=2,
        height=400,
        aspect=1,
    )


def _share(counts: NDArray[np.int64], i: int, j: int) -> str:
    """Say how many terms two documents have in common, of those that either has."""
    either, both = int(counts.any(axis=0).sum()), int(counts.all(axis=0).sum())
    who = f"Documents {i + 1} and {j + 1}" if i != j else f"Document {i + 1} and itself"
    return f"{who} share {both or 'none'} of {either} term{'s' * (either != 1)}; "


def _listed(items: Sequence[str], most: int = 6) -> str:
    if len(items) > most:
        return f"{', '.join(items[:most])} and {len(items) - most} more"
    return f"{', '.join(items[:-1])} and {items[-1]}"
