import numpy as np
import pytest

from fewidgets.algorithms._numerics.memory import VARIABLE, check_size, describe_bytes


def test_a_size_is_refused_only_above_the_limit():
    check_size("n", 2**27, (2**27,))
    with pytest.raises(ValueError, match=r"n=134217729 would need 1 GiB of memory; the limit is 1 GiB"):
        check_size("n", 2**27 + 1, (2**27 + 1,))
    check_size("n", 2**30, (2**30,), np.uint8)


def test_the_shape_may_exceed_every_integer_type():
    with pytest.raises(ValueError, match="more than 1024 EiB"):
        check_size("degree", 10**200, (10**200, 10**200))


def test_a_number_that_python_refuses_to_write_is_still_named():
    with pytest.raises(ValueError, match="degree=a very large number would need more than 1024 EiB"):
        check_size("degree", 10**5000, (10**5000,))


def test_a_long_value_is_cut():
    with pytest.raises(ValueError, match="…") as refusal:
        check_size("starts", list(range(10**4)), (2**40,))
    assert len(str(refusal.value)) < 250


def test_the_environment_moves_the_limit(monkeypatch):
    monkeypatch.setenv(VARIABLE, "0.5")
    with pytest.raises(ValueError, match="the limit is 512 MiB"):
        check_size("n", 2**27, (2**27,))
    monkeypatch.setenv(VARIABLE, "2")
    check_size("n", 2**27 + 1, (2**27 + 1,))
    for wrong in ("much", "0", "-1", "nan", "inf"):
        monkeypatch.setenv(VARIABLE, wrong)
        with pytest.raises(ValueError, match="must be a positive number of GiB; got"):
            check_size("n", 1, (1,))


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1023 * 1024, "1023 KiB"), (2**60, "1 EiB")],
)
def test_sizes_read_naturally(count, text):
    assert describe_bytes(count) == text
