"""Codes: a short text that stands for a state and survives a mail or a chat."""
