"""The gradebook of a set from the results that are stored in a course folder."""

from __future__ import annotations

from fewidgets.grading.batch import stored_result
from fewidgets.grading.course import Course, CourseError
from fewidgets.grading.course_grading import gradebook_of
from fewidgets.grading.gradebook import Gradebook


def course_book(course: Course, name: str) -> Gradebook:
    version = course.load(name).version
    results = {}
    for path in sorted((course.graded(name) / "results").glob("*.json")):
        result = stored_result(path)
        if result is not None and result.version == version and result.student == path.name.removesuffix(".json"):
            results[result.student] = result
    if not results:
        raise CourseError(f"nothing of {name} has been graded. First: fewidgets exercises grade {course.folder}")
    return gradebook_of(course, name, results)
