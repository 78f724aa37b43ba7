"""The checks of the lessons: exercises whose answers are numbers, a topic a file."""
