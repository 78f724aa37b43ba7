"""Codes: a few letters that stand for a state, and survive a mail, a chat and dictation."""
