"""Submissions of the graded set `boosting`: honest, mistaken, broken and hostile, with what each has earned.

Each submission spoils what it must and answers everything else right. What it has earned is computed here, by running the
answers that count; the grader under test has no part in it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from tests.grading.corpus import attacks
from tests.grading.corpus.answers import BOOST, FIRST, OTHER, READ, RIGHT, ROUND, earned_by, mistaken, solved
from tests.grading.corpus.notebook import Notebook

#: Somebody whose data a submission copies.
NEIGHBOUR = "00-correct"


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True)
class Submission:
    """One file that somebody hands in.

    Attributes
    ----------
    student : str
        Whose it is; also what tables call it.
    what : str
        What is special about it.
    content : bytes
        The file.
    file_name : str
        Its name.
    earned : dict of str to float
        The points of each part that it earned, such as ``{"q1/winner": 1}``.
    mistakes : dict of str to str
        The mistake to be named in each question.
    """

    student: str
    what: str
    content: bytes
    earned: dict[str, float]
    file_name: str = "boosting.ipynb"
    mistakes: dict[str, str] = field(default_factory=dict)

    @property
    def points(self):
        return sum(self.earned.values())


class Corpus:
    """Makes the submissions.

    Parameters
    ----------
    graded : GradedSet
        The set.
    secret : bytes
        The course's secret.
    released : callable
        ``released(student)`` gives the notebook that a student received, as JSON values.
    seed_of : callable
        Whose data a student has: by default everybody's own. Where all have the same, ``lambda student: ""``.
    """

    def __init__(self, graded, secret, released, seed_of=lambda student: student):
        self.graded, self.secret, self.released, self.seed_of = graded, secret, released, seed_of
        self.found: list[Submission] = []

    def add(self, name, what, spoil=None, answers=None, lost=(), **more):
        """Add a submission: right answers but for those given, spoilt, without the points of the questions that it loses."""
        student = f"{len(self.found):02}-{name}"
        answers = {**RIGHT, **(answers or {})}
        book = Notebook(self.released(student))
        for question, code in answers.items():
            if code is not None:
                book.write(question, code)
        if spoil is not None:
            spoil(book)
        counted = {question: code for question, code in answers.items() if question not in lost and code is not None}
        content = more.pop("content", lambda book: book.bytes())(book)
        earned = earned_by(self.graded, self.secret, self.seed_of(student), counted)
        self.found.append(Submission(student, what, content, earned, **more))

    def make(self):
        """Make all of them."""
        self.well_meant()
        self.stopping()
        self.edited()
        self.prying()
        self.lying()
        return self.found

    def well_meant(self):
        self.add("correct", "correct")
        self.add("other-route", "correct by another route", answers=OTHER)
        most = max(map(len, mistaken(self.graded, self.secret, self.seed_of(NEIGHBOUR)).values()))
        for place in range(most):
            student = f"{len(self.found):02}-mistake-{place + 1}"
            answers, mistakes = {}, {}
            for question, known in mistaken(self.graded, self.secret, self.seed_of(student)).items():
                if place < len(known):
                    mistakes[question], answers[question] = known[place]
            words = f"the {_ORDINALS[place]} known mistake of each question"
            self.add(f"mistake-{place + 1}", words, answers=answers, mistakes=mistakes)
        raising = BOOST.replace("    r = y - y.mean()", "    r = y - y.mean() + undefined")
        self.add("raising", "function raises", answers={"q3": raising}, lost=("q3",))
        self.add("raising-cell", "cell raises", lambda book: book.before("q1", "1 / 0"), lost=("q1",))
        self.add("syntax-error", "syntax error", lambda book: book.write("q2", ROUND.replace(":\n", "\n", 1)), lost=("q2",))
        self.add("blank", "blank", answers=dict.fromkeys(RIGHT))
        ours = {"q3": attacks.OURS}
        self.add("ready-made", "calls our own algorithm", answers=ours, lost=("q3",))
        self.add("asks", "input()", lambda book: book.before("q1", attacks.ASK), lost=("q1",))
        self.add("widget", "a widget in a cell", lambda book: book.insert(1, attacks.WIDGET))
        self.add("magics", "magics and a shell command", lambda book: book.before("q1", attacks.MAGIC))

    def stopping(self):
        in_function = BOOST.replace("while len(order) < X.shape[1]:", "while True:\n        continue")
        self.add("endless-function", "endless loop in a function", answers={"q3": in_function}, lost=("q3",))
        self.add("endless-cell", "endless loop in a cell", lambda book: book.before("q1", attacks.ENDLESS), lost=("q1",))
        stubborn = attacks.STUBBORN
        self.add("stubborn", "endless loop that catches everything", lambda book: book.before("q5", stubborn), lost=("q5",))
        self.add("exit", "os._exit", lambda book: book.before("q2", attacks.EXIT), lost=("q2",))
        self.add("killed", "killed kernel", lambda book: book.before("q2", attacks.KILL), lost=("q2",))
        self.add("leaves", "raise SystemExit", lambda book: book.before("q5", attacks.LEAVE), lost=("q5",))
        self.add("hog", "memory hog", lambda book: book.before("q1", attacks.HOG), lost=("q1",))
        self.add("chain", "starts process after process", self.chain, lost=("q1",))
        self.add("flood", "prints 100 MB", lambda book: book.before("q4", attacks.FLOOD))
        self.add("background", "a thread that never ends", lambda book: book.before("q1", attacks.BACKGROUND))

    def edited(self):
        self.add("test-deleted", "test cell deleted", lambda book: book.delete("q3-test"))
        self.add("test-edited", "test cell edited", lambda book: book.write("q3-test", "points = 100"))
        self.add("test-duplicated", "test cell duplicated", lambda book: book.duplicate("q3-test"))
        self.add("answer-deleted", "answer cell deleted", lambda book: book.delete("q3"), lost=("q3",))
        self.add("answer-duplicated", "answer cell duplicated", lambda book: book.duplicate("q3"))
        self.add("answer-as-text", "answer cell turned into text", lambda book: book.turn_into_text("q3"), lost=("q3",))
        self.add("data-edited", "data cell edited", self.other_data)
        self.add("renamed", "renamed file", file_name="Copy of my solution (final) — 2.ipynb")
        latin = {"content": lambda book: book.bytes().replace(b"import numpy", "# Größe\\nimport numpy".encode("latin-1"), 1)}
        self.add("latin-1", "bytes that are not UTF-8", **latin)
        nothing = dict.fromkeys(RIGHT)
        self.add("empty", "an empty file", answers=nothing, content=lambda book: b"")
        self.add("cut-short", "a file that is cut short", answers=nothing, content=lambda book: book.bytes()[:3000])

    def prying(self):
        def look(book):
            book.write("q1", attacks.READ_OUTSIDE + attacks.TAKE_FIRST)
            book.write("q4", attacks.TAKE_WHY)
            book.write("q5", attacks.TAKE_READ)

        self.add("reads-outside", "reads outside its folder", look, lost=("q1", "q4", "q5"))
        writes = attacks.WRITE_OUTSIDE
        self.add("writes-outside", "writes to the gradebook's place", lambda book: book.after("q1", writes))

        def forge(book):
            book.insert(1, attacks.FORGE)

        nothing = dict.fromkeys(RIGHT)
        self.add("forged-results", "a forged results file", forge, answers=nothing)
        self.add("hoards-cases", "writes down the hidden cases", lambda book: book.after("q3", attacks.HOARD))

    def lying(self):
        equal = {
            "q1": attacks.EQUAL + "winner = weight = Everything()",
            "q2": "one_round = Everything()",
            "q3": "boost = Everything()",
            "q4": "why = Everything()",
            "q5": "rounds = explained = Everything()",
        }
        self.add("equals-all", "an object that equals everything", self.writing(equal), lost=tuple(equal))
        liar = {
            "q1": attacks.LIAR + "winner, weight = 99, Liar(99.0)",
            "q5": "rounds, explained = 99, Liar(99.0)",
        }
        self.add("lying-number", "a number that lies in abs and <", self.writing(liar), lost=tuple(liar))
        nonsense = {
            "q1": FIRST + "\nwinner, weight = 99, 99.0",
            "q2": "def one_round(X, r, s, used):\n    return 99, 99.0, np.zeros(1)",
            "q3": "def boost(X, y, smallest_gain):\n    return [99], [99.0], [99.0]",
            "q4": 'why = "A"',
            "q5": READ + "\nrounds, explained = 99, 99.0",
        }
        lost = tuple(nonsense)
        for name, what, attack in (
            ("patched", "patched np.allclose", attacks.PATCH),
            ("silenced", "silenced tracebacks", attacks.SILENCE),
            ("modules", "tampered sys.modules", attacks.MODULES),
        ):
            self.add(name, what, self.writing({**nonsense, "q1": f"{attack}\n{nonsense['q1']}"}), lost=lost)
        copied = {question: solved(self.graded, self.secret, self.seed_of(NEIGHBOUR), question) for question in ("q1", "q5")}
        # Where all have the same data, what was copied is right, and still not earned.
        lost = ("q1", "q5") if self.seed_of("one") == self.seed_of("another") else ()
        self.add("copied", "answers copied from another student", answers=copied, lost=lost)

    def writing(self, answers):
        def spoil(book):
            for question, code in answers.items():
                book.write(question, code)

        return spoil

    @property
    def mark(self):
        """What the processes of the chain call themselves, so that a test can look for them."""
        return f"chain-{hashlib.sha256(self.secret).hexdigest()[:8]}"

    def chain(self, book):
        book.before("q1", attacks.CHAIN.replace("MARK", self.mark))

    @staticmethod
    def other_data(book):
        book.write("q1-data", "import numpy as np\nX = np.array([[1.0, 0.0], [2.0, 1.0]])\ny = np.array([1.0, 2.0])")
