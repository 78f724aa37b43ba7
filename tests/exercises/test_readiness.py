"""`ready` names the functions that are still open, also those that others call, and `check` does so too."""

import numpy as np
import pytest

from fewidgets.exercises import check, ready


def open_step(X, y, w, lam, alpha):
    stepped = w - alpha * ...
    return stepped if lam else w


def path(X, y, lambdas, alpha, steps):
    found = np.array([[open_step(X, y, np.zeros(X.shape[1] + 1), lam, alpha) for _ in range(steps)][-1] for lam in lambdas])
    return found[:, 0], found[:, 1:]


def known_means(X):
    print(np.nanmean(X, axis=0))


def wrong_means(X):
    return np.zeros(X.shape[1])


def whole_means(X):
    ...
    return np.nanmean(X, axis=0)


def test_dots_left_below_the_answer_do_no_harm(capsys):
    assert check("9.5 known means", whole_means).passed
    assert ready(whole_means)
    assert capsys.readouterr().out == ""


def test_an_open_function_is_named_where_another_one_calls_it(capsys):
    assert not ready(path)
    assert capsys.readouterr().out == "Still open: open_step. Write it above, and run this cell again.\n"
    assert not ready(path, open_step, known_means)
    assert "open_step." in capsys.readouterr().out


def test_the_check_names_the_function_that_is_missing():
    feedback = check("9.12 path", path)
    assert feedback.outcome == "not attempted"
    assert "path calls open_step" in feedback.message


def test_a_function_that_returned_nothing_is_not_ready_until_it_is_written_anew(capsys):
    assert ready(known_means)
    assert check("9.5 known means", known_means).kind == "nothing"
    assert not ready(known_means)
    assert "Not ready: known_means." in capsys.readouterr().out


def test_a_function_with_wrong_numbers_can_be_used():
    assert check("9.5 known means", wrong_means).outcome == "wrong"
    assert ready(wrong_means)


@pytest.mark.parametrize("answer", [None, 3, "known_means", [1, 2], np.zeros(2)])
def test_what_is_no_function_is_not_ready(answer, capsys):
    assert not ready(answer)
    assert "Not ready" in capsys.readouterr().out
