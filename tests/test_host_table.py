"""The table of hosts has a row for each host that is tested, and says which could not be."""

from tests.browser.host_table import CHECKS, NOT_RUN, PAGE, host_table
from tests.browser.hosts import HOSTS

WORDS = {"yes", "computes", "replays", "from a list", "no Python"}


def test_each_host_has_a_row_and_each_check_a_column():
    table = host_table()
    assert list(table) == [*HOSTS, *NOT_RUN]
    for host in HOSTS:
        assert tuple(table[host]) == CHECKS
        assert set(table[host].values()) <= WORDS, host


def test_what_could_not_be_run_is_said_plainly():
    table = host_table()
    for host in NOT_RUN:
        assert table[host]["draws"] == "not run"
        assert not any(list(table[host].values())[1:])
    assert "**VS Code and Google Colab** could not be run for this table." in PAGE.read_text(encoding="utf-8")
