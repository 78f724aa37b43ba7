"""Views of a difference: a student's result beside the right one."""
