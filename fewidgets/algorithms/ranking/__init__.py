"""Scores that rank features one by one: correlation, mutual information and importances."""
