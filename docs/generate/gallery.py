"""Gallery: a page for each explorable, with its example live, the code of the example, and the reference of its class."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import textwrap
from collections import defaultdict
from pathlib import Path
from typing import Any

import fewidgets
from fewidgets import algorithms, data
from fewidgets.authoring.gallery import file_name
from fewidgets.explorables import EXPLORABLES, Explorable
from fewidgets.lessons.names import section_of
from fewidgets.site import SITE
from generate.pages import write_pages
from generate.reference import directives

#: Where a page imports a name from.
PUBLIC = {"fewidgets": fewidgets, "fewidgets.algorithms": algorithms, "fewidgets.data": data}

_PAGE = """---
og:image: {site}_images/{picture}.png
---

# {name}

{description} It belongs to [lesson {section}](../learn/{lesson}).

```{{fewidgets}}
{code}
```

## The code

```python
{code}
```

In Jupyter, change whatever you like: the data, or the arguments below. On this page, controls that need Python are grey.

## What may be changed

What all explorables have is on [their own page](../reference/explorable.md).

{reference}"""

_INDEX = """# Gallery

Each picture leads to a page on which you can move it.

::::{{grid}} 1 2 3 3
:gutter: 3

{cards}
::::

```{{toctree}}
:hidden:

{names}
```
"""

_CARD = """:::{{grid-item-card}} {name}
:link: {name}
:link-type: doc

```{{image}} images/{picture}.png
:alt: {name}
:class: gallery-picture only-light
:loading: lazy
```
```{{image}} images/{picture}_dark.png
:alt: {name}
:class: gallery-picture only-dark
:loading: lazy
```

{description}
:::
"""


def write_gallery(target: Path, pictures: Path) -> None:
    """Write the gallery below ``target``."""
    pages = {target / f"{name}.md": _page(name, kind) for name, kind in EXPLORABLES.items()}
    cards = [
        _CARD.format(name=name, picture=file_name(name), description=kind.description) for name, kind in EXPLORABLES.items()
    ]
    pages[target / "index.md"] = _INDEX.format(cards="\n".join(cards), names="\n".join(EXPLORABLES))
    write_pages(pages)
    (target / "images").mkdir(exist_ok=True)
    for path in pictures.glob("*.png"):
        copy = target / "images" / path.name
        if not copy.is_file() or copy.read_bytes() != path.read_bytes():
            copy.write_bytes(path.read_bytes())


def _page(name: str, kind: type[Explorable]) -> str:
    section = section_of(kind.lesson)
    return _PAGE.format(
        site=SITE,
        picture=file_name(name),
        name=name,
        description=kind.description,
        section="“Which method when?”" if section == "methods" else section,
        lesson=kind.lesson,
        code=example_code(name, kind),
        reference=directives("fewidgets", [name]),
    )


def example_code(name: str, kind: type[Explorable]) -> str:
    """Return the code of a class's example as somebody would write it in a notebook."""
    method = inspect.getsource(kind.example)
    tree = ast.parse(textwrap.dedent(method))
    body = tree.body[0].body
    lines = textwrap.dedent(method).splitlines()
    first_line = body[bool(ast.get_docstring(tree.body[0]))].lineno
    source = textwrap.dedent("\n".join(lines[first_line - 1 :]))
    source = re.sub(r"^return ", "\n", source, flags=re.MULTILINE)
    source = re.sub(r"^from .*\n+", "", source, flags=re.MULTILINE)
    source = re.sub(r"\bcls\(", f"{name}(", source)
    known = vars(sys.modules[kind.__module__])
    imports: dict[str, set[str]] = defaultdict(set)
    first = []
    for free in sorted(_free(source)):
        if free == "np":
            first.append("import numpy as np\n")
        elif free == "replace":
            first.insert(0, "from dataclasses import replace\n")
        else:
            home = next((home for home, module in PUBLIC.items() if free in module.__all__), None)
            if home:
                imports[home].add(free)
            else:
                source = re.sub(rf"\b{free}\b", repr(known[free]).replace("'", '"'), source)
    first += [f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(imports.items())]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(first) + "\n\n" + source.strip())


def _free(source: str) -> set[str]:
    names: dict[Any, set[str]] = {ast.Load: set(), ast.Store: set()}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            names[type(node.ctx)].add(node.id)
    return names[ast.Load] - names[ast.Store] - set(vars(builtins))
