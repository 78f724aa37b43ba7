"""Histogram features of categories and text (sections 9.2.1 and 9.2.2)."""
