"""Tables and pages for the teacher and for each student."""
