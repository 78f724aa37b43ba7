"""The command ``fewidgets exercises``: make, hand out, collect and grade exercise sets.

::

    fewidgets exercises list
    fewidgets exercises make [--check] [SET ...]
    fewidgets exercises grade [COURSE] [--set SET] [--again] [--jobs N] [--cluster ADDRESS] [--tier TIER]

Each sub-command has two functions below: ``_add_…`` adds its parser, the other does the work and imports what it needs. To add
one, write two such functions and list the first one in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

#: How students' code can be kept apart, from the weakest to the strongest.
TIERS = ("limits", "namespaces", "bubblewrap", "container")


def add_exercises(commands: Any) -> None:
    """Add ``fewidgets exercises``, with its sub-commands."""
    parser = commands.add_parser(
        "exercises",
        help="for instructors: hand out, collect and grade exercise sets",
        description="Hand out, collect and grade exercise sets.",
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in COMMANDS:
        add(inner)


def _add_list(commands: Any) -> None:
    parser = commands.add_parser(
        "list",
        help="list the exercise sets",
        description="List the sets for practice, with the minutes that each takes, its points and what it practises.",
    )
    parser.set_defaults(run=list_sets)


def list_sets(options: argparse.Namespace) -> int:
    """Print one line for each set for practice."""
    from fewidgets.authoring.set_facts import set_facts
    from fewidgets.lesson_copies import lesson_source

    folder = lesson_source() / "exercises"
    facts = set_facts(folder)
    width = max((len(name) for name in facts), default=0)
    for name, fact in facts.items():
        print(f"{name:{width}}  {fact.minutes:>2} minutes  {fact.points:>2} points  {fact.title}")
    return 0


def _add_make(commands: Any) -> None:
    parser = commands.add_parser(
        "make",
        help="for authors: make the students' copies of the sets for practice",
        description="Make the students' copies in notebooks/exercises from their sources in notebooks/exercises/source, and "
        "bring the sources into their canonical form. Run it in a checkout.",
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="sets, such as 9.09_boosting_housing; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing; list the files that are out of date")
    parser.set_defaults(run=make_copies)


def make_copies(options: argparse.Namespace) -> int:
    """Write the students' copies, or list those that are out of date; return 1 if there is one to list."""
    from fewidgets.authoring.student_copies import make, sources, stale

    if not options.check:
        for path in make(Path(), options.sets):
            print(f"{path}: written")
        return 0
    old = [path for source in sources(Path(), options.sets) for path in stale(source)]
    for path in old:
        print(f"{path}: out of date, run: fewidgets exercises make")
    return 1 if old else 0


def _add_grade(commands: Any) -> None:
    parser = commands.add_parser(
        "grade",
        help="grade what was handed in, and write grades and reports",
        description="Run each submission apart from the others and from the course, compare its answers with what is right, "
        "and write grades.csv, tables for Canvas and Moodle, and a report for each student. What was interrupted continues.",
    )
    here = Path()
    parser.add_argument("course", nargs="?", type=Path, default=here, metavar="COURSE", help="the course folder (default: .)")
    parser.add_argument("--set", action="append", metavar="SET", help="a set; all that were handed in by default")
    parser.add_argument("--again", action="store_true", help="grade also what has not changed since the last time")
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="submissions at a time (default: one for each processor)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="grade on a Dask cluster, such as tcp://192.168.0.7:8786")
    parser.add_argument("--tier", choices=TIERS, help="how students' code is kept apart (default: the strongest that works)")
    parser.set_defaults(run=grade)


def grade(options: argparse.Namespace) -> int:
    """Grade sets; return 1 if files of the course have changed while students' code ran."""
    from fewidgets.grading.grade_command import grade as run

    return run(options)


def _jobs(text: str) -> int:
    """Convert the number of submissions at a time from text."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"N must be an integer between 1 and 1024; got {text!r}")
    return int(text)


#: Every sub-command, in the order of the help.
COMMANDS = (_add_list, _add_make, _add_grade)
