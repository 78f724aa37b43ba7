"""students.csv: what it may say, and that each id can be the name of a folder everywhere."""

import pytest

from fewidgets.grading.course.roster import id_fault, read_roster
from fewidgets.grading.errors import GradingError


@pytest.fixture
def roster(tmp_path):
    def read(content):
        path = tmp_path / "students.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_roster(path)

    return read


@pytest.mark.parametrize("student", ["ada", "12345678", "a.b@c.org", "Ünal-2", "x_y", "a b", "nullify", "com"])
def test_ids_that_can_be_names(student):
    assert id_fault(student) == ""


@pytest.mark.parametrize(
    "student",
    [
        *("", "a/b", "a\\b", "..", "a..b", ".hidden", "a.", "nul", "NUL.txt", "Com1", "lpt9.x", "a:b", "a*", "a?", "a|b"),
        *("a\tb", "a\nb", "a\x00b", "a\u202eb", "-x", "=1+1", "@x", "+1", "_a", " a", "a ", "x" * 61, "unplaced", "Earlier"),
    ],
)
def test_ids_that_cannot(student):
    assert id_fault(student)


@pytest.mark.parametrize(
    "content",
    [
        "id,name\nada,Ada\nbob,Bob\n",
        "\ufeffID;Name\r\nada;Ada\r\nbob;Bob\r\n",
        "name\tid\nAda\tada\n\nBob\tbob\n",
        'id,name\n ada ,"Ada"\n,\nbob,Bob',
    ],
)
def test_a_list_as_spreadsheets_write_it(roster, content):
    students = roster(content)
    assert [student.id for student in students] == ["ada", "bob"]
    assert [student.columns["name"] for student in students] == ["Ada", "Bob"]


def test_accents_are_stored_in_one_way(roster):
    assert roster("id\nu\u0308nal\n")[0].id == "ünal"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "must have one column 'id' in its first line; got nothing"),
        ("name\nAda\n", "must have one column 'id' in its first line; got name"),
        ("id,id\na,b\n", "must have one column 'id'"),
        ("id\nada\nbob\nada\n", "line 4: the id 'ada' is in line 2 already"),
        ("id\nada\nADA\n", "line 3: the id 'ADA' differs only in case or accents from 'ada', which is in line 2"),
        ("id\n../ada\n", "line 2: the id '../ada' cannot be the name of a folder: it contains '/'"),
        ("id,name\n,Ada\n", "line 2: the id '' cannot be the name of a folder: it is empty"),
        ("id,name\nada,Love, lace\n", "line 2: there are 3 values for 2 columns"),
        (b"id\n\xff\xfe\n", "must be stored as UTF-8"),
    ],
)
def test_a_list_that_cannot_be_used(roster, content, message):
    with pytest.raises(GradingError) as raised:
        roster(content)
    assert message in str(raised.value)


def test_no_list(tmp_path):
    with pytest.raises(GradingError, match="cannot be read"):
        read_roster(tmp_path / "students.csv")
