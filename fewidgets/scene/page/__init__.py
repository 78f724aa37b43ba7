"""Scenes as web pages, and what a page or a browser is sent."""
