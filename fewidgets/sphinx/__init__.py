"""Live explorables in books and sites made by Sphinx, without a kernel and without the network.

Add the extension to ``conf.py``, and install ``fewidgets[sphinx]``. With myst-nb, an explorable or a prediction that a cell
shows is live on the page::

    extensions = ["myst_nb", "fewidgets.sphinx"]

The directive ``fewidgets`` shows an explorable in any document. Its argument is the name of a class, whose example is shown::

    ```{fewidgets} LambdaSlider
    ```

Instead, its content may be Python code that ends with an explorable, a prediction or a scene. The code runs when the book is
built, in the folder of the document::

    ```{fewidgets}
    from fewidgets import LambdaSlider
    from fewidgets.data import load_credit

    LambdaSlider(load_credit(), cost="softmax")
    ```

Where there are no scripts, a page shows a still picture. What is not HTML, such as a book on paper, shows a sentence.

``html_math_renderer = "fewidgets"`` writes formulas as MathML, which browsers set without a script.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import fewidgets
from fewidgets.scene.page.budget import BUDGET, FOR_PAGES
from fewidgets.sphinx.assets import add_script, write_assets
from fewidgets.sphinx.directive import FewidgetsDirective
from fewidgets.sphinx.formulas import visit_display, visit_inline
from fewidgets.sphinx.outputs import drop_needless_scripts

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension; Sphinx calls this."""
    app.add_directive("fewidgets", FewidgetsDirective)
    app.add_html_math_renderer("fewidgets", (visit_inline, None), (visit_display, None))
    os.environ.setdefault(FOR_PAGES, str(BUDGET))  # kernels that myst-nb starts inherit it
    app.connect("builder-inited", write_assets)
    app.connect("doctree-read", drop_needless_scripts)
    app.connect("html-page-context", add_script)
    return {"version": fewidgets.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
