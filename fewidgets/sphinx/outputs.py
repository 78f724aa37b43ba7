"""What a cell of a notebook shows, where myst-nb builds the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from fewidgets.authoring.live_outputs import output_html
from fewidgets.authoring.run_with_widgets import SHOWN, WIDGET_VIEW, with_saved_models
from fewidgets.sphinx.assets import put_apart

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx


class LiveOutput:
    """Shows explorables, predictions and what they hold back; leaves other widgets to myst-nb."""

    mime_priority_overrides = ()

    @staticmethod
    def handle_mime(renderer: NbElementRenderer, data: MimeData, inline: bool) -> list[nodes.Element] | None:
        """Return the nodes of an output, or None for one that is not ours; myst-nb calls this."""
        markdown: Any = renderer.renderer
        env = markdown.sphinx_env
        if data.mime_type != WIDGET_VIEW or inline or env is None or "fewidgets.sphinx" not in env.app.extensions:
            return None
        cells = with_saved_models(markdown.nb_client.notebook)["cells"]
        output = cells[data.cell_index]["outputs"][data.output_index]
        state = output.get("metadata", {}).get(SHOWN, {}).get("state", {})
        if "_scene" not in state and "fewidgets_held" not in state:
            return None
        models = env.temp_data.setdefault("fewidgets models", {})
        level = min(max(markdown._level_to_section, default=0) + 1, 6)
        text = output_html(
            output, Path(env.doc2path(env.docname)).parent, level, models, lambda page: put_apart(page, env.app)
        )
        return [nodes.raw("", text, format="html", classes=["output", "fewidgets-live"])]


def drop_needless_scripts(app: Sphinx, doctree: nodes.document) -> None:
    """Take out the scripts for other widgets, which come from the network, where a notebook has none."""
    others = any(WIDGET_VIEW in node.astext() for node in doctree.findall(nodes.raw))
    if "myst_nb" not in app.extensions or others:
        return
    from myst_nb.sphinx_ import NbMetadataCollector

    scripts = NbMetadataCollector.get_doc_data(app.env)[app.env.docname].get("js_files", {})
    for name in [name for name in scripts if name.startswith("ipywidgets")]:
        del scripts[name]
