from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, ClassVar

from fewidgets.exercises.predicting.kind import Kind, Plain, Verdict, answer_table, explained
from fewidgets.exercises.predicting.tex import readable
from fewidgets.scene import Panel
from fewidgets.scene.text.legible import must_be, quoted_all
from fewidgets.scene.types import NameTuple, TwoTexts

LONG = 20  # characters of options that are separated by semicolons where they are listed
MOST = 8  # options of which several are right; a page without a kernel carries a verdict for each of their subsets


class _Choosing(Kind):
    """What one of several options, and several of them, share."""

    options: Mapping[str, str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", explained(self.options))

    def option(self, name: str, answer: Any) -> str:
        expected = f"one of {quoted_all(list(self.options))}"
        if not isinstance(answer, str):
            raise TypeError(must_be(name, expected, answer))
        if answer.strip() not in self.options:
            raise ValueError(must_be(name, expected, answer))
        return answer.strip()

    def true_in_words(self) -> str:
        return f"The answer is: {self.in_words(self.truth)}."

    def choices(self) -> list[Any]:
        return list(self.options)

    def form(self) -> Plain:
        return {"options": [[option, readable(option)] for option in self.options]}

    def panel(self, answer: Any, truth: Any) -> Panel:
        chosen, right = (set() if part is None else set(self.bars_of(part)) for part in (answer, truth))
        rows = [(label, "×" if i in chosen else "", "×" if i in right else "") for i, label in enumerate(self.bar_labels())]
        return answer_table("Option", rows)

    def listed(self) -> list[str]:
        return [readable(option) for option in self.options]

    def bar_labels(self) -> list[str]:
        return self.listed()

    def class_form(self) -> Plain:
        return {"range": [0, len(self.options) - 1], "labels": self.bar_labels()}


@dataclass(frozen=True, eq=False)
class OneOf(_Choosing):
    """One of several options.

    Parameters
    ----------
    options : mapping of str to str
        For each option, why it is right, or which misconception it is. They are shown in this order.
    right : str or callable
        The right option, or a function that computes it.

    Examples
    --------
    >>> kind = OneOf({"O and AB": "Their numbers differ by 3.", "O and A": "Their numbers differ by 1."}, right="O and AB")
    >>> kind.grade("O and A")
    Verdict(right=False, reason='Their numbers differ by 1.', distance=None, told='')
    """

    options: Mapping[str, str]
    right: str | Callable[[], str]
    kind: ClassVar[str] = "one"
    letters: ClassVar[TwoTexts] = (
        'the letter of your answer, such as "a"',
        'one letter among {}, as a text such as "{}"',
    )

    def check(self, answer: Any, name: str = "answer") -> str:
        return self.option(name, answer)

    def grade(self, answer: Any) -> Verdict:
        option = self.check(answer)
        return Verdict(option == self.truth, self.options[option])

    def from_letters(self, letters: list[str]) -> str:
        (letter,) = letters
        return letter

    def in_words(self, answer: str) -> str:
        return answer

    def why(self) -> str:
        return self.options[self.truth]

    def coded(self, answer: str) -> int:
        return list(self.options).index(answer)

    def decoded(self, coded: Any) -> str:
        return list(self.options)[coded]

    def answers(self) -> Iterable[str]:
        return self.options

    def bars_of(self, answer: str) -> list[int]:
        return [self.coded(answer)]


@dataclass(frozen=True, eq=False)
class SeveralOf(_Choosing):
    """At least one of 2 to 8 options.

    Parameters
    ----------
    options : mapping of str to str
        For each option, why it belongs to the right ones, or why not. They are shown in this order.
    right : collection of str, or callable
        The right options, or a function that computes them.

    Examples
    --------
    >>> kind = SeveralOf({"a": "a is 1.", "b": "b is 2.", "c": "c is 3."}, right={"a", "c"})
    >>> kind.grade(["b", "c"]).reason
    'You chose b. b is 2. You did not choose a. a is 1.'
    """

    options: Mapping[str, str]
    right: Collection[str] | Callable[[], Collection[str]]
    kind: ClassVar[str] = "several"
    letters: ClassVar[TwoTexts] = ("a list of letters", "some of the letters {}, in a list")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.options) > MOST:
            raise ValueError(must_be("options", f"at most {MOST} options", list(self.options)))

    def check(self, answer: Any, name: str = "answer") -> NameTuple:
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(must_be(name, f"a collection of options among {quoted_all(list(self.options))}", answer))
        chosen = {self.option(name, each) for each in answer}
        if not chosen:
            raise ValueError(must_be(name, f"at least one of {quoted_all(list(self.options))}", answer))
        return tuple(option for option in self.options if option in chosen)

    def grade(self, answer: Any) -> Verdict:
        chosen = self.check(answer)
        if chosen == self.truth:
            return Verdict(True, self.why())
        missed = [option for option in self.truth if option not in chosen]
        parts = [f"You chose {option}. {self.options[option]}" for option in chosen if option not in self.truth]
        parts += [f"You did not choose {option}. {self.options[option]}" for option in missed]
        return Verdict(False, " ".join(parts))

    def reveal(self, answer: Any = None) -> Plain:
        return super().reveal(answer) | {"each": [readable(text) for text in self.options.values()]}

    def objection(self, answer: Any) -> str:
        """Return what speaks against the first wrong option."""
        for option in answer:
            if option not in self.truth:
                return f"Look at {option} again. {self.options[option]}"
        return "All that you chose belongs to it. Something is missing."

    def says_all(self) -> bool:
        return True  # the reason has explained each option

    def in_words(self, answer: NameTuple) -> str:
        if len(answer) == 1:
            return answer[0]
        if max(map(len, answer)) > LONG:
            return "; ".join(answer)
        return f"{', '.join(answer[:-1])} and {answer[-1]}"

    def why(self) -> str:
        return " ".join(self.options[option] for option in self.truth)

    def coded(self, answer: NameTuple) -> list[int]:
        return [list(self.options).index(each) for each in answer]

    def decoded(self, coded: Any) -> list[str]:
        return [list(self.options)[each] for each in coded]

    def answers(self) -> Iterator[NameTuple]:
        sizes = range(1, len(self.options) + 1)
        return chain.from_iterable(combinations(self.options, size) for size in sizes)

    def bars_of(self, answer: NameTuple) -> list[int]:
        return self.coded(answer)
