"""The file that the JavaScript's tests read says what Python says."""


def test_the_file_is_what_python_gives_now(fixtures):
    stored = fixtures.PATH.read_text(encoding="utf-8")
    assert stored == fixtures.text(), "run `python tests/scene/fixtures.py`, then the tests in fewidgets/frontend"
