"""A course: its folder, its students, its deadlines, and the results of a set beside them."""
