"""A code survives what people do to it, and a typing error is found."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.codes.letters import ALPHABET, CodeError, codes_in, read, written

SYMBOLS = st.lists(st.integers(0, 31), min_size=1, max_size=40)


@settings(max_examples=60)
@given(SYMBOLS)
def test_what_is_written_is_read(symbols):
    assert read(written(symbols)) == symbols


@settings(max_examples=60)
@given(SYMBOLS, st.data())
def test_mail_and_dictation_do_no_harm(symbols, data):
    """Small letters, other dashes, spaces, a broken line, and letters that look like others."""
    code = written(symbols)
    said = code.lower().replace("-", data.draw(st.sampled_from(["", " ", "–", "-\n", ". "])))
    said = said[:3] + said[3:].replace("0", data.draw(st.sampled_from("0oO"))).replace(
        "1", data.draw(st.sampled_from("1iIlL"))
    )
    assert read(f" {said} ") == symbols


@settings(max_examples=25, deadline=None)
@given(SYMBOLS, st.data())
def test_one_wrong_letter_is_found(symbols, data):
    letters = written(symbols)[4:].replace("-", "")
    place = data.draw(st.integers(0, len(letters) - 1))
    right = letters[place]
    wrong = data.draw(st.sampled_from([each for each in ALPHABET if each != right]))
    with pytest.raises(CodeError, match=rf'Letter {place + 1} after "FW1" is probably "{right}" instead of "{wrong}"'):
        read(f"FW1{letters[:place]}{wrong}{letters[place + 1 :]}")


@settings(max_examples=8, deadline=None)
@given(SYMBOLS, st.data())
def test_swapped_missing_and_added_letters_are_found(symbols, data):
    letters = written(symbols)[4:].replace("-", "")
    place = data.draw(st.integers(0, len(letters) - 2))
    one, two = letters[place : place + 2]
    if one != two:
        with pytest.raises(CodeError, match=f"{place + 1} and {place + 2} after .* wrong order"):
            read(f"FW1{letters[:place]}{two}{one}{letters[place + 2 :]}")
    with pytest.raises(CodeError, match=f'a "{one}" is probably missing'):
        read(f"FW1{letters[:place]}{letters[place + 1 :]}")
    with pytest.raises(CodeError, match="is probably one too many"):
        read(f"FW1{letters[:place]}{one}{letters[place:]}")


@settings(max_examples=40, deadline=None)
@given(SYMBOLS, st.data())
def test_several_wrong_letters_are_never_accepted(symbols, data):
    letters = list(written(symbols)[4:].replace("-", ""))
    for place in data.draw(st.lists(st.integers(0, len(letters) - 1), min_size=1, max_size=4, unique=True)):
        letters[place] = data.draw(st.sampled_from([each for each in ALPHABET if each != letters[place]]))
    with pytest.raises(CodeError, match="typing error"):
        read("FW1" + "".join(letters))


@pytest.mark.parametrize(
    ("code", "error", "says"),
    [
        (3, TypeError, "code must be a text such as"),
        ("", CodeError, "code must begin with FW1"),
        ("ABCDE-FGHJK", CodeError, "code must begin with FW1"),
        ("FW2-ABCDE-FGHJK", CodeError, "newer version .* FW2, and this version reads FW1"),
        ("FW1", CodeError, "its end may be missing"),
        ("FW1-ABC", CodeError, "its end may be missing"),
        ("FW1-ABC§E", CodeError, "letter 4 after FW1 is '§'"),
        ("FW1" + "7" * 3000, CodeError, "typing error"),
    ],
)
def test_what_is_no_code_is_explained(code, error, says):
    with pytest.raises(error, match=says):
        read(code)


def test_codes_are_found_in_a_mail():
    one, two = written([3] * 20), written([9] * 12)
    mail = f"Hello,\nmine is {one[:10]}\n{one[10:]}. And {two.lower()}, or ({two})? FW1 alone is none, X{two} neither."
    assert one[9] == "-" or one[10] == "-"
    assert [read(code) for code in codes_in(mail)] == [[3] * 20, [9] * 12, [9] * 12]


@pytest.mark.parametrize(
    "changed",
    [
        lambda code: f"My code: {code}.",
        lambda code: f"> {code[:12]}\n>> {code[12:]}",
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
    symbols = [*range(32), *range(5)]
    assert read(changed(written(symbols))) == symbols


def test_two_different_codes_are_not_one():
    with pytest.raises(CodeError, match="must be one code; got a text with 2 of them, the first FW1-"):
        read(f"{written([3] * 20)} and {written([9] * 12)}")
