"""TeX in questions becomes text that can be read aloud."""

import pytest

from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting.tex import readable


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"$\lambda = 10^{-2}$", "λ = 10⁻²"),
        (r"$\ell_0, \ell_1$ and $\ell_2$", "ℓ₀, ℓ₁ and ℓ₂"),
        (r"$\sum_n |w_n|^2$", "Σₙ |wₙ|²"),
        (r"$\frac{1}{2}(y - \hat y)^2$", "1/2(y − ŷ)²"),
        (r"$\mathbf{w}^T x$", "wᵀ x"),
        (r"$\sqrt{a + b}$", "√(a + b)"),
        (r"$-1 \le x \le 1$", "−1 ≤ x ≤ 1"),
        (r"It costs \$5, `stop=0.01`", "It costs $5, stop=0.01"),
        ("$1,000 and $2,000", "$1,000 and $2,000"),
        ("a_b and 3 * 4", "a_b and 3 * 4"),
    ],
)
def test_formulas(tex, text):
    assert readable(tex) == text


def test_what_cannot_be_shown_is_refused():
    with pytest.raises(ValueError, match=r"has the command \\widehat, which cannot be shown"):
        readable(r"$\widehat{y}$")
    for broken in ("$x^$", "${x$"):
        with pytest.raises(ValueError, match=r"ends too early|is not closed"):
            readable(broken)


@pytest.mark.parametrize("name", questions())
def test_all_texts_of_the_lessons_can_be_read(name):
    asked = questions()[name]
    texts = [readable(asked.question), repr(asked.kind.form())]
    assert not [text for text in texts if "\\" in text]
