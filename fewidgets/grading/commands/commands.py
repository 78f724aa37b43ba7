"""The command ``fewidgets exercises``: `COMMANDS` says what each command takes; its function imports what it needs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from fewidgets.authoring.set_facts import Facts
from fewidgets.grading import Json, Texts
from fewidgets.grading.result import Tier


def add_exercises(commands: Any) -> None:
    parser = commands.add_parser(
        "exercises",
        help="for instructors: hand out, collect and grade exercise sets",
        description="Hand out, collect and grade exercise sets.",
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_commands(inner, COMMANDS)


def add_commands(parsers: Any, commands: Mapping[str, tuple[Any, str, str, Iterable[tuple[Texts, Json]]]]) -> None:
    """Add commands by name: the function that does the work, the help in a line, the description and the arguments."""
    for name, (run, brief, description, arguments) in commands.items():
        parser = parsers.add_parser(name, help=brief, description=description)
        for words, options in arguments:
            parser.add_argument(*words, **options)
        parser.set_defaults(run=run)


def list_sets(options: argparse.Namespace) -> int:
    from fewidgets.authoring.set_facts import facts_of_notebook, set_facts
    from fewidgets.grading.course.course import graded_sets, graded_source, open_course

    if options.mistakes is not None:
        from fewidgets.grading.report.known_mistakes import mistake_lines

        for line in mistake_lines(options.mistakes, options.course and open_course(options.course)):
            print(line)
        return 0
    if options.course is not None:
        course = open_course(options.course)
        print(f"{course.title}: {len(course.students)} students")
        for name in course.sets:
            graded = course.load(name)
            people = [student.id for student in course.students]
            released = sum(course.released(name, student).is_file() for student in people)
            shared = " (one notebook for all)" if course.released(name).is_file() else ""
            submitted = sum(course.submitted(name, student).is_file() for student in people)
            results = sum((course.graded(name) / "results" / f"{student}.json").is_file() for student in people)
            print(
                f"{name}, version {graded.version}: {graded.of:g} points, {len(graded.questions)} questions. "
                f"Released: {released}{shared}, submitted: {submitted}, graded: {results}"
            )
        return 0
    from fewidgets.lessons.copies import lesson_source

    facts = set_facts(lesson_source() / "exercises")
    width = max(map(len, facts), default=0)
    print("For practice:")
    for name, fact in facts.items():
        print(_set_line(name, width, fact))
    source = graded_source()
    if source is not None:
        print("Graded:")
        for name, folder in graded_sets(source).items():
            print(_set_line(name, width, facts_of_notebook(folder / f"{name}.ipynb")))
    return 0


def _set_line(name: str, width: int, fact: Facts) -> str:
    return f"  {name:{width}}  {fact.minutes:>2} minutes  {fact.points:>2} points  {fact.title}"


def new(options: argparse.Namespace) -> int:
    from fewidgets.grading.course.course import STUDENTS, chosen_sets, new_course

    written = new_course(options.course, chosen_sets(options.source, options.set))
    for path in written:
        print(options.course / path)
    if not written:
        print(f"{options.course} is complete; nothing was written.")
    print(f"Write your students' ids into {options.course / STUDENTS}, one a line.")
    print(f"Then: fewidgets exercises release {options.course}")
    return 0


def release_sets(options: argparse.Namespace) -> int:
    from fewidgets.grading.bridges.zips import MOODLE_TAKES, released_zips, worksheet_folders
    from fewidgets.grading.course.course import open_course
    from fewidgets.grading.errors import GradingError
    from fewidgets.grading.release.releasing import prepare, write

    course = open_course(options.course)
    kept, names = 0, [course.require_set(name) for name in options.set or course.sets]
    if options.worksheet and (options.same_data or len(names) > 1):
        raise GradingError("--worksheet is for the assignment of one set, with data for each student; use --set")
    # All sets are drawn and solved before anything is written, so a mistake leaves no course that is released by half.
    notebooks = {name: prepare(course, name, students=options.student, same_data=options.same_data) for name in names}
    for name in names:
        if options.worksheet:
            worksheet_folders(course, name, options.worksheet)
    for name in names:
        done = write(notebooks[name], force=options.force)
        print(f"{name}: {len(done.written)} written, {len(done.same)} up to date, {len(done.kept)} kept.")
        print(f"They are in {course.released(name).parent}.")
        for archive, count in [] if options.same_data else released_zips(course, name, options.worksheet):
            print(f"{archive}: {count} notebooks{MOODLE_TAKES if archive.name == 'moodle.zip' else ', one folder a student'}.")
        for path in done.kept:
            print(f"{path} differs from what would be released now, and was kept. To replace it: --force")
        kept += len(done.kept)
    return 1 if kept else 0


def collect_files(options: argparse.Namespace) -> int:
    from fewidgets.grading.collect.collecting import collect, summary
    from fewidgets.grading.collect.unplaced import how_to_place
    from fewidgets.grading.course.course import open_course

    course = open_course(options.course)
    done = collect(course, options.place and options.place.expanduser(), options.set)
    for line in (*done.said, *summary(course, done)):
        print(line)
    if not done.outcomes:
        print("No file of a student was found.")
    for line in how_to_place(course, done.unplaced):
        print(line)
    return 1 if done.unplaced else 0


def make_copies(options: argparse.Namespace) -> int:
    from fewidgets.authoring.student_copies import make, sources, stale, stale_graded
    from fewidgets.authoring.tables import stale_files
    from fewidgets.files import write_atomically

    root = Path()
    if options.check:
        old = [path for source in sources(root, options.sets) for path in stale(source)]
        old += [*stale_graded(root), *stale_files(root)]
        for path in old:
            print(f"{path}: out of date, run: fewidgets exercises make")
        return 1 if old else 0
    written = make(root, options.sets)
    others = {**stale_graded(root), **stale_files(root)}  # the tables, after the copies
    for path, text in others.items():
        write_atomically(path, text.encode())
    for path in [*written, *others]:
        print(f"{path}: written")
    return 0


def grade(options: argparse.Namespace) -> int:
    from fewidgets.grading.commands.grade import grade as run

    return run(options)


def export(options: argparse.Namespace) -> int:
    from fewidgets.grading.commands.exports import export_sets

    for line in export_sets(options):
        print(line)
    return 0


def integer(what: str, low: int, high: int) -> Callable[[str], int]:
    """Return the type of an argument that is an integer from one number to another."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{what} must be an integer between {low} and {high}; got {text!r}")
        return int(text)

    return read


def argument(*words: str, **options: Any) -> tuple[Texts, Json]:
    return words, options


def _sets(verb: str) -> tuple[Texts, Json]:
    return argument("--set", action="append", metavar="SET", help=f"{verb} this set only; may be repeated")


_COURSE = argument("course", type=Path, metavar="COURSE", help="a course folder")
_WORKSHEET = argument(
    "--worksheet", type=Path, metavar="FILE", help="Moodle's grading worksheet of the assignment, a CSV file"
)

#: Every command, in the order of the help.
COMMANDS = {
    "list": (
        list_sets,
        "list the exercise sets, or those of a course",
        "List the sets for practice and the graded sets, with minutes and points. With a course folder, list its "
        "sets, and how many students got them, handed in and were graded.",
        (
            argument("course", nargs="?", type=Path, metavar="COURSE", help="a course folder"),
            argument(
                "--mistakes",
                nargs="?",
                const="",
                metavar="SECTION|SET",
                help="list known mistakes with the message that each gets: of a section such as 9.9, of a graded set, or all",
            ),
        ),
    ),
    "new": (
        new,
        "make a course folder with graded sets",
        "Make a course folder: its settings, a secret, an empty list of students, and a copy of the graded sets. "
        "In a folder that is a course already, add what is missing.",
        (
            argument("course", type=Path, metavar="COURSE", help="the folder to make"),
            argument("--from", dest="source", type=Path, metavar="FOLDER", help="a folder with graded sets"),
            _sets("copy"),
        ),
    ),
    "release": (
        release_sets,
        "write the notebook that each student gets",
        "Write the notebook that each student gets, into COURSE/release/SET/STUDENT: without solutions, and with "
        "data of the student's own. SET.zip has all of them. With --worksheet, moodle.zip is what Moodle hands out.",
        (
            _COURSE,
            _sets("release"),
            argument("--student", action="append", metavar="ID", help="release to this student only; may be repeated"),
            argument("--same-data", action="store_true", help="write one notebook with the same data for all"),
            argument("--force", action="store_true", help="replace notebooks that differ from what is released now"),
            _WORKSHEET,
        ),
    ),
    "collect": (
        collect_files,
        "collect what students have handed in",
        "Collect the notebooks of a folder or of a zip archive, such as the one that Canvas or Moodle makes, into "
        "COURSE/submitted. File names do not matter. The newest notebook with answers counts, and the others are kept. Files "
        "that could not be given to a student are kept in COURSE/submitted/unplaced, and are tried again each time.",
        (
            _COURSE,
            argument("place", nargs="?", type=Path, metavar="FOLDER|ZIP", help="where the files are"),
            argument("--set", metavar="SET", default="", help="the set of files that do not say it themselves"),
        ),
    ),
    "grade": (
        grade,
        "grade what was handed in, and write grades and reports",
        "Run each submission apart from the others and from the course, compare its answers with what is right, "
        "and write grades.csv, tables for Canvas and Moodle, and a report for each student. What was interrupted continues.",
        (
            _COURSE,
            _sets("grade"),
            argument("--again", action="store_true", help="grade also what has not changed since the last time"),
            argument(
                "--jobs",
                type=integer("N", 1, 1024),
                metavar="N",
                help="submissions at a time (default: one for each processor)",
            ),
            argument("--cluster", metavar="ADDRESS", help="grade on a Dask cluster, such as tcp://192.168.0.7:8786"),
            argument(
                "--tier", choices=get_args(Tier), help="how students' code is kept apart (default: the strongest that works)"
            ),
        ),
    ),
    "export": (
        export,
        "write grades for a learning platform, or a set for another grader",
        "Write the grades of a course for a learning platform (canvas, moodle, gradescope) or into a gradebook of "
        "nbgrader, or write a set's tests for Otter-Grader.",
        (
            _COURSE,
            argument("to", choices=("canvas", "moodle", "gradescope", "nbgrader", "otter"), help="what to write"),
            _sets("export"),
            argument("--column", default="", metavar="TITLE", help="the platform's name of the assignment"),
            argument("--missing", type=float, metavar="POINTS", help="points without a submission; empty by default"),
            _WORKSHEET,
        ),
    ),
    "make": (
        make_copies,
        "for authors: make the students' copies of the sets for practice",
        "Make the students' copies in notebooks/exercises from their sources in notebooks/exercises/source, bring "
        "the sources into their canonical form, and renew the tables of the README and the index. Run it in a checkout.",
        (
            argument("sets", nargs="*", metavar="SET", help="sets, such as 9.09_boosting_housing; all by default"),
            argument("--check", action="store_true", help="write nothing; list the files that are out of date"),
        ),
    ),
}
