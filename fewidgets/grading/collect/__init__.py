"""Collect what students hand in: whose each file is, for which set, and which one counts."""
