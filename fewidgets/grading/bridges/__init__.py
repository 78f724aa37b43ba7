"""Bridges to other graders."""
