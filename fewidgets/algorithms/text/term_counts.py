"""How often each document has each term (section 9.2.2)."""

from __future__ import annotations

import numpy as np

from .._numerics.csr import CSRMatrix
from .._numerics.types import Counts, Indices
from .phrases import FoundPhrases
from .words import Words


def count_terms(terms: Counts, words: Words, N: int, phrases: FoundPhrases | None = None) -> CSRMatrix:
    """Count the terms of each document."""
    P = len(words.indptr) - 1
    documents = np.repeat(np.arange(P), np.diff(words.indptr))
    columns = terms[words.numbers]
    if phrases is not None:
        documents, columns = np.append(documents, documents[phrases.tokens]), np.append(columns, phrases.terms)
    counted = columns >= 0
    # One number for each pair of a document and a term: equal pairs are counted together.
    pairs, counts = np.unique(documents[counted] * N + columns[counted], return_counts=True)
    rows, columns = np.divmod(pairs, max(N, 1))
    indptr = np.searchsorted(rows, np.arange(P + 1))
    return CSRMatrix(indptr, columns.astype(np.int32), counts, (P, N))


def frequent_terms(counts: CSRMatrix, min_documents: int, max_terms: int | None) -> Indices:
    """Return the terms that enough documents have, at most the most frequent `max_terms`, in ascending order."""
    N = counts.shape[1]
    in_documents = np.bincount(counts.indices, minlength=N)
    totals = np.bincount(counts.indices, weights=counts.data, minlength=N)
    kept = np.flatnonzero(in_documents >= min_documents)
    return np.sort(kept[np.argsort(-totals[kept], kind="stable")[:max_terms]])
