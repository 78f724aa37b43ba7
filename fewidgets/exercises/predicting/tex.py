from __future__ import annotations

import re
import unicodedata

_COMMANDS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Delta": "Δ", "Lambda": "Λ", "Sigma": "Σ", "Omega": "Ω", "ell": "ℓ", "sum": "Σ",
    "times": "×", "cdot": "·", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈",
    "infty": "∞", "to": "→", "in": "∈", "ldots": "…", "dots": "…", "cdots": "⋯", "circ": "°", "partial": "∂", "nabla": "∇",
    "log": "log", "exp": "exp", "min": "min", "max": "max", "quad": " ", "left": "", "right": "", "mathrm": "", "text": "",
    "mathbf": "", "boldsymbol": "", "mathit": "", "operatorname": "", ",": " ", ";": " ", " ": " ", "!": "", "%": "%",
    "{": "{", "}": "}", "$": "$", "_": "_", "|": "‖",
}  # fmt: skip
_ABOVE = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True)) | {"T": "ᵀ"}
_BELOW = dict(zip("0123456789+-−=()aeijmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
# As in Pandoc, so that "$1,000 and $2,000" are amounts: no space within the dollar signs, and no digit after them.
_MATH = re.compile(r"(?<!\\)\$(?=\S)(.+?)(?<=\S)(?<!\\)\$(?!\d)", re.DOTALL)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_]|\s+|.", re.DOTALL)


def readable(text: str) -> str:
    r"""Replace the TeX between dollar signs by Unicode, and leave out the backquotes around code; ValueError if it cannot.

    >>> readable(r"At $\lambda = 10^{-2}$, which $\ell_1$ norm is $\sqrt{2}$?")
    'At λ = 10⁻², which ℓ₁ norm is √2?'
    """
    return _MATH.sub(lambda found: _Reader(found[1]).all(), text).replace("\\$", "$").replace("`", "")


class _Reader:
    """Reads the tokens of one formula from left to right."""

    def __init__(self, formula: str) -> None:
        self.formula = formula
        self.tokens = _TOKEN.findall(formula)

    def all(self) -> str:
        text = ""
        while self.tokens:
            text += self.part()
        return re.sub(r"\s+", " ", text.replace("-", "\N{MINUS SIGN}")).strip()

    def part(self) -> str:
        """Read a letter, a command with its arguments, or a group in braces."""
        if not self.tokens:
            raise ValueError(f"The formula ${self.formula}$ ends too early.")
        token = self.tokens.pop(0)
        if token == "{":
            inside = ""
            while self.tokens and self.tokens[0] != "}":
                inside += self.part()
            if not self.tokens:
                raise ValueError(f"A brace in ${self.formula}$ is not closed.")
            self.tokens.pop(0)
            return inside
        if token in ("^", "_"):
            return _raised(self.argument(), _ABOVE if token == "^" else _BELOW, token)
        if token.startswith("\\"):
            return self.command(token[1:])
        return token

    def argument(self) -> str:
        while self.tokens and self.tokens[0].isspace():
            self.tokens.pop(0)
        return self.part()

    def command(self, name: str) -> str:
        if name == "sqrt":
            return f"√{_grouped(self.argument())}"
        if name == "frac":
            over, under = self.argument(), self.argument()
            return f"{_grouped(over)}/{_grouped(under)}"
        if name in _ACCENTS:
            return unicodedata.normalize("NFC", self.argument() + _ACCENTS[name])
        if name in _COMMANDS:
            return _COMMANDS[name]
        raise ValueError(f"The formula ${self.formula}$ has the command \\{name}, which cannot be shown in a question.")


def _raised(text: str, letters: dict[str, str], sign: str) -> str:
    if all(letter in letters for letter in text):
        return "".join(letters[letter] for letter in text)
    return text if text == "°" else f"{sign}{_grouped(text)}"


def _grouped(text: str) -> str:
    return text if len(text) == 1 or text.replace(".", "").isdigit() else f"({text})"
