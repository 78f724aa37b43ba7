"""Histogram features of images: edges and their orientations (section 9.2.3)."""
