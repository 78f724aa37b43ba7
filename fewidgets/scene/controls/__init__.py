"""Controls: what a person can move in a scene."""
