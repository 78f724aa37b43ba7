"""What students hand in is found, whatever the files are called, and nothing of it is lost."""

import io
import json
import os
import random
import shutil
import stat
import struct
import zipfile
from datetime import datetime

import pytest

from fewidgets.cli import main
from fewidgets.grading.collect import files as handed_files
from fewidgets.grading.collect.collecting import collect
from fewidgets.grading.collect.record import missing, with_notes
from fewidgets.grading.collect.unplaced import folder_of
from fewidgets.grading.commands.course_grading import gradebook_of
from fewidgets.grading.course.course import open_course
from fewidgets.grading.errors import GradingError
from fewidgets.grading.notebook_mark import Mark
from fewidgets.grading.report.grades import grade_rows
from fewidgets.grading.report.platforms import canvas_rows, moodle_rows
from fewidgets.grading.result import SubmissionResult
from tests.grading.courses import course_in, release


@pytest.fixture
def course(tmp_path):
    return course_in(tmp_path / "course")


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "inbox"
    folder.mkdir()
    return folder


@pytest.fixture
def gather(course, inbox):
    """Put files into the inbox, and collect it."""
    return lambda files: collect(course, put(inbox, files))


def notebook(course=None, student="", answer="1", name="boosting", version=1, **extra):
    """Return a notebook as a student saves it; with a course, one that was released to a student."""
    mark = {"fewidgets": Mark(name, version, student).stored(course.secret)} if course else {}
    cell = {"cell_type": "code", "metadata": {}, "source": f"answer = {answer}", "outputs": [], "execution_count": 1}
    return json.dumps({"cells": [cell], "metadata": mark, "nbformat": 4, "nbformat_minor": 5, **extra}).encode()


def put(folder, files, when=1_700_000_000):
    """Write files, each one a minute newer than the one before."""
    for number, (name, content) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        os.utime(path, (when + 60 * number,) * 2)
    return folder


def zipped(files, path=None):
    """Write an archive: names with a content, or with an entry and a content."""
    target = path or io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(files.items()):
            entry = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name, (2026, 11, 1, 12, number, 0))
            archive.writestr(entry, content)
    return path or target.getvalue()


def collected(course):
    """Return what counts, by student."""
    return {
        student.id: course.submitted("boosting", student.id).read_bytes()
        for student in course.students
        if course.submitted("boosting", student.id).is_file()
    }


def everything(course):
    """Return every content below ``submitted`` but the records."""
    files = (course.folder / "submitted").rglob("*")
    return sorted(path.read_bytes() for path in files if path.is_file() and path.suffix != ".json")


def files(found):
    return [each.file for each in found]


def record(course, student):
    return json.loads(course.submitted("boosting", student).with_name("collected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    [
        *("x.ipynb", "BOOSTING (1).IPYNB", "Untitled.ipynb.txt", "a/b/c/d.ipynb", "no ending", "homework - Copy (2).json"),
        *("b\u00fccher \u202e.ipynb", "lovelaceada_4711_99_boosting-3.ipynb", "x" * 200 + ".ipynb"),
    ],
)
def test_the_mark_finds_the_owner_whatever_the_file_is_called(course, gather, name):
    content = notebook(course, "ada-l")
    gather({name: content})
    assert collected(course) == {"ada-l": content}
    assert record(course, "ada-l")["found_by"] == "metadata"
    assert record(course, "ada-l")["file"] == name


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada-l.ipynb", "ada-l"),
        ("ADA-L.IPYNB", "ada-l"),
        ("ada-l (1).ipynb", "ada-l"),
        ("boosting_ada-l.ipynb", "ada-l"),
        ("bob.b/boosting.ipynb", "bob.b"),
        ("submitted/bob.b/boosting/boosting.ipynb", "bob.b"),
        ("C\u0327elik-1.ipynb", "çelik-1"),
        ("lovelaceada_4711_123456_boosting.ipynb", "ada-l"),
        ("rossbob_LATE_4712_123456_boosting-2.ipynb", "bob.b"),
        ("rossbob_1_4711_boosting.ipynb", "bob.b"),  # the second number is the submission's, not a student's
        ("celikdeniz_4713_5_Untitled1.ipynb", "çelik-1"),
        ("Ada Lovelace_991_assignsubmission_file_/boosting.ipynb", "ada-l"),
        ("Deniz Çelik_992_assignsubmission_file_boosting.ipynb", "çelik-1"),
        ("Bob Ross/my homework.ipynb", "bob.b"),
    ],
)
def test_names_of_files_and_of_platforms_find_the_owner(course, gather, name, student):
    gather({name: b"not a notebook"})
    assert collected(course) == {student: b"not a notebook"}
    assert record(course, student)["found_by"] == "name"


@pytest.mark.parametrize("name", ["x.ipynb", "l.ipynb", "adam-l.ipynb", "ada-l_bob.b.ipynb", "eve_1_2_boosting.ipynb"])
def test_a_file_without_an_owner_is_kept_and_named(course, gather, name):
    done = gather({name: b"{}"})
    assert (collected(course), files(done.unplaced)) == ({}, [name])
    assert everything(course) == [b"{}"]
    assert "it does not say whose it is" in done.said[0]


def rows_of(course):
    """Return what grades.csv says of files without a place: the file, and why."""
    book = gradebook_of(course, "boosting", {})
    head, *rows = grade_rows(book)
    found = [dict(zip(head, row, strict=True)) for row in rows]
    assert {row["total"] for row in found} == {0.0}
    for table in (canvas_rows(book), moodle_rows(book)):
        assert len([row for row in table if not str(row[0]).strip().startswith(("Points", "ID", "Student"))]) == 3
    return {row["student"]: row["notes"] for row in found if row["submitted"] == "not placed"}


def test_a_file_without_an_owner_has_a_row_until_it_is_renamed(course, inbox):
    content = notebook(answer=7)
    put(inbox, {"work.ipynb": content, "readme.txt": b"Dear teacher", "ada-l.ipynb": notebook(course, "ada-l")})
    (kept,) = (each for each in collect(course, inbox).unplaced if each.file == "work.ipynb")
    assert rows_of(course).keys() == {"work.ipynb"}  # what is hardly anybody's work has none
    assert "does not say whose it is" in rows_of(course)["work.ipynb"]
    assert kept.kept_as in rows_of(course)["work.ipynb"]
    when = (folder_of(course) / kept.kept_as).stat().st_mtime
    assert when == (inbox / "work.ipynb").stat().st_mtime
    (folder_of(course) / kept.kept_as).rename(folder_of(course) / "bob.b.ipynb")
    assert rows_of(course).keys() == {"bob.b.ipynb"}
    assert collect(course, folder_of(course)).outcomes == {("boosting", "bob.b"): "new"}
    assert collected(course)["bob.b"] == content
    assert collect(course, inbox).outcomes == {
        ("boosting", "ada-l"): "unchanged"
    }  # under its old name, the file is still Bob's
    assert rows_of(course) == {}


def test_a_stray_file_fails_nothing_and_is_kept_until_it_has_an_owner(course, inbox, capsys):
    command = ["exercises", "collect", str(course.folder), str(inbox)]
    put(inbox, {"ada-l.ipynb": notebook(), "Eve Arden/notes.txt": b"Dear teacher"})
    for _ in range(2):
        assert main(command) == 0
        assert "Eve Arden/notes.txt: it is not a notebook, and does not say whose it is. It was" in capsys.readouterr().out
        assert rows_of(course) == {}
    (course.folder / "students.csv").write_text("id,name\neve-1,Eve Arden\n", encoding="utf-8")
    collect(open_course(course.folder))
    assert collected(open_course(course.folder)) == {"eve-1": b"Dear teacher"}


def test_a_file_that_the_teacher_deletes_from_the_unplaced_ones_stays_out(course, inbox, capsys):
    command = ["exercises", "collect", str(course.folder), str(inbox)]
    put(inbox, {"work.ipynb": b"{}"})
    assert main(command) == 1
    (kept,) = folder_of(course).iterdir()
    kept.unlink()
    for _ in range(2):
        assert main(command) == 0
        assert rows_of(course) == {}
        assert list(folder_of(course).iterdir()) == []
    assert "work.ipynb: left out, because it was deleted from" in capsys.readouterr().out
    (inbox / "work.ipynb").rename(inbox / "bob.b.ipynb")
    assert collect(course, inbox).outcomes == {("boosting", "bob.b"): "new"}


def test_a_file_renamed_where_it_came_from_has_no_row_under_its_old_name(course, inbox, gather):
    gather({"work.ipynb": b"{}"})
    (inbox / "work.ipynb").rename(inbox / "bob.b.ipynb")
    assert collect(course, inbox).unplaced == []
    # Somebody else with the same content is somebody else.
    assert files(gather({"again.ipynb": b"{}"}).unplaced) == ["again.ipynb"]


def test_a_file_that_cannot_be_read_has_a_row_until_its_student_hands_in_another(course, tmp_path, monkeypatch):
    monkeypatch.setattr(handed_files, "LARGEST", 1000)
    collect(course, zipped({"bob.b.ipynb": b"0" * 5000, "who.ipynb": b"0" * 5000}, tmp_path / "all.zip"))
    assert rows_of(course).keys() == {"bob.b.ipynb", "who.ipynb"}
    assert "at most 0 MB are collected. It is from bob.b." in rows_of(course)["bob.b.ipynb"]
    collect(course, put(tmp_path / "inbox", {"bob.b.ipynb": b"{}"}))
    assert rows_of(course).keys() == {"who.ipynb"}
    collect(course, zipped({"who.ipynb": notebook(course, "ada-l")}, tmp_path / "all.zip"))
    assert rows_of(course) == {}


def test_two_students_with_the_same_file_get_one_each(course, inbox, gather):
    gather({"Eve Arden/work.ipynb": b"{}", "Kim Lee/work.ipynb": b"{}", "a/work.ipynb": b"{}"})
    (course.folder / "students.csv").write_text("id,name\neve,Eve Arden\nkim,Kim Lee\n", encoding="utf-8")
    later = open_course(course.folder)
    assert files(collect(later).unplaced) == ["a/work.ipynb"]  # somebody else's, until it says whose it is
    assert collected(later) == {"eve": b"{}", "kim": b"{}"}
    assert files(collect(later, inbox).unplaced) == ["a/work.ipynb"]


def test_a_damaged_record_of_files_without_an_owner_loses_none(course, inbox, gather):
    gather({"work.ipynb": b"{}"})
    (course.folder / "submitted" / "unplaced.json").write_text("{")
    (found,) = rows_of(course)
    assert found.endswith("-work.ipynb")
    collect(course, inbox)
    assert "work.ipynb" in rows_of(course)


def test_handing_in_anothers_notebook_does_not_replace_theirs(course, gather):
    own, copy = notebook(course, "bob.b", "2"), notebook(course, "bob.b", "3")
    files = {"rossbob_4712_1_boosting.ipynb": own, "lovelaceada_4711_2_boosting.ipynb": copy}
    done = gather(files)
    assert collected(course) == {"bob.b": own, "ada-l": copy}
    assert "lies under the name of ada-l, and was released to bob.b" in " ".join(done.said)
    assert record(course, "ada-l")["notes"] == []  # the student does not read another's name


def test_of_files_of_one_time_the_number_in_the_name_decides(course, inbox):
    files = {
        f"lovelaceada_4711_{n}_boosting{end}.ipynb": notebook(None, answer=n) for n, end in ((9, "-2"), (8, ""), (7, "-10"))
    }
    put(inbox, files)
    for name in files:
        os.utime(inbox / name, (1_700_000_000,) * 2)
    collect(course, inbox)
    assert collected(course) == {"ada-l": notebook(answer=7)}


@pytest.fixture
def books(course):
    """Give the notebook that was handed out to Ada, and two with different answers."""
    release(course, "boosting", students=["ada-l"])
    empty = course.released("boosting", "ada-l").read_bytes()
    solved = [empty.replace(b"winner = ...", b"winner = %d" % n) for n in (1, 2)]
    assert len({empty, *solved}) == 3
    return empty, *solved


@pytest.mark.parametrize(("names", "marks"), [("ab", True), ("ba", False)])
def test_of_files_of_one_time_the_one_with_answers_counts(course, books, tmp_path, names, marks):
    empty, solved, _ = books if marks else (each.replace(b'"nbgrader"', b'"other"') for each in books)
    when = (2026, 11, 1, 12, 0, 0)
    files = {zipfile.ZipInfo(f"ada-l/{name}.ipynb", when): book for name, book in zip(names, (empty, solved), strict=True)}
    done = collect(course, zipped(files, tmp_path / "all.zip"))
    assert collected(course) == {"ada-l": solved}
    note = f"2 files were handed in. The only one with answers counts: {names[1]}.ipynb, last changed at 2026-11-01T12:00:00."
    assert done.said == [f"boosting, ada-l: {note}"]
    assert record(course, "ada-l")["notes"] == [note]
    assert record(course, "ada-l")["doubts"] == []


def test_two_notebooks_with_answers_and_one_time_need_a_look(course, books, tmp_path):
    when = (2026, 11, 1, 12, 0, 0)
    files = {zipfile.ZipInfo(f"ada-l/{name}.ipynb", when): book for name, book in zip("abc", books, strict=True)}
    collect(course, zipped(files, tmp_path / "all.zip"))
    assert collected(course) == {"ada-l": books[2]}
    result = SubmissionResult("ada-l", "boosting", 1, (), "limits", 0.1)
    noted = with_notes(course, "boosting", result)
    assert "2 notebooks with answers have the same time. c.ipynb counts, by its name." in noted.attention[0]
    target = course.submitted("boosting", "ada-l")
    target.write_bytes(books[1])  # the teacher chooses another one
    assert with_notes(course, "boosting", result) == result
    assert collect(course, tmp_path / "all.zip").outcomes == {("boosting", "ada-l"): "unchanged"}
    assert collected(course) == {"ada-l": books[1]}
    assert (record(course, "ada-l")["file"], len(record(course, "ada-l")["files"])) == ("ada-l/b.ipynb", 3)


def test_an_empty_notebook_replaces_none_with_answers(course, books, tmp_path):
    empty, first, second = books
    done = [
        collect(course, put(tmp_path / name, {"x.ipynb": book}, when=when))
        for name, book, when in (("a", first, 2e9), ("b", empty, 3e9), ("c", second, 1e9))
    ]
    outcomes, said = zip(*((each.outcomes["boosting", "ada-l"], each.said[-1:]) for each in done), strict=True)
    assert collected(course) == {"ada-l": first}
    assert [*outcomes] == ["new", "older", "older"]
    assert "x.ipynb has no answers, so the file that was collected before counts" in said[1][0]
    assert "x.ipynb is older than the file that was collected before" in said[2][0]
    assert "3 files were handed in. The newest one with answers counts" in record(course, "ada-l")["notes"][0]
    assert everything(course) == sorted(books)


def test_whatever_comes_in_whatever_order_the_newest_with_answers_counts(course, books, tmp_path):
    kinds = [(False, False, b"%PDF-1.7"), (True, False, books[0]), *((True, True, book) for book in books[1:])]
    for seed in range(12):
        rng = random.Random(seed)
        shutil.rmtree(course.folder / "submitted", ignore_errors=True)
        times = rng.sample(range(1_700_000_000, 1_700_000_900), 16)
        came = []
        for number in range(4):
            inbox = tmp_path / f"{seed}-{number}"
            for _ in range(rng.randint(1, 4)):
                book, answers, content = rng.choice(kinds)
                came.append((book, answers, times.pop(), content))
                put(inbox, {f"ada-l/{len(came)}{'.ipynb' if book else '.pdf'}": content}, when=came[-1][2])
            collect(course, inbox)
            assert collected(course) == {"ada-l": max(came)[3]}
            assert set(everything(course)) == {content for *_, content in came}


def deliveries(course):
    """Return what grades.csv says of the time of each hand-in."""
    results = {student: SubmissionResult(student, "boosting", 1, (), "limits", 0.1) for student in collected(course)}
    head, *rows = grade_rows(gradebook_of(course, "boosting", results))
    columns = [head.index(name) for name in ("handed in", "time from", "late")]
    return {row[0]: tuple(row[n] for n in columns) for row in rows if row[0] in results}


def with_deadline(course, deadline):
    settings = course.folder / "course.toml"
    settings.write_text(f'title = "course"\n[deadlines]\nboosting = {deadline}\n', encoding="utf-8")
    return open_course(course.folder)


def test_the_time_of_each_hand_in_is_kept_with_its_clock(course, tmp_path):
    # A student's own archive has times of the student's own.
    inner = zipped({zipfile.ZipInfo("x_attempt_2020-01-01-00-00-00.ipynb", (2020, 1, 1, 0, 0, 0)): b"2"})
    files = {
        "Boosting_bob.b_attempt_2026-11-01-11-58-09_x.ipynb": b"1",
        zipfile.ZipInfo("celikdeniz_LATE_4713_2_all.zip", (2026, 11, 1, 11, 0, 0)): inner,
    }
    collect(course, zipped(files, tmp_path / "all.zip"))
    when = datetime(2026, 11, 1, 14, 2, 0).timestamp()
    collect(course, put(tmp_path / "inbox", {"ada-l.ipynb": notebook()}, when=when))
    expected = {
        "ada-l": ("2026-11-01 14:02:00", "file"),
        "bob.b": ("2026-11-01 11:58:09", "file name"),
        "çelik-1": ("2026-11-01 11:00:00", "zip entry"),
    }
    for deadline, after in (("2026-11-01", ""), ("2026-11-01T12:00:00", "2 h 2 min"), ("2026-10-31", "14 h 3 min")):
        found = deliveries(late := with_deadline(course, deadline))
        assert {student: each[:2] for student, each in found.items()} == expected
        assert (found["ada-l"][2], found["bob.b"][2] != "") == (after, deadline == "2026-10-31")
    assert "Handed in late, by 14 h 3 min: on 2026-11-01 at 14:02:00 (the time of the file)." in str(
        with_notes(late, "boosting", SubmissionResult("ada-l", "boosting", 1, (), "limits", 0.1)).notes
    )
    assert deliveries(with_deadline(course, "2026-12-01"))["çelik-1"][2] == "Canvas says so"


def test_a_file_that_is_handed_in_again_keeps_its_first_time(course, books, tmp_path):
    course = with_deadline(course, "2026-11-01T12:00:00")
    early, late = (datetime(2026, 11, 1, hour).timestamp() for hour in (11, 13))
    collect(course, put(tmp_path / "a", {"x.ipynb": books[1]}, when=early))
    collect(course, put(tmp_path / "b", {"x.ipynb": books[1]}, when=late))
    in_time = {"ada-l": ("2026-11-01 11:00:00", "file", "")}
    assert deliveries(course) == in_time
    collect(course, put(tmp_path / "c", {"x.ipynb": books[2]}, when=late + 60))
    assert deliveries(course) == {"ada-l": ("2026-11-01 13:01:00", "file", "1 h 1 min")}
    result = SubmissionResult("ada-l", "boosting", 1, (), "limits", 0.1)
    (kept,) = course.submitted("boosting", "ada-l").parent.glob("earlier/*")
    look = f"It came late. earlier/{kept.name} has answers, too, and came in time."
    assert with_notes(course, "boosting", result).attention == (look,)
    course.submitted("boosting", "ada-l").write_bytes(kept.read_bytes())  # the teacher lets that one count
    assert deliveries(course) == in_time
    assert with_notes(course, "boosting", result) == result


def test_another_file_than_a_notebook_is_told(course, gather):
    gather({"bob.b/answers.pdf": b"%PDF-1.7"})
    assert collected(course) == {"bob.b": b"%PDF-1.7"}  # it ends as a row
    assert "There is no notebook" in record(course, "bob.b")["notes"][0]


def test_collecting_again_changes_nothing(course, inbox):
    put(inbox, {"a.ipynb": notebook(course, "ada-l"), "b.ipynb": notebook(course, "ada-l", "2"), "what.ipynb": b""})
    collect(course, inbox)
    before = {path: path.read_bytes() for path in course.folder.rglob("*") if path.is_file()}
    done = collect(course, inbox)
    assert done.outcomes == {("boosting", "ada-l"): "unchanged"}
    assert before == {path: path.read_bytes() for path in course.folder.rglob("*") if path.is_file()}


def test_a_file_that_somebody_has_put_there_is_kept(course, inbox, gather):
    path = course.submitted("boosting", "ada-l")
    put(path.parent, {path.name: b"by hand"}, when=1_600_000_000)
    gather({"x.ipynb": notebook(course, "ada-l")})
    assert everything(course) == sorted([b"by hand", notebook(course, "ada-l")])
    put(path.parent, {path.name: b"by hand, later"}, when=1_800_000_000)
    assert collect(course, inbox).outcomes == {("boosting", "ada-l"): "older"}
    assert collected(course) == {"ada-l": b"by hand, later"}
    assert len(everything(course)) == 4  # what counts is kept twice


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"{", b"[" * 100_000, b"null", b'{"cells": 3}', b"PK\x03\x04 no archive"]
)
@pytest.mark.parametrize("name", ["ada-l.ipynb", "ada-l/work.zip"])
def test_a_broken_file_is_collected_all_the_same(course, gather, content, name):
    gather({name: content})
    assert collected(course) == {"ada-l": content}


def test_an_archive_as_platforms_make_it(course, tmp_path):
    inner = zipped({"homework/boosting.ipynb": notebook(course, "çelik-1"), "__MACOSX/._boosting.ipynb": b"x"})
    files = {
        "lovelaceada_4711_1_boosting.ipynb": notebook(course, "ada-l"),
        "Bob Ross_12_assignsubmission_file_/Übung 1.ipynb": notebook(),
        "celikdeniz_4713_2_all.zip": inner,
        "__MACOSX/._x.ipynb": b"junk",
        ".DS_Store": b"junk",
        "a/.ipynb_checkpoints/b.ipynb": b"junk",
        "Thumbs.db": b"junk",
        "readme.txt": b"Dear teacher",
    }
    done = collect(course, zipped(files, tmp_path / "all.zip"))
    assert collected(course) == {
        "ada-l": notebook(course, "ada-l"),
        "bob.b": notebook(),
        "çelik-1": notebook(course, "çelik-1"),
    }
    assert done.said == ["readme.txt: it is not a notebook, and does not say whose it is. It was left out."]
    assert done.unplaced == []
    assert missing(course, "boosting") == []
    assert record(course, "çelik-1")["file"] == "celikdeniz_4713_2_all.zip/homework/boosting.ipynb"
    assert record(course, "ada-l")["modified"] == "2026-11-01T12:00:00"


def test_no_name_in_an_archive_leads_out_of_it(course, tmp_path):
    link = zipfile.ZipInfo("ada-l.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    files = {
        "../../outside/ada-l.ipynb": b"1",
        "/tmp/ada-l.ipynb": b"2",
        "C:\\Windows\\ada-l.ipynb": b"3",
        "x\\..\\..\\ada-l.ipynb": b"4",
        link: b"/etc/passwd",
    }
    before = set(tmp_path.rglob("*"))
    done = collect(course, zipped(files, tmp_path / "bad.zip"))
    record = course.folder / "submitted" / "unplaced.json"
    assert set(tmp_path.rglob("*")) - before == {tmp_path / "bad.zip", record.parent, record}
    assert {each.student for each in done.unplaced} == {"ada-l"}  # each has a row with the reason
    assert len([line for line in done.said if "leads out of the archive" in line]) == 4
    assert len([line for line in done.said if "links are not followed" in line]) == 1


def test_an_archive_that_unpacks_to_too_much_is_stopped(course, tmp_path, monkeypatch):
    monkeypatch.setattr(handed_files, "LARGEST", 1000)
    done = collect(course, zipped({"ada-l.ipynb": b"0" * 5000, "bob.b.ipynb": b"ok"}, tmp_path / "large.zip"))
    assert collected(course) == {"bob.b": b"ok"}
    assert "ada-l.ipynb: it has 0 MB; at most 0 MB are collected." in done.said
    monkeypatch.setattr(handed_files, "LARGEST_TOGETHER", 1500)
    done = collect(course, zipped({f"{name}.ipynb": b"1" * 900 for name in ("ada-l", "çelik-1")}, tmp_path / "many.zip"))
    assert sorted(collected(course)) == ["ada-l", "bob.b"]
    monkeypatch.setattr(handed_files, "MOST", 3)
    with pytest.raises(GradingError, match="has 4 files; at most 3"):
        collect(course, zipped({f"{n}.ipynb": b"" for n in range(4)}, tmp_path / "more.zip"))


def test_an_entry_that_lies_about_its_size(course, tmp_path):
    content = zipped({"ada-l.ipynb": b"0" * 100_000})
    # The size stands in the local header and in the directory at the end; make both say 10 bytes.
    lying = content.replace(struct.pack("<L", 100_000), struct.pack("<L", 10))
    assert lying != content
    (tmp_path / "lying.zip").write_bytes(lying)
    done = collect(course, tmp_path / "lying.zip")
    assert len(collected(course)["ada-l"]) <= 10
    assert done.outcomes == {("boosting", "ada-l"): "new"}


def test_what_cannot_be_collected(course, tmp_path):
    with pytest.raises(GradingError, match="neither a folder nor a file"):
        collect(course, tmp_path / "nowhere")
    (tmp_path / "x.zip").write_bytes(b"no archive")
    with pytest.raises(GradingError, match="is not a zip archive, or it is damaged"):
        collect(course, tmp_path / "x.zip")
    whole = zipped({"ada-l.ipynb": notebook() * 50})
    (tmp_path / "x.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(GradingError, match="is not a zip archive, or it is damaged"):
        collect(course, tmp_path / "x.zip")


@pytest.mark.skipif(os.name != "posix", reason="links and pipes need POSIX; the other tests hold everywhere")
def test_links_and_pipes_are_not_followed(course, inbox, tmp_path):
    (tmp_path / "secret.ipynb").write_bytes(b"not handed in")
    (inbox / "ada-l.ipynb").symlink_to(tmp_path / "secret.ipynb")
    (inbox / "bob.b").symlink_to(tmp_path)
    os.mkfifo(inbox / "çelik-1.ipynb")
    done = collect(course, inbox)
    assert collected(course) == {}
    assert len(done.said) == 3


def test_the_set_is_found_by_mark_name_or_option(tmp_path, inbox):
    course = course_in(tmp_path / "course")
    other = course.folder / "sets/scaling"
    other.mkdir()
    questions = (course.folder / "sets/boosting/questions.py").read_text(encoding="utf-8")
    (other / "questions.py").write_text(questions.replace('name="boosting"', 'name="scaling"'), encoding="utf-8")
    (other / "scaling.ipynb").write_bytes(notebook())
    course = open_course(course.folder)
    assert course.sets == ("boosting", "scaling")
    files = {"x.ipynb": notebook(course, "ada-l", name="scaling"), "Scaling-bob.b.ipynb": b"1", "çelik-1.ipynb": b"2"}
    done = collect(course, put(inbox, files))
    assert set(done.outcomes) == {("scaling", "ada-l"), ("scaling", "bob.b")}
    assert "it does not say which set it belongs to" in done.said[0]
    assert collect(course, inbox, "boosting").outcomes["boosting", "çelik-1"] == "new"


def test_another_version_and_a_student_who_left_are_told_to_the_teacher(course, gather):
    files = {"a.ipynb": notebook(course, "ada-l", version=7), "b.ipynb": notebook(course, "gone")}
    said = " ".join(gather(files).said)
    assert "released as version 7; the set is now version 1" in said
    assert "students.csv has no gone any more" in said
    assert course.submitted("boosting", "gone").is_file()
