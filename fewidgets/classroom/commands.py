"""The command ``fewidgets class-page``: write the page on which a teacher pastes codes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fewidgets.files import require_target


def add_class_page(commands: Any) -> None:
    parser = commands.add_parser(
        "class-page",
        help="for instructors: write a page that counts pasted answers of a class",
        description="Write a web page that counts the answers of a class to the predictions of the lessons. Open it in any "
        "browser and paste the codes that students send you. It needs neither Python nor a network.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, such as class.html")
    parser.add_argument(
        "--lesson",
        action="append",
        metavar="LESSON",
        help="a lesson or section whose questions are asked, such as 9.6; may be repeated (default: all)",
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.set_defaults(run=write_class_page)


def write_class_page(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    from fewidgets.classroom.page import class_page

    require_target(options.file, options.force)
    try:
        print(class_page(options.file, options.lesson))
    except ValueError as error:
        raise OSError(22, str(error)) from None
    return 0
