"""What lesson C3 says about correlation and importance is true, and what it names is on screen."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from fewidgets import CorrelationRanking
from fewidgets.algorithms import forward_selection, mutual_information
from fewidgets.data import load_auto_mpg, make_useless_alone
from fewidgets.exercises.cars.held_out import held_out_errors, parts
from tests.lessons.lesson import lesson

LESSON = "C3_ranking_features"


def fit_of(k, changed=("", "")):
    """Run the cell of the cars with another ``k``, or with one line changed; return ``fit``."""
    code = next(cell.source for cell in lesson(LESSON).cells if cell.calls("score_cars"))
    names = {"np": np}
    exec(code.partition("score_cars(")[0].replace("k, by = 3,", f"k, by = {k},").replace(*changed), names)
    return names["fit"]


def test_what_a_ranking_does_on_the_cars():
    text = lesson(LESSON).markdown
    three, one, seven = (held_out_errors(fit_of(k)).mean() for k in (3, 1, 7))
    assert f"best three by correlation have an error of {three:.2f}, and the weight alone has {one:.2f}." in text
    search = ('"ranking"  #', '"search"  #')
    two, best = (held_out_errors(fit_of(k, search)).mean() for k in (2, 3))
    assert (
        f"It has {two:.2f} with two features and {best:.2f} with three, about as much as all seven have ({seven:.2f})" in text
    )
    cars, thirds = load_auto_mpg(), set()
    for X, y, _, _ in parts():
        filled = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
        found = [cars.feature_names[n] for n in np.argsort([-abs(pearsonr(x, y).statistic) for x in filled.T])]
        assert found[:2] == ["weight", "displacement"]
        thirds.add(found[2])
        assert [cars.feature_names[n] for n in forward_selection(filled, y).order[:2]] == ["weight", "model_year"]
    assert thirds == {"cylinders", "horsepower"}
    r = pearsonr(*(cars.X[:, cars.feature_names.index(name)] for name in ("displacement", "weight"))).statistic
    assert f"have $r = {r:.2f}$" in text


def test_mutual_information_does_no_better_on_the_cars():
    def scores(X, y):
        edges = np.quantile(X, [0.25, 0.5, 0.75], axis=0).T
        pairs = zip(X.T, edges, strict=True)
        levels = [x if len(np.unique(x)) <= 6 else np.searchsorted(edge, x) for x, edge in pairs]
        return mutual_information(np.column_stack(levels), y > np.median(y)).scores

    fit = fit_of(3, ("np.argsort(-np.abs(r))", "np.argsort(-scores(filled, y))"))
    fit.__globals__["scores"] = scores
    assert f"{held_out_errors(fit).mean():.2f} with three features, and four bins each" in lesson(LESSON).markdown


def test_the_losses_that_are_printed_are_those_of_numpy():
    cars = load_auto_mpg()
    printed = "\n".join(cell.printed for cell in lesson(LESSON).cells)
    assert f"loss of the mean alone: {cars.y.var():.1f}" in printed
    for name, x in zip(cars.feature_names, cars.X.T, strict=True):
        loss = np.mean((np.polyval(np.polyfit(x, cars.y, 1), x) - cars.y) ** 2)
        assert f"{name:13} {loss:5.1f}" in printed
    best = min(zip(cars.feature_names, cars.X.T, strict=True), key=lambda each: -abs(pearsonr(each[1], cars.y).statistic))
    assert best[0] == "weight"
    assert "A loss of 18.7" in lesson(LESSON).markdown


def test_the_numbers_of_the_book_are_printed():
    data = make_useless_alone(200)
    r = [pearsonr(x, data.y).statistic for x in data.X.T]
    assert r == pytest.approx([0, np.sqrt(0.5)], abs=1e-12)
    printed = "\n".join(cell.printed for cell in lesson(LESSON).cells)
    assert "[0.    0.707]" in printed
    assert "[1. 2.]" in printed


def test_the_weight_at_which_a_link_of_04_makes_the_first_feature_useless():
    w = CorrelationRanking(weight=2.5, link=0.4)
    assert "x1 has r = 0 and" in w.caption
    w = CorrelationRanking(weight=2.0, link=0.5)
    before = w.caption
    w.numbers = "normal"
    assert w.caption == before
