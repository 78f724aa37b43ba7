"""The terms to count: words and phrases that the user gives, or all stems of the documents (section 9.2.2)."""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple

import numpy as np

from .._numerics.types import Texts
from .phrases import Phrase
from .text_settings import TextSettings, stems_of
from .texts import as_texts
from .tokens import SPELLING
from .words import read_words


class Vocabulary(NamedTuple):
    """The terms to count."""

    names: Texts
    stems: Texts
    phrases: tuple[Phrase, ...]

    def terms_of_words(self) -> dict[str, int]:
        """Return the number of each term that is a single word, by its stem."""
        of_several_words = {phrase.term for phrase in self.phrases}
        return {stem: n for n, stem in enumerate(self.stems) if n not in of_several_words}


def vocabulary_of_stems(stems: Texts) -> Vocabulary:
    """Return a vocabulary whose terms are stems."""
    return Vocabulary(stems, stems, ())


def as_vocabulary(vocabulary: Any, settings: TextSettings) -> Vocabulary:
    """Check the words and phrases to count, and find their stems."""
    names = as_texts(vocabulary, "vocabulary")
    entry_of: dict[Texts, str] = {}
    for name in names:
        words = words_of_entry(name, settings.pattern, "vocabulary")
        if len(words) == 1 and words[0] in settings.stop_words:
            raise ValueError(f"vocabulary must not hold single stop words, which are not counted; got {name!r}.")
        stops = np.array([word in settings.stop_words for word in words])
        stems = tuple(stems_of(words, stops, settings.stem))
        if stems in entry_of:
            raise ValueError(
                f"vocabulary must hold terms with different stems; {entry_of[stems]!r} and {name!r} are both counted as "
                f"{' '.join(stems)!r}."
            )
        entry_of[stems] = name
    phrases = tuple(Phrase(n, stems) for n, stems in enumerate(entry_of) if len(stems) > 1)
    return Vocabulary(tuple(names), tuple(map(" ".join, entry_of)), phrases)


def words_of_entry(name: str, pattern: str | None, argument: str) -> list[str]:
    """Split a word or phrase to find into its words, and refuse one that the tokenizer reads as something else."""
    entry = unicodedata.normalize("NFC", name).lower().translate(SPELLING)
    read = read_words([entry], pattern)
    found = [read.distinct[n] for n in read.numbers.tolist()]
    if not found:
        raise ValueError(f"{argument} must hold words; the tokenizer finds none in {name[:80]!r}.")
    if found not in ([entry], entry.split()):
        written = " ".join(found)
        raise ValueError(
            f"{argument} must hold words and spaces only; {name[:80]!r} is read as {str(found)[:80]}. Write {written[:80]!r} "
            "to count that."
        )
    return found
