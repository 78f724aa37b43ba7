from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fewidgets.explorables.predicting.kind import Kind, Verdict, explained
from fewidgets.scene.legible import must_be, quoted_all

LONG = 20  # characters of options that are separated by semicolons where they are listed
MOST = 8  # options of which several are right; a page without a kernel carries a verdict for each of their subsets


@dataclass(frozen=True, eq=False)
class OneOf(Kind):
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", explained(self.options))

    def check(self, answer: Any, name: str = "answer") -> str:
        return _option(name, answer, self.options)

    def grade(self, answer: Any) -> Verdict:
        option = self.check(answer)
        return Verdict(option == self.truth, self.options[option])

    def in_words(self, answer: str) -> str:
        return answer

    def true_in_words(self) -> str:
        return f"The answer is: {self.truth}."

    def why(self) -> str:
        return self.options[self.truth]

    def choices(self) -> list[Any]:
        return list(self.options)

    def telling(self) -> tuple[str, ...]:
        return (self.truth,)


@dataclass(frozen=True, eq=False)
class SeveralOf(Kind):
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
    'You did not choose a. a is 1. You chose b. b is 2.'
    """

    options: Mapping[str, str]
    right: Collection[str] | Callable[[], Collection[str]]
    kind: ClassVar[str] = "several"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", explained(self.options))
        if len(self.options) > MOST:
            raise ValueError(must_be("options", f"at most {MOST} options", list(self.options)))

    def check(self, answer: Any, name: str = "answer") -> tuple[str, ...]:
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(must_be(name, f"a collection of options among {quoted_all(list(self.options))}", answer))
        chosen = {_option(name, each, self.options) for each in answer}
        if not chosen:
            raise ValueError(must_be(name, f"at least one of {quoted_all(list(self.options))}", answer))
        return tuple(option for option in self.options if option in chosen)

    def grade(self, answer: Any) -> Verdict:
        chosen = self.check(answer)
        if chosen == self.truth:
            return Verdict(True, " ".join(self.options[option] for option in chosen))
        wrong = [option for option in self.options if (option in chosen) != (option in self.truth)]
        parts = [
            f"You {'chose' if option in chosen else 'did not choose'} {option}. {self.options[option]}" for option in wrong
        ]
        return Verdict(False, " ".join(parts))

    def in_words(self, answer: tuple[str, ...]) -> str:
        return _listed(answer)

    def true_in_words(self) -> str:
        return f"The answer is: {_listed(self.truth)}."

    def why(self) -> str:
        return " ".join(self.options[option] for option in self.truth)

    def choices(self) -> list[Any]:
        return list(self.options)

    def telling(self) -> tuple[str, ...]:
        return (_listed(self.truth), ", ".join(self.truth))


def _option(name: str, answer: Any, options: Mapping[str, str]) -> str:
    expected = f"one of {quoted_all(list(options))}"
    if not isinstance(answer, str):
        raise TypeError(must_be(name, expected, answer))
    if answer.strip() not in options:
        raise ValueError(must_be(name, expected, answer))
    return answer.strip()


def _listed(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    if max(map(len, names)) > LONG:
        return "; ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
