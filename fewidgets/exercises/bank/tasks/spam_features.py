"""Tasks of exercise 9.1: the features of an email, counted by functions of your own."""

import re
from functools import partial

from fewidgets.algorithms import spam_features
from fewidgets.exercises.differences import histogram_difference, several_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

WORDS = ("free", "money", "our", "000", "order")
CHARACTERS = "!;$"
MOST_RUNS = 6  # runs of capitals that a sentence names

# Many hold a word of the list inside of another one, and some have a sign or a digit in the middle: every rule for what a word
# is gives other counts.
_OTHERS = (
    *("freedom", "Carefree", "hour", "orders", "hello", "Meeting", "at", "10000", "I", "FLOUR", "PRIZES"),
    *("money-free", "our_order", "4free", "order2"),
)
_ENDS = ("", "", ",", "!", "!!!", ".", "$", " $$", ";")


def _mail(rng, length):
    """Write a mail of `length` words in which each word of the list, and most of the others, may stand in any case."""
    written = []
    for word in rng.choice([*WORDS, *WORDS, *_OTHERS], size=length).tolist():
        form = rng.integers(4)
        written.append((word, word.upper(), word.capitalize(), word)[form] + _ENDS[rng.integers(len(_ENDS))])
    lines = [" ".join(written[n : n + 9]) for n in range(0, length, 9)]
    return "\n".join([*lines, ""])


def _mails(rng):
    yield "Free money! FREE order, free of charge: our 000 offer.", "the mail of the notebook"
    for length in (1, 8, 25, 60):
        mail = "Our FREE hour = $ $ $: " + _mail(rng, length)
        yield mail, f"a mail of {len(mail)} characters"
    yield "freedom for flour; I reply at 10000 $", "no word of the list"


def _word_cases(rng):
    for mail, label in _mails(rng):
        yield Case((mail, WORDS), label)


def _reference_words(mail, words):
    return spam_features([mail], words=words, characters="").X[0, : len(words)].copy()


_WORDS_TASK = Task(
    name="9.1 word frequencies",
    signature="word_frequencies(mail, words)",
    results=(Result("frequencies", "the frequencies of the words", points=2),),
    reference=_reference_words,
    cases=_word_cases,
    misconceptions=(
        Misconception(
            "substrings",
            ("found.count", "mail.lower().count"),
            "You count the letters wherever they stand, so “freedom” counts as free. Cut the mail into words first, and "
            "compare whole words.",
        ),
        Misconception(
            "capitals matter",
            ('[a-z0-9]+", mail.lower()', '[A-Za-z0-9]+", mail'),
            "You miss words with capitals. “FREE” and “Free” are the word free as well. Convert the mail to lower case first.",
        ),
        Misconception(
            "cut at spaces",
            ('re.findall(r"[a-z0-9]+", mail.lower())', "mail.lower().split()"),
            "You cut the mail at spaces only, so “money!” is not the word money. A word is an unbroken run of letters and "
            "digits.",
        ),
        Misconception(
            "underscores",
            ("[a-z0-9]+", "\\w+"),
            r"You count “our_order” as one word: \w is a letter, a digit or an underscore. A word has letters and digits.",
        ),
        Misconception(
            "counts",
            ("100 * found.count(word) / len(found)", "float(found.count(word))"),
            "These are counts. A long mail has larger counts, whatever it says. Give each count in percent of all words.",
        ),
        Misconception(
            "shares",
            ("100 * ", ""),
            "These are shares between 0 and 1. Spambase gives percent: multiply by 100.",
        ),
        Misconception(
            "of characters",
            ("len(found)", "len(mail)"),
            "You divide by the number of characters: len of a text counts those. Divide by the number of words.",
        ),
        Misconception(
            "of different words",
            ("len(found)", "len(set(found))"),
            "You divide by the number of different words. A word that occurs five times counts five times, below the fraction "
            "bar as well.",
        ),
        Misconception(
            "present or not",
            ("found.count(word)", "(word in found)"),
            "You count each word of the list once at most. A mail that says free five times is a stronger sign than one that "
            "says it once.",
        ),
    ),
    difference=partial(histogram_difference, what=("the frequencies",), names=WORDS),
    hints=(
        'Cut the mail into words once: found = re.findall(r"[a-z0-9]+", mail.lower()).',
        "A list has a method count. How many words are there in all?",
        "Build the array from a list: one number 100 * count / total for each word of the list, in its order.",
    ),
    because="Each entry is 100 × occurrences / all words, so mails of different lengths can be compared.",
    solution="""import re

import numpy as np


def word_frequencies(mail, words):
    found = re.findall(r"[a-z0-9]+", mail.lower())
    return np.array([100 * found.count(word) / len(found) for word in words])
""",
    practises="counting words with a fixed vocabulary (section 9.2.2)",
    minutes=8,
)


def _character_cases(rng):
    for mail, label in _mails(rng):
        yield Case((mail, CHARACTERS), label)


def _reference_characters(mail, characters):
    return spam_features([mail], words=[], characters=characters).X[0, : len(characters)].copy()


_CHARACTERS_TASK = Task(
    name="9.1 character frequencies",
    signature="character_frequencies(mail, characters)",
    results=(Result("frequencies", "the frequencies of the characters"),),
    reference=_reference_characters,
    cases=_character_cases,
    misconceptions=(
        Misconception(
            "of words",
            ("len(mail)", "len(mail.split())"),
            "You divide by the number of words. The frequency of a character is given in percent of all characters.",
        ),
        Misconception(
            "without spaces",
            ("len(mail)", 'len(mail.replace(" ", ""))'),
            "You leave the spaces out of the total. Spambase counts them: all characters of the mail are 100 percent.",
        ),
        Misconception(
            "of the listed",
            ("len(mail)", "max(sum(map(mail.count, characters)), 1)"),
            "You divide by the characters of the list alone. Then the features always add up to 100, and you cannot see that "
            "a mail has none of them.",
        ),
        Misconception(
            "a run counts once",
            (
                "import numpy as np",
                "import re\n\nimport numpy as np",
                "mail.count(character)",
                'len(re.findall(re.escape(character) + "+", mail))',
            ),
            "You count “!!!” as one exclamation mark. Each character counts.",
        ),
        Misconception(
            "counts",
            ("100 * mail.count(character) / len(mail)", "float(mail.count(character))"),
            "These are counts. Divide by the number of all characters, and multiply by 100.",
        ),
        Misconception(
            "shares",
            ("100 * ", ""),
            "These are shares between 0 and 1. Spambase gives percent: multiply by 100.",
        ),
    ),
    difference=partial(histogram_difference, what=("the frequencies",), names=tuple(CHARACTERS)),
    hints=(
        'A text has a method count: "Free!!".count("!") is 2.',
        "All characters together are 100 percent, also spaces. Their number is len(mail).",
    ),
    because="Each entry is 100 × occurrences / all characters, spaces included.",
    solution="""import numpy as np


def character_frequencies(mail, characters):
    return np.array([100 * mail.count(character) / len(mail) for character in characters])
""",
    practises="a histogram whose bins are characters (section 9.2.2)",
    minutes=5,
)


def _capital_cases(rng):
    yield Case(("WIN a FREE iPhone, Ann!",), "the mail of the notebook")
    for length in (4, 12, 40):
        mail = "Dear Ann, I send OUR offer. It ENDS SOON: " + _mail(rng, length) + "ZOO"
        yield Case((mail,), f"a mail of {len(mail)} characters")
    yield Case(("no capitals at all, 000 $",), "no capital letter")
    yield Case(("Ann, I reply.",), "two single capitals")


def _reference_capitals(mail):
    average, longest, total = spam_features([mail], words=[], characters="").X[0]
    return average, int(longest), int(total)


def _runs_in_words(arguments, right, found):
    runs = re.findall("[A-Z]+", arguments[0])
    if not runs:
        return "The mail has no capitals."
    more = f" and {len(runs) - MOST_RUNS} more" if len(runs) > MOST_RUNS else ""
    return f"The runs are {', '.join(runs[:MOST_RUNS])}{more}."


_CAPITALS_TASK = Task(
    name="9.1 capital runs",
    signature="capital_runs(mail)",
    results=(
        Result("average", "the average length"),
        Result("longest", "the longest length"),
        Result("total", "the total length"),
    ),
    reference=_reference_capitals,
    cases=_capital_cases,
    difference=partial(
        several_difference,
        what=("the average length", "the longest length", "the total length"),
        explain=_runs_in_words,
    ),
    misconceptions=(
        Misconception(
            "across spaces",
            ('"[A-Z]+", mail', '"[A-Z]+", re.sub("[^A-Za-z]", "", mail)'),
            "Your runs go on across spaces or signs. In “ENDS SOON” there are two runs of four capitals, not one of eight.",
        ),
        Misconception(
            "whole words only",
            ('"[A-Z]+", mail)', '"[A-Za-z]+", mail) if run.isupper()'),
            "You look at words that consist of capitals only. The A of “Ann” and the P of “iPhone” are runs, too, of "
            "length 1.",
        ),
        Misconception(
            "single ones left out",
            ("[A-Z]+", "[A-Z][A-Z]+"),
            "You leave out single capitals. A run may have one letter only.",
        ),
        Misconception(
            "last run lost",
            ("[A-Z]+", "([A-Z]+)[^A-Z]"),
            "A run that ends the email is lost. Does your loop note a run only at the character after it?",
        ),
        Misconception(
            "number of runs",
            ("max(lengths), sum(lengths)", "max(lengths), len(lengths)"),
            "Your total is the number of runs. It should be the sum of their lengths, which is the number of capital letters.",
        ),
        Misconception(
            "average over words",
            ("sum(lengths) / len(lengths)", "sum(lengths) / len(mail.split())"),
            "Your average divides by the number of words. It is the average length of a run, so divide by the number of runs.",
        ),
        Misconception(
            "average over characters",
            ("sum(lengths) / len(lengths)", "sum(lengths) / len(mail)"),
            "Your average divides by the number of characters. It is the average length of a run, so divide by the number "
            "of runs.",
        ),
    ),
    hints=(
        'Find the runs with a pattern: re.findall("[A-Z]+", mail) returns a list of texts.',
        "From the list of runs, make a list of their lengths. The three numbers are its average, largest entry and sum.",
        "A mail may have no capitals. Then the list is empty, max raises an error, and all three numbers are 0.",
    ),
    because="Each unbroken run of capitals counts, also a single letter. Without any, all three numbers are 0.",
    solution="""import re


def capital_runs(mail):
    lengths = [len(run) for run in re.findall("[A-Z]+", mail)]
    if not lengths:
        return 0, 0, 0
    return sum(lengths) / len(lengths), max(lengths), sum(lengths)
""",
    practises="features made for one purpose (Example 9.2)",
    minutes=8,
)

TASKS = (_CHARACTERS_TASK, _WORDS_TASK, _CAPITALS_TASK)
