from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, ClassVar

from fewidgets.exercises.predicting.kind import Bar, Kind, Plain, Verdict, answer_table, text_of
from fewidgets.exercises.predicting.tex import readable
from fewidgets.scene import Panel
from fewidgets.scene.controls.replay import is_list
from fewidgets.scene.text.legible import must_be, quoted_all
from fewidgets.scene.types import Names, NameTuple, TwoTexts

MOST = 5  # items; a page without a kernel carries a verdict for each of their 120 orders
MOST_BARS = 8  # orders of a class with a bar of their own
OTHERS = "other orders"


@dataclass(frozen=True, eq=False)
class Ordering(Kind):
    """An order of two to five items.

    Parameters
    ----------
    items : sequence of str
        The items, in the order in which they are first shown, which must not be the right one.
    right : sequence of str, or callable
        The right order, or a function that computes it.
    because : str
        Why the right order is right.
    mistakes : mapping of tuple of str to str
        Wrong orders, or their beginnings such as ``("RM",)``, with their causes. The longest that fits explains the answer.
    otherwise : str
        Explanation of any other wrong order.
    first, last : str
        What stands at the two ends of the list, such as "chosen first" and "chosen last".

    Examples
    --------
    >>> kind = Ordering(["b", "a"], right=["a", "b"], because="a is 1, b is 2.", otherwise="Compare their values.")
    >>> kind.grade(["b", "a"])
    Verdict(right=False, reason='Compare their values.', distance=1.0, told='the wrong way round')
    """

    items: Names
    right: Names | Callable[[], Names]
    because: str = field(kw_only=True)
    mistakes: Mapping[NameTuple, str] = field(default_factory=dict, kw_only=True)
    otherwise: str = field(kw_only=True)
    first: str = field(default="first", kw_only=True)
    last: str = field(default="last", kw_only=True)
    kind: ClassVar[str] = "order"
    letters: ClassVar[TwoTexts] = ("a list of letters", "all the letters {} in a list, each of them once")

    def __post_init__(self) -> None:
        if not is_list(self.items) or not all(isinstance(each, str) for each in self.items):
            raise TypeError(must_be("items", "a sequence of texts", self.items))
        items = tuple(text_of("items", each) for each in self.items)
        if not 2 <= len(items) <= MOST or len(set(items)) < len(items):
            raise ValueError(must_be("items", f"2 to {MOST} different texts", list(self.items)))
        object.__setattr__(self, "items", items)
        for name in ("because", "otherwise", "first", "last"):
            object.__setattr__(self, name, text_of(name, getattr(self, name)))
        if not isinstance(self.mistakes, Mapping):
            raise TypeError(must_be("mistakes", "a mapping from orders to explanations", self.mistakes))
        for key, text in self.mistakes.items():
            if not isinstance(key, tuple) or not key or len(set(key)) < len(key) or not set(key) <= set(items):
                raise ValueError(must_be("mistakes", f"a mapping from tuples of {quoted_all(items)} to explanations", key))
            text_of(f"mistakes[{key!r}]", text, "an explanation")

    def check(self, answer: Any, name: str = "answer") -> NameTuple:
        expected = f"an order of {quoted_all(list(self.items))}"
        if not is_list(answer) or not all(isinstance(each, str) for each in answer):
            raise TypeError(must_be(name, expected, answer))
        order = tuple(each.strip() for each in answer)
        if sorted(order) != sorted(self.items):
            raise ValueError(must_be(name, expected, list(answer)))
        return order

    def check_truth(self, truth: NameTuple) -> NameTuple:
        if truth == self.items:
            raise ValueError(must_be("items", "in another order than the right one", list(self.items)))
        return truth

    def grade(self, answer: Any) -> Verdict:
        order, truth = self.check(answer), self.truth
        pairs = list(combinations(truth, 2))
        wrong = sum(order.index(one) > order.index(other) for one, other in pairs)
        if not wrong:
            return Verdict(True, self.because, 0.0)
        fitting = [key for key in self.mistakes if order[: len(key)] == key]
        reason = self.mistakes[max(fitting, key=len)] if fitting else self.otherwise
        return Verdict(
            False,
            reason,
            float(wrong),
            f"{wrong} of {len(pairs)} pairs the wrong way round" if len(pairs) > 1 else "the wrong way round",
        )

    def in_words(self, answer: NameTuple) -> str:
        return ", ".join(answer)

    def true_in_words(self) -> str:
        return f"The order is: {', '.join(self.truth)}."

    def why(self) -> str:
        return self.because

    def choices(self) -> list[Any]:
        return list(self.items)

    def coded(self, answer: NameTuple) -> list[int]:
        return [list(self.items).index(each) for each in answer]

    def decoded(self, coded: Any) -> list[str]:
        return [self.items[each] for each in coded]

    def form(self) -> Plain:
        items = [[item, readable(item)] for item in self.items]
        return {"items": items, "first": readable(self.first), "last": readable(self.last)}

    def answers(self) -> Iterable[NameTuple]:
        return permutations(self.items)

    def panel(self, answer: Any, truth: Any) -> Panel:
        orders = (self.items if answer is None and truth is None else answer, truth)
        columns = [[readable(item) for item in order or [""] * len(self.items)] for order in orders]
        return answer_table("Place", [(place, *pair) for place, pair in enumerate(zip(*columns, strict=True), start=1)])

    def distribution(self, answers: Sequence[Any], reveal: bool = False) -> list[Bar]:
        """Count the most frequent orders, and the right one if it is revealed."""
        counted = Counter(tuple(answer) for answer in answers)
        shown = [order for order, _ in counted.most_common(MOST_BARS)]
        if reveal and self.truth not in shown:
            shown.append(self.truth)
        bars = [Bar(", ".join(map(readable, order)), counted[order], reveal and order == self.truth) for order in shown]
        rest = len(answers) - sum(bar.number for bar in bars)
        return [*bars, Bar(OTHERS, rest)] if rest else bars

    def class_form(self) -> Plain:
        return {"range": [0, len(self.items) - 1], "size": len(self.items), "labels": self.listed()}

    def listed(self) -> list[str]:
        return [readable(item) for item in self.items]
