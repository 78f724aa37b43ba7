"""The tasks of the exercises, one file a topic; each defines ``TASKS``, a tuple of `Task`."""
