"""The command ``fewidgets``: a thin face over functions that live elsewhere.

A table says what a command takes and which function does its work; what a table cannot say, ``add_…`` adds.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fewidgets import __version__
from fewidgets.authoring.notebook_format import StoreError, is_canonical, store
from fewidgets.classroom.commands import add_class_page
from fewidgets.grading.commands.commands import add_commands, add_exercises, argument, integer
from fewidgets.grading.errors import GradingError
from fewidgets.lessons.copies import (
    DEFAULT_FOLDER,
    Delivery,
    DeliveryError,
    State,
    deliver,
    deliver_beside,
    lesson_file,
    shown,
    survey,
)
from fewidgets.lessons.earlier import REPLACED

#: Errors whose message is enough: no traceback is shown.
EXPECTED = (DeliveryError, GradingError, StoreError)

#: Jupyter's settings for the server of `fewidgets lab`; pyproject.toml installs a part of them for every JupyterLab.
JUPYTER_SETTINGS = Path(__file__).resolve().parent / "static"


class CommandError(Exception):
    """A command cannot do its work; the message says why, and what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # the terminal may be unable to show a folder's name
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # a full disk or a closed pipe can still be reported here
    except (*EXPECTED, CommandError) as error:
        _complain(str(error))
    except BrokenPipeError:
        _give_up_output()  # the reader has stopped reading, as in `fewidgets notebooks --list | head -1`
    except KeyboardInterrupt:
        _complain("stopped")
        return 130
    except OSError as error:
        place = "" if error.filename is None else f"{shown(error.filename)}: "
        _complain(f"{place}{error.strerror or error}")
        _give_up_output()
    return 1


def _run(arguments: list[str]) -> int:
    extra: list[str] = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, extra = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(prog="fewidgets", description="Learn feature engineering and selection by moving things.")
    parser.add_argument("--version", action="version", version=f"fewidgets {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_lab(commands)
    add_notebooks(commands)
    add_commands(commands, _EXPORT)
    add_exercises(commands)
    add_class_page(commands)
    add_commands(commands, _FOR_AUTHORS)
    options = parser.parse_args(arguments)
    if extra and not getattr(options, "takes_extra", False):
        parser.error(f"only `fewidgets lab` takes arguments after --; got {' '.join(extra)}")
    options.extra = extra
    return options.run(options)


def _complain(message: str) -> None:
    """Write a message to standard error, if there still is one."""
    with suppress(OSError):
        print(f"fewidgets: {message}", file=sys.stderr)


def _give_up_output() -> None:
    """Discard output that cannot be written, so that Python does not try to write it again when it exits."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def add_lab(commands: Any) -> None:
    parser = commands.add_parser(
        "lab",
        help="copy the lessons into a folder and open JupyterLab there",
        description="Copy the lessons into a folder, keeping what you have changed there, and open JupyterLab on it.",
        epilog="Everything after -- goes to JupyterLab: fewidgets lab -- --ip=0.0.0.0",
    )
    _add_folder(parser)
    parser.add_argument("--no-browser", action="store_true", help="start the server only, and print its address")
    parser.add_argument(
        "--port",
        type=integer("the port", 1, 65535),
        metavar="N",
        help="port of the server, 1 to 65535; a busy port is replaced by the next free one",
    )
    parser.set_defaults(run=open_lab, takes_extra=True)


def open_lab(options: argparse.Namespace) -> int:
    if find_spec("jupyterlab") is None:
        raise CommandError('JupyterLab is not installed: pip install "fewidgets[lab]"')
    folder = _folder(options.folder)
    _report(deliver(folder))
    command = lab_command(folder, browser=not options.no_browser, port=options.port, extra=options.extra)
    print(f"Opening JupyterLab on {shown(folder)} (stop it with Ctrl+C) …", flush=True)
    try:
        return _become(command, lab_environment())
    except OSError as error:
        raise CommandError(f"JupyterLab cannot be started with {shown(command[0])}: {error.strerror or error}") from error


def lab_command(folder: Path, *, browser: bool, port: int | None, extra: Sequence[str] = ()) -> list[str]:
    """Return the command that opens JupyterLab on a folder of lessons, at its index."""
    command = [sys.executable, "-m", "jupyterlab", str(folder.resolve())]
    if os.path.isfile(folder / "index.ipynb"):
        command.append("--LabApp.default_url=/lab/tree/index.ipynb")
    if not browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container everybody is root, and JupyterLab would refuse to start
    return [*command, *extra]


def lab_environment() -> dict[str, str]:
    """Return the environment variables for JupyterLab, which then opens without its newsletter question.

    No option of the server changes that, so Jupyter's search path gets one more folder, with other defaults for ``fetchNews``
    and the check for updates. A student who has chosen either setting keeps the choice.
    """
    folders = [os.environ.get("JUPYTER_CONFIG_PATH", ""), str(JUPYTER_SETTINGS)]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, folders))}


def add_notebooks(commands: Any) -> None:
    parser = commands.add_parser(
        "notebooks",
        help="copy the lessons into a folder, list them, or get a newer version beside yours",
        description="Copy the lessons into a folder, keeping what you have changed there.",
    )
    _add_folder(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list the lessons and what would be done; copy nothing")
    what.add_argument(
        "--newer",
        action="append",
        metavar="LESSON",
        help="write the newest version of a lesson beside yours, as LESSON.new.ipynb; may be repeated",
    )
    parser.set_defaults(run=copy_notebooks)


def copy_notebooks(options: argparse.Namespace) -> int:
    folder = _folder(options.folder)
    if options.list:
        delivery = survey(folder)
        for file, state in delivery.states.items():
            obstacle = delivery.obstacles.get(file)
            print(f"{file}: {state.value}" + (f" ({obstacle})" if obstacle else ""))
        for file, kept in delivery.replaced.items():
            print(f"{file}: replaced by {', '.join(REPLACED[file])}" + (", changed by you" if kept else ""))
    elif options.newer:
        for lesson in options.newer:
            print(f"{deliver_beside(folder, lesson)} is the newest version. Your own file has not changed.")
    else:
        delivery = deliver(folder)
        _report(delivery)
        return 1 if delivery.obstacles else 0
    return 0


def export(options: argparse.Namespace) -> int:
    from fewidgets.authoring.export import export_lesson

    named = Path(options.lesson).expanduser()
    notebook = named if named.exists() or len(named.parts) > 1 else lesson_file(options.lesson)
    target = (options.output or Path(f"{notebook.stem}.html")).expanduser()
    print(export_lesson(notebook, target, run=not options.no_run, force=options.force, budget=options.budget))
    return 0


def run_notebooks(options: argparse.Namespace) -> int:
    """Run and save lessons, or check that they are in canonical form; return 1 if one fails."""
    paths = options.notebooks or sorted(Path("notebooks").glob("*.ipynb"))
    if not paths:
        raise CommandError("there is no notebook in ./notebooks. Name the notebooks, or go to the folder of the repository")
    failed = 0
    for path in paths:
        try:
            if options.check:
                good = is_canonical(path)
                print(f"{path}: {'canonical' if good else 'not canonical, run: fewidgets run-notebooks ' + str(path)}")
                failed += not good
            else:
                print(f"{path}: {'saved' if store(path) else 'nothing has changed'}", flush=True)
        except StoreError as error:
            _complain(str(error))
            failed += 1
    return 1 if failed else 0


def renew_gallery(options: argparse.Namespace) -> int:
    from fewidgets.authoring.gallery import draw_gallery
    from fewidgets.authoring.generate import write_generated

    try:
        folder = _folder(Path(options.folder or "notebooks/images"))
        written = [] if options.folder else write_generated(Path())
        written += draw_gallery(folder, options.names)
    except (FileNotFoundError, ValueError) as error:
        raise CommandError(str(error)) from None
    for path in written:
        print(path)
    return 0


def renew_addresses(options: argparse.Namespace) -> int:
    """Renew the files, or list those that are out of date; return 1 if there is one to list."""
    from fewidgets.authoring.addresses import renew, stale_files

    root = Path()
    if not (root / "pyproject.toml").exists():
        raise CommandError("there is no pyproject.toml here. Go to the folder of the repository")
    try:
        files = list(stale_files(root)) if options.check else renew(root)
    except ValueError as error:
        raise CommandError(str(error)) from error
    for file in files:
        print(f"{file}: out of date, run: fewidgets addresses" if options.check else f"{file}: renewed")
    return 1 if files and options.check else 0


_EXPORT = {
    "export": (
        export,
        "write a lesson as one web page with live explorables",
        "Run a lesson and write it as one HTML file with its text, code and live explorables. The file needs "
        "neither Python nor a network; without scripts, it shows still pictures.",
        (
            argument("lesson", metavar="LESSON", help="a lesson, such as 9.6_boosting, or the path of a notebook"),
            argument("--output", type=Path, metavar="FILE", help="the file to write (default: ./LESSON.html)"),
            argument("--force", action="store_true", help="replace the file if it exists"),
            argument("--no-run", action="store_true", help="show the outputs saved in the notebook"),
            argument(
                "--budget",
                type=integer("BYTES", 0, 10**9),
                default=1_000_000,
                metavar="BYTES",
                help="most bytes for the answers of controls that ask Python (default: 1000000; 0 greys these controls out)",
            ),
        ),
    )
}

_FOR_AUTHORS = {
    "run-notebooks": (
        run_notebooks,
        "for authors: run lessons and save them in their canonical form",
        "Run each lesson in a fresh kernel and save it in its canonical form: fixed ids, outputs as text and still pictures.",
        (
            argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK", help="the lessons; all in ./notebooks by default"),
            argument("--check", action="store_true", help="run nothing; list the lessons that are not in canonical form"),
        ),
    ),
    "gallery": (
        renew_gallery,
        "for authors: renew the tables of the README and the index, and the pictures of the gallery",
        "Renew the tables of the README and the index, and draw the explorables. Run it in a checkout.",
        (
            argument("names", nargs="*", metavar="NAME", help="explorables to draw, such as LambdaSlider; all by default"),
            argument("--folder", help="draw the pictures into this folder, and renew no table"),
        ),
    ),
    "addresses": (
        renew_addresses,
        "for authors: renew the files that repeat the repository's address or the version",
        "Write the address from pyproject.toml, the version from fewidgets/__init__.py and its date from the changelog into "
        "the README, the citation, the issue forms and other files. Run it in the folder of the repository.",
        (argument("--check", action="store_true", help="change nothing; list the files that are out of date"),),
    ),
}


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path(DEFAULT_FOLDER),
        metavar="FOLDER",
        help=f"where your lessons are (default: ./{DEFAULT_FOLDER})",
    )


def _folder(named: Path) -> Path:
    if "\0" in str(named):
        raise CommandError(f"FOLDER is {shown(named)}, but the name of a folder cannot contain the character NUL")
    try:
        folder = named.expanduser()
        if not folder.is_absolute():
            os.getcwd()
        return folder
    except FileNotFoundError as error:
        raise CommandError("the current folder was deleted. Go to another one: cd ~") from error
    except RuntimeError as error:
        user = named.parts[0].removeprefix("~")
        whose = f"no user {shown(user)} with a home folder" if user else "no home folder; set the variable HOME"
        raise CommandError(f"FOLDER is {shown(named)}, but there is {whose}. Name the folder by its full path") from error


def _report(delivery: Delivery) -> None:
    new, updated = delivery.files(State.NEW), delivery.files(State.UPDATED)
    changed, outdated = delivery.files(State.CHANGED), delivery.files(State.OUTDATED)
    place = shown(delivery.folder)
    print(f"Lessons in {place}: {len(new)} new, {len(updated)} brought up to date, {len(delivery.states)} in all.")
    if changed or outdated:
        print(f"Kept with your changes: {', '.join(sorted(changed + outdated))}.")
    for file in outdated:
        lesson = file.removesuffix(".ipynb")
        if lesson == file:
            print(f"There is a newer version of {file}. Move yours away to get it.")
            continue
        folder = "" if str(delivery.folder) == DEFAULT_FOLDER else f" {place}"
        print(f"There is a newer version of {file}. To get it beside yours: fewidgets notebooks{folder} --newer {lesson}")
    for file, kept in delivery.replaced.items():
        fate = "You changed your copy, so it stays." if kept else "Your copy had no changes and was removed."
        print(f"{file} is replaced by {', '.join(REPLACED[file])}. {fate}")
    for file, obstacle in delivery.obstacles.items():
        _complain(f"{file} was not delivered: {obstacle}. Move it away and run this again to get the lesson")


def _become(command: list[str], environment: dict[str, str]) -> int:
    """Replace this process, so that signals reach JupyterLab; where that is not possible, wait for it."""
    if os.name == "posix":
        os.execve(command[0], command, environment)
    try:
        return subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
