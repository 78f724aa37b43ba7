"""Scores that rank features one by one: correlation, mutual information, importances (UML, INT247, CS373)."""
