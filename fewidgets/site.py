"""The address of the site, for messages that name one of its pages."""

SITE = "https://fewidgets.github.io/fewidgets/"
