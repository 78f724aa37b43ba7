"""The search for answers finds what was planted, and takes nothing else for it."""

import pytest

from fewidgets.exercises.exercise import Exercise
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Ordering, Question, SeveralOf
from tests.lessons import given_away as search
from tests.lessons.lesson import Cell, Lesson
from tests.lessons.rules import (
    explanations_are_folded,
    mathematics_is_tex,
    no_asserts,
    nothing_about_the_project,
    sentences,
    sentences_are_short,
)

WHY = "A reason."
FEATURE = OneOf({"LSTAT": WHY, "RM": WHY, "TAX": WHY}, right="LSTAT")
SENTENCE = OneOf({"the smaller circle wins": WHY, "the larger circle wins": WHY}, right="the larger circle wins")
PAIR = SeveralOf({"RM": WHY, "TAX": WHY, "AGE": WHY}, right={"RM", "AGE"})
ORDER = Ordering(["TAX", "RM", "AGE"], right=["RM", "AGE", "TAX"], because=WHY, otherwise=WHY)


def number(value, unit=""):
    bands = [Band(None, None, WHY)]
    return Estimate(value, min(0, 2 * value), max(1, 2 * value), near=0, because=WHY, bands=bands, unit=unit)


def told(kind, *above, gives_away=(), monkeypatch=None):
    """Return what the search says of a question with these texts above it."""
    asked = Question("9.6 planted", "Which one?", kind, gives_away=gives_away)
    monkeypatch.setattr(search, "question", lambda name: asked)
    cells = [Cell(n, "markdown", text, "", "", ()) for n, text in enumerate(above)]
    cells.append(Cell(len(above), "code", 'predict("9.6 planted")', 'Prediction "9.6 planted": not attempted', "", ()))
    return list(search.given_away(Lesson("9.6", tuple(cells))))


@pytest.mark.parametrize(
    ("kind", "above"),
    [
        (FEATURE, "Boosting likes `LSTAT`."),
        (SENTENCE, "You will see that *the larger circle* wins."),
        (PAIR, "It takes RM and AGE"),
        (ORDER, "['RM', 'AGE', 'TAX']"),
        (number(0.7368), "LSTAT 0.74"),
        (number(-0.7368), "LSTAT −0.74"),
        (number(1152), "$1\\,152$ features"),
        (number(9, "rounds"), "after 9 rounds"),
        (number(80, "%"), "80 % of it"),
        (number(80.25, "%"), "a share of 0.8025"),
    ],
)
def test_a_planted_answer_is_found(kind, above, monkeypatch):
    assert told(kind, "Nothing here.", above, "Nor here.", monkeypatch=monkeypatch)


@pytest.mark.parametrize(
    ("kind", "above"),
    [
        (FEATURE, "The table has CRIM, RM, TAX, PTRATIO and LSTAT."),
        (SENTENCE, "The larger circle is red, and the smaller one wins."),
        (PAIR, "RM, TAX and AGE"),
        (ORDER, "['AGE', 'RM', 'TAX']"),
        (number(0.7368), "0.7468, 10.737 and 0.7371 are others; so is 0.73"),
        (number(0.7368), "-0.737"),
        (number(9, "rounds"), "Section 9 has 19 rounds and 9 features."),
        (number(80, "%"), "80 pixels, or 180 %"),
    ],
)
def test_nothing_else_is_taken_for_it(kind, above, monkeypatch):
    assert told(kind, above, monkeypatch=monkeypatch) == []


def test_texts_that_give_an_answer_away_are_found_whatever_their_form(monkeypatch):
    found = told(FEATURE, "*LSTAT*\nwins, RM and TAX do not", gives_away=("lstat wins",), monkeypatch=monkeypatch)
    assert found == ["9.6 planted: “lstat wins” (gives_away) stands in cell 0, text: “…lstat wins, rm and tax do not…”"]


@pytest.mark.parametrize("where", ["source", "printed", "shown"])
def test_code_outputs_and_pictures_above_are_searched_and_nothing_below(where, monkeypatch):
    asked = Question("9.6 planted", "Which one?", SENTENCE)
    monkeypatch.setattr(search, "question", lambda name: asked)
    parts = {"source": "1", "printed": "", "shown": "", where: "# the larger circle wins"}
    planted = Cell(0, "code", **parts, explorables=())
    asks = Cell(1, "code", 'predict("9.6 planted")', "", "", ())
    assert len(list(search.given_away(Lesson("9.6", (planted, asks))))) == 1
    assert list(search.given_away(Lesson("9.6", (asks, planted)))) == []


def test_the_question_itself_and_its_cell_are_searched(monkeypatch):
    asked = Question("9.6 planted", "Why is it that the larger circle wins?", SENTENCE)
    monkeypatch.setattr(search, "question", lambda name: asked)
    (found,) = search.given_away(Lesson("9.6", (Cell(0, "code", 'predict("9.6 planted")', "", "", ()),)))
    assert "stands in the question" in found


def test_the_answer_of_a_check_is_found_anywhere_but_among_its_own_numbers(monkeypatch):
    exercise = Exercise("9.6 planted", {}, solve=lambda: 0.256917, hints=("Divide.",), because=WHY)
    monkeypatch.setattr(search, "exercise_named", lambda name: exercise)

    def lesson(*texts):
        cells = [Cell(0, "code", 'given("9.6 planted")\ncheck("9.6 planted", ...)', "0.2569", "", ())]
        return Lesson("9.6", (*cells, *(Cell(n, "markdown", text, "", "", ()) for n, text in enumerate(texts, 1))))

    (found,) = search.answers_on_the_page(lesson("Nothing.", "That is 0.2569 of the mean."))
    assert "9.6 planted: its answer 0.256917 stands in cell 2, text" in found
    assert list(search.answers_on_the_page(lesson("That is 0.2469 or 10.2569."))) == []


def text(source):
    return Lesson("9.6", (Cell(0, "markdown", source, "", "", ()),))


@pytest.mark.parametrize(
    "source",
    [
        "**Explain.** Why?\n\nBecause it is so.",
        "**Explain.** Why?\n\n## Next\n\n<details><summary>Answer</summary>So.</details>",
        "**Explain.** Why?\n\n<details><summary>Answer</summary>The contours touch the ball at a corner.</details>\n\n"
        "The contours touch the ball at a corner.",
        "**Explain.** Why?\n\n<details><summary>Answer</summary>Most contours touch the diamond at a corner.</details>\n\n"
        "So the contours touch the diamond at a corner.",
    ],
)
def test_an_answer_that_is_not_folded_is_found(source):
    assert list(explanations_are_folded(text(source)))


def test_a_folded_answer_is_fine():
    good = (
        "**Explain.** Why?\n\n<details><summary>Answer</summary>Contours touch a corner.</details>\n\nThe next part is on λ."
    )
    assert not list(explanations_are_folded(text(good)))


def test_symbols_belong_between_dollars():
    assert list(mathematics_is_tex(text("With λ = 3 the ℓ1 norm and 10⁻²")))
    assert not list(mathematics_is_tex(text("Drag *λ* on the *λ axis* until $λ = 3$, `λ`, $$‖w‖$$ and −3 × 2")))


def test_sentences_are_counted_as_people_read_them():
    read = sentences(
        "# Title\n\nOne two (e.g. three). Four, as in 9.6 and Fig. 9.1!\n\n- five six\n- seven $a. b$\n\n| x | y |"
    )
    assert read == ["One two (eg three).", "Four, as in 96 and Fig 91!", "five six", "seven x"]
    assert list(sentences_are_short(text(" ".join(["word"] * 36) + ".")))
    assert not list(sentences_are_short(text(". ".join(["Word word"] * 36) + ".")))


@pytest.mark.parametrize("source", ["x = 1\nassert x", "def f():\n    assert True", "np.testing.assert_allclose(1, 1)"])
def test_asserts_are_found(source):
    assert list(no_asserts(Lesson("9.6", (Cell(0, "code", source, "", "", ()),))))


def test_words_about_the_project_are_found_and_those_of_the_field_are_not():
    assert list(nothing_about_the_project(text("They agree to the last bit.")))
    assert list(nothing_about_the_project(text("nbval compares it.")))
    assert not list(nothing_about_the_project(text("Test data are held out; the test error falls.")))
