"""The table of hosts in docs/teach/hosts.md. The tests of the hosts hold it, cell by cell."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/teach/hosts.md"
#: What is tested in each host: the columns of the table.
CHECKS = ("draws", "replays", "computes", "explains errors", "after loading again", "asks nothing of the network")
#: Hosts that cannot be run on a machine of ours.
NOT_RUN = ("VS Code", "Google Colab")


def host_table() -> dict[str, dict[str, str]]:
    """Return the cells of the table, by host and by column.

    Returns
    -------
    dict of str to dict of str to str
        Without references to the footnotes.
    """
    text = PAGE.read_text(encoding="utf-8")
    lines = text.split("\n| Host |", 1)[1].split("\n\n", 1)[0].splitlines()
    columns = [cell.strip() for cell in lines[0].strip(" |").split("|")]
    rows = [[_plain(cell) for cell in line.strip(" |").split("|")] for line in lines[2:]]
    return {host: dict(zip(columns, cells, strict=False)) for host, *cells in rows}


def _plain(cell: str) -> str:
    return cell.strip().rstrip("¹²³").replace("`", "")
