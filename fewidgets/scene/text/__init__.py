"""How texts, names and numbers are written and measured."""
