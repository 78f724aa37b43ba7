"""Small course folders for tests."""

from pathlib import Path

from fewidgets.authoring.exercise_sets import GRADED
from fewidgets.grading.course import graded_sets, new_course, open_course

ROOT = Path(__file__).resolve().parents[2]

ROSTER = """\
id,name,email,canvas_id
ada-l,Ada Lovelace,ada@example.org,4711
bob.b,Bob Ross,bob@example.org,4712
çelik-1,"Çelik, Deniz",deniz@example.org,4713
"""


def course_in(folder, roster=ROSTER, secret="0123456789abcdef0123456789abcdef"):
    """Make a course with the set "boosting" and a known secret."""
    new_course(folder, {"boosting": graded_sets(ROOT / GRADED)["boosting"]})
    (folder / "students.csv").write_text(roster, encoding="utf-8")
    (folder / "secret.txt").write_text(secret)
    return open_course(folder)
