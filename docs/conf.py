"""Sphinx's settings for the site; `nox -s docs` builds it."""

import os
import re
import sys
from datetime import date
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))

from numpydoc.docscrape_sphinx import SphinxDocString  # noqa: E402
from numpydoc.xref import DEFAULT_LINKS  # noqa: E402

import fewidgets  # noqa: E402
from fewidgets import algorithms  # noqa: E402
from fewidgets.authoring.addresses import repository_address  # noqa: E402
from fewidgets.site import SITE  # noqa: E402
from generate.gallery import write_gallery  # noqa: E402
from generate.lessons import write_lessons  # noqa: E402
from generate.reference import write_reference  # noqa: E402
from generate.repository import write_documents  # noqa: E402
from generate.styles import trim_styles  # noqa: E402

REPOSITORY = repository_address(DOCS.parent)

project = "fewidgets"
author = "The fewidgets developers"
copyright = f"{date.today().year}, {author}"
version = release = fewidgets.__version__

extensions = [
    "myst_nb",
    "fewidgets.sphinx",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_reredirects",
    "sphinx_sitemap",
    "sphinxext.opengraph",
    "notfound.extension",
]
exclude_patterns = ["_build", "learn/files", "generate"]
templates_path = ["_templates"]

# The lessons have run before, so that what explorables show stands beside each output.
nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
myst_update_mathjax = False
html_math_renderer = "fewidgets"

default_role = "autolink"
add_module_names = False
autodoc_typehints = "none"
autodoc_preserve_defaults = True
autosummary_generate = False
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
# The docstring of a class describes its attributes. Without this, numpydoc would show the docstrings of properties instead.
SphinxDocString._process_param = lambda self, param, desc, _: (f"**{self._escape_args_and_kwargs(param.strip())}**", desc)
# Types lead to our own classes only: nothing is fetched to link to others.
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS}
numpydoc_xref_aliases |= {name: f"fewidgets.algorithms.{name}" for name in algorithms.__all__ if name[0].isupper()}

html_theme = "pydata_sphinx_theme"
html_title = "fewidgets"
html_baseurl = SITE
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "_static/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it would load every page that is found
html_theme_options = {
    "logo": {"text": "fewidgets", "image_light": "_static/icon.svg", "image_dark": "_static/icon.svg"},
    "icon_links": [{"name": "Source", "url": REPOSITORY, "icon": "fa-brands fa-github"}],
    "header_links_before_dropdown": 6,
    "navigation_with_keys": False,  # the arrow keys move sliders
    "show_toc_level": 2,
    "collapse_navigation": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "back_to_top_button": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "404": []}
html_context = {"default_mode": "auto"}

ogp_site_url = SITE
ogp_enable_meta_description = True
# A shared link shows a picture: on the page of an explorable its own, see generate/gallery.py.
ogp_image = f"{SITE}_images/lambda_slider.png"
ogp_social_cards = {"enable": False}
sitemap_url_scheme = "{link}"
sitemap_show_lastmod = False
notfound_urls_prefix = f"/{SITE.split('/')[3]}/"
copybutton_exclude = ".linenos, .gp, .go"

# Pages that had another address.
redirects = {
    "instructors": "teach/course.html",
    "grading": "teach/grading.html",
}


def setup(app):
    """Make the generated pages before Sphinx looks for documents."""
    app.connect("html-page-context", mend)
    app.connect("build-finished", lambda app, failed: failed or trim_styles(Path(app.outdir)))
    write_lessons(DOCS / "learn", DOCS / "_build" / "run", lite="FEWIDGETS_LITE" in os.environ)
    write_gallery(DOCS / "gallery", DOCS.parent / "notebooks" / "images")
    write_reference(DOCS / "reference")
    write_documents(DOCS)


def mend(app, pagename, templatename, context, doctree):
    """Change what other extensions write and axe or the check of links calls a fault."""
    body = context.get("body", "")
    if pagename.startswith("_modules/"):
        # The way back leads nowhere from a module whose names are public in two places.
        body = re.sub(r'<a class="viewcode-back".*?</a>', "", body)
    # A summary is named by its own words. An empty corner of a table is no header.
    body = body.replace(' aria-label="Toggle hidden content"', "")
    context["body"] = re.sub(r"<th\b([^>]*)>(?:<p></p>)?\s*</th>", r"<td\1></td>", body)
