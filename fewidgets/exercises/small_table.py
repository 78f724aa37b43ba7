"""Small tables of texts, as a terminal and as a notebook show them. The first row is the head."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

Rows = Sequence[Sequence[str]]


def as_text(rows: Rows) -> str:
    first, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join([name.ljust(first), *map(str.rjust, cells, widths)]).rstrip() for name, *cells in rows)


def as_html(rows: Rows, caption: str = "", links: Mapping[str, str] | None = None) -> str:
    """Return a table; the first cell of a row may be a link."""
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in rows[0])
    body = ""
    for first, *cells in rows[1:]:
        name = html.escape(first)
        if links and first in links:
            name = f'<a href="{html.escape(links[first])}">{name}</a>'
        inside = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        body += f'<tr><th scope="row" style="text-align:left">{name}</th>{inside}</tr>'
    said = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
