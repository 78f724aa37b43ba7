"""Reading a formula in indicator variables: tokens, and a recursive descent that multiplies out as it reads.

    formula  = [ name "=" ] sum
    sum      = product { ("+" | "-") product }
    product  = signed { "*" signed | power }        a power may follow directly unless it is a number: 2 x1 (x2 + x3)
    signed   = { "+" | "-" } power
    power    = atom [ "^" integer ]
    atom     = number | variable | "(" sum ")"

An indicator variable is 0 or 1, so its powers are equal to it. A polynomial in such variables is a sum of products of
different variables. `Polynomial` maps each product, as a tuple of ascending feature numbers, to its coefficient.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, NoReturn

Polynomial = dict[tuple[int, ...], Fraction]

MAX_LENGTH = 1_000  # characters
MAX_EXPONENT = 20
MAX_DEPTH = 50  # nested parentheses; keeps the descent far from Python's limit of nested calls
MAX_PRODUCTS = 50_000  # products of two terms while multiplying out, about 0.2 s
LARGEST = Fraction(10**100)  # sum of the coefficients' absolute values; keeps every J a finite float

_MINUS = "-−–‒﹣－"
_TIMES = "*×·⋅∙∗"
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_TOKEN = re.compile(
    rf"""
    (?P<number>   [0-9]+(?:\.[0-9]*)? | \.[0-9]+ )
  | (?P<variable> [xX](?:_?[0-9]+ | _?\{{[0-9]+\}} | [₀-₉]+) )
  | (?P<raised>   [⁰¹²³⁴⁵⁶⁷⁸⁹]+ )
  | (?P<power>    \*\* | \^ )
  | (?P<times>    [{_TIMES}] | \\cdot(?![a-z]) | \\times(?![a-z]) )
  | (?P<plus>     [+＋] )
  | (?P<minus>    [{_MINUS}] )
  | (?P<open>     [(\[] )
  | (?P<close>    [)\]] )
    """,
    re.VERBOSE,
)
_HEAD = re.compile(r"\s*[A-Za-z]\s*(\(\s*[A-Za-z]\s*\))?\s*=")
_OPERAND = 'a number, a variable such as x1 or "("'
_OPERATOR = "an operator (+ − × ^), a variable"
_REMEDIES = {
    "/": "Write 0.5 instead of 1/2",
    "÷": "Write 0.5 instead of 1/2",
    ",": "Write decimals with a point, such as 1.5",
    "x": "Write the feature's number directly after x, such as x1",
    "=": "Write the polynomial only, or begin with J(X) =",
}


class FormulaError(ValueError):
    """A text that is not a formula. `position` is the number of characters before the place where reading stopped."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class Token(NamedTuple):
    """A token: its kind (a group of the pattern, or "end"), its text, and the number of characters before it."""

    kind: str
    text: str
    position: int


class FormulaReader:
    """One reading of a formula."""

    def __init__(self, text: str, n_features: int) -> None:
        self.text, self.n_features = text, n_features
        self.depth = self.products = 0
        if len(text) > MAX_LENGTH:
            raise FormulaError(f"text must have at most {MAX_LENGTH:,} characters; got {len(text):,}", MAX_LENGTH)
        head = _HEAD.match(text)
        self.token = self._token_at(head.end() if head else 0)

    def read(self) -> Polynomial:
        """Return the polynomial, without products whose coefficient is 0."""
        result = self._sum()
        if self.token.kind == "close":
            self._fail(f'{_OPERATOR}, "(" or its end', 'No "(" is open here')
        if self.token.kind != "end":
            remedy = "Write × before a number" if self.token.kind == "number" else ""
            self._fail(f'{_OPERATOR}, "(" or its end', remedy)
        return result

    def _sum(self) -> Polynomial:
        total = self._product()
        while self.token.kind in ("plus", "minus"):
            sign = -1 if self._take().kind == "minus" else 1
            for term, coefficient in self._product().items():
                total[term] = total.get(term, Fraction(0)) + sign * coefficient
        return self._checked({term: coefficient for term, coefficient in total.items() if coefficient})

    def _product(self) -> Polynomial:
        result = self._signed()
        while self.token.kind in ("times", "variable", "open"):
            if self.token.kind == "times":
                self._take()
                result = self._times(result, self._signed())
            else:
                result = self._times(result, self._power())
        return result

    def _signed(self) -> Polynomial:
        sign = 1
        while self.token.kind in ("plus", "minus"):
            sign = -sign if self._take().kind == "minus" else sign
        return {term: sign * coefficient for term, coefficient in self._power().items()}

    def _power(self) -> Polynomial:
        base = self._atom()
        if self.token.kind not in ("power", "raised"):
            return base
        exponent = self._exponent()
        result: Polynomial = {(): Fraction(1)}
        for _ in range(exponent):
            result = self._times(result, base)
        if self.token.kind in ("power", "raised"):
            self._fail("+, −, ×, a variable or its end", "Put a power in parentheses to raise it again")
        return result

    def _exponent(self) -> int:
        expected = f"an integer exponent from 0 to {MAX_EXPONENT}"
        if self.token.kind == "power":
            self._take()
            if self.token.kind != "number":
                self._fail(expected)
        digits = self.token.text.translate(_RAISED)
        if "." in digits or int(digits) > MAX_EXPONENT:
            self._fail(expected)
        self._take()
        return int(digits)

    def _atom(self) -> Polynomial:
        kind = self.token.kind
        if kind == "number":
            number = Fraction(self._take().text)
            return self._checked({(): number}) if number else {}
        if kind == "variable":
            number_of = int(self.token.text[1:].strip("_{}").translate(_LOWERED))
            if not 1 <= number_of <= self.n_features:
                last = f"x1 to x{self.n_features}" if self.n_features > 1 else "x1"
                self._fail(f"one of the variables {last}")
            self._take()
            return {(number_of - 1,): Fraction(1)}
        if kind != "open":
            self._fail(_OPERAND)
        if self.depth == MAX_DEPTH:
            self._fail(f"at most {MAX_DEPTH} parentheses inside one another")
        self.depth += 1
        opened = self._take()
        inner = self._sum()
        if self.token.kind != "close":
            self._fail(f'{_OPERATOR} or ")"', f"The parenthesis at character {opened.position + 1} is open")
        self._take()
        self.depth -= 1
        return inner

    def _times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        self.products += len(left) * len(right)
        if self.products > MAX_PRODUCTS:
            self._fail("a formula with fewer terms when it is multiplied out", "Use fewer or smaller powers and parentheses")
        result: Polynomial = {}
        for one, a in left.items():
            for other, b in right.items():
                term = tuple(sorted({*one, *other}))
                result[term] = result.get(term, Fraction(0)) + a * b
        return self._checked({term: coefficient for term, coefficient in result.items() if coefficient})

    def _checked(self, polynomial: Polynomial) -> Polynomial:
        if sum(map(abs, polynomial.values())) > LARGEST:
            self._fail("numbers whose sum is at most 10^100")
        return polynomial

    def _take(self) -> Token:
        """Return the current token and go on to the next one."""
        taken = self.token
        self.token = self._token_at(taken.position + len(taken.text))
        return taken

    def _token_at(self, position: int) -> Token:
        while position < len(self.text) and self.text[position].isspace():
            position += 1
        if position == len(self.text):
            return Token("end", "", position)
        found = _TOKEN.match(self.text, position)
        if found is None or found.lastgroup is None:
            return Token("unknown", self.text[position], position)
        return Token(found.lastgroup, found.group(), position)

    def _fail(self, expected: str, remedy: str = "") -> NoReturn:
        kind, text, position = self.token
        before = " ".join(self.text[:position].split())
        after = f' after "{"…" if len(before) > 20 else ""}{before[-20:].lstrip()}"' if before else ""
        place = "" if kind == "end" else f" at character {position + 1}" + ("," if after else "")
        got = f'"{text[:20]}"' if kind != "end" else "the end" if before else "an empty text"
        remedy = remedy or _REMEDIES.get(text.lower(), "")
        raise FormulaError(f"text must have {expected}{place}{after}; got {got}" + (f". {remedy}" if remedy else ""), position)
