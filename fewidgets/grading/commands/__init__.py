"""The commands of ``fewidgets exercises``."""
