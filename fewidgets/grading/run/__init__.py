"""Run a submission in processes of its own, each kept apart from the machine by a tier."""
