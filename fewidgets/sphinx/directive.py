"""The directive ``fewidgets``."""

from __future__ import annotations

import ast
from contextlib import chdir
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

from fewidgets.authoring.live_outputs import live_html
from fewidgets.exercises.predicting.prediction import Prediction
from fewidgets.explorables import EXPLORABLES, Explorable
from fewidgets.scene.page.encode import as_json
from fewidgets.scene.page.page import encoded_page
from fewidgets.scene.scene import Scene
from fewidgets.scene.still.svg_picture import still_img
from fewidgets.sphinx.assets import put_apart

MOST_CARRIED = 400_000  # bytes of answers: a book has many explorables


class FewidgetsDirective(Directive):  # type: ignore[misc]  # docutils has no type hints
    """Shows the example of a class, or the explorable with which its content ends."""

    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the explorable as HTML; Sphinx calls this."""
        env = self.state.document.settings.env
        try:
            with chdir(Path(env.doc2path(env.docname)).parent):
                shown = self._shown()
        except Exception as error:  # of code that an author wrote
            raise self.error(f"this explorable cannot be shown: {type(error).__name__}: {error}") from error
        models = env.temp_data.setdefault("fewidgets models", {})
        if isinstance(shown, Scene):
            scene, state, page = shown, shown.state(), encoded_page(shown)
        else:
            scene, state, page = shown.page_scene(), shown.state, shown.page(budget=MOST_CARRIED)
            shown.close()
        page = put_apart(as_json(page), env.app)
        level = self.state.memo.section_level + 1
        text = live_html(page, still_img(scene, **state), level=level, model=f"{env.docname} {len(models)}", models=models)
        elsewhere = addnodes.only("", nodes.paragraph(text=f"{scene.title}: {scene.caption_at(**state)}"), expr="not html")
        return [nodes.raw("", text, format="html", classes=["fewidgets-live"]), elsewhere]

    def _shown(self) -> Any:
        if bool(self.arguments) == bool(self.content):
            raise ValueError("expected the name of an explorable or code that ends with one, and not both")
        if self.arguments:
            name = self.arguments[0]
            if name not in EXPLORABLES:
                raise ValueError(f"expected one of {', '.join(EXPLORABLES)}; got {name!r}")
            return EXPLORABLES[name].example()
        shown = _last_value("\n".join(self.content))
        if not isinstance(shown, (Explorable, Prediction, Scene)):
            raise TypeError(f"the code must end with an explorable, a prediction or a scene; got {type(shown).__name__}")
        return shown


def _last_value(code: str) -> Any:
    """Run code and return the value of the expression with which it ends."""
    *rest, last = ast.parse(code).body
    names: dict[str, Any] = {}
    exec(compile(ast.Module(rest, []), "<fewidgets directive>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<fewidgets directive>", "eval"), names)
