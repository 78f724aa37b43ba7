"""A code survives what mails and chats do to it, and a damaged one is refused."""

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.codes.code import MOST, MOST_BYTES, Code, CodeError, _checksum, codes_in, read, written

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=9), parts, max_size=3),
    max_leaves=6,
)
CONTENT = ["LambdaSlider", {"X": {"load": "load_boston"}}, {"reduction": "sum"}, {}, {"lam": 0.1 + 0.2, "feature": "LSTAT"}]
CODE = written(CONTENT)


@settings(max_examples=60)
@given(st.lists(VALUES, max_size=3))
def test_what_is_written_is_read(content):
    assert repr(read(written(content))) == repr(content)


@settings(max_examples=60)
@given(st.data())
def test_wrong_swapped_missing_and_added_letters_are_found(data):
    place = data.draw(st.integers(4, len(CODE) - 2))
    other = data.draw(st.sampled_from([each for each in "aZ09-_" if each != CODE[place]]))
    wrong, swapped = CODE[:place] + other + CODE[place + 1 :], CODE[:place] + CODE[place + 1] + CODE[place] + CODE[place + 2 :]
    for damaged in {wrong, swapped, CODE[:place] + CODE[place + 1 :], CODE[:place] + other + CODE[place:]} - {CODE}:
        with pytest.raises(CodeError, match="is damaged"):
            read(damaged)


@pytest.mark.parametrize(
    ("code", "error", "says"),
    [
        (3, TypeError, "code must be a text such as"),
        ("", CodeError, "code must begin with FW2"),
        ("q1YqSy1KLlay", CodeError, "code must begin with FW2"),
        ("FW3-q1YqSy1KLlay", CodeError, "newer version .* reads FW2. Upgrade"),
        ("FW1-DWP5P-Z5004-Z1Z7F", CodeError, "earlier version .* Make it again"),
        (f"{CODE} and {written([1])}", CodeError, "must be one code; got a text with 2 of them, the first FW2-"),
        (CODE[:30], CodeError, "is damaged"),
        (written({"a": 1}), CodeError, "cannot read"),
    ],
)
def test_what_is_no_code_is_explained(code, error, says):
    with pytest.raises(error, match=says):
        read(code)


def test_a_small_code_does_not_fill_the_memory():
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = urlsafe_b64encode(packer.compress(b"[" + b" " * MOST_BYTES + b"]") + packer.flush()).decode().rstrip("=")
    with pytest.raises(CodeError, match="cannot read"):
        read(f"FW2-{bomb}{_checksum(bomb)}")


@pytest.mark.parametrize("value", [object(), b"x", float("nan"), {1, 2}])
def test_what_has_no_place_in_a_code_is_refused(value):
    with pytest.raises((TypeError, ValueError)):
        written([value])


@pytest.mark.parametrize(
    "changed",
    [
        lambda code: f"My code: {code}.",
        lambda code: f"> {code[:12]}\n>> {code[12:]}\n> see you",
        lambda code: f"{code[:12]}=\r\n{code[12:]}",
        lambda code: f"<{code}>",
        lambda code: f"“{code}”",
        lambda code: f"{code[:7]}\u200b{code[7:]}\ufeff",
        lambda code: "".join(chr(ord(letter) + 0xFEE0) for letter in code),
        lambda code: f"https://chat.example/m?text={code}&seen=1",
        lambda code: f"{code}\n\nsent again: {code}",
    ],
)
def test_a_code_is_read_as_mails_and_chats_deliver_it(changed):
    assert read(changed(CODE)) == CONTENT


def test_codes_are_found_in_a_mail():
    one, two = written([3] * 20), written(["two"])
    mail = f"Hello,\nmine is {one[:10]}\n{one[10:]}. And {two}, or ({two}) {one}? FW2 alone is none, X{two} neither."
    assert list(codes_in(mail)) == [one, two, two, one]


def test_a_code_is_a_picture_with_an_alternative_text():
    code = Code(CODE, "a LambdaSlider")
    shown = code._repr_html_()
    assert (str(code), repr(code), len(code)) == (CODE, CODE, len(CODE))
    assert f"<code>{CODE}</code>" in shown
    assert 'role="img" aria-label="QR code of FW2-' in shown
    assert "which opens a LambdaSlider" in shown
    assert "<svg" in shown
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "")
    assert Code("A" * MOST, "much").qr
    long = Code("A" * (MOST + 1), "much")
    assert long.qr == ""
    assert "<svg" not in long._repr_html_()
