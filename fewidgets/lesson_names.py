"""The names of lessons: which lesson a section belongs to, and the order in which lessons are listed.

A lesson is a file ``<section>_<topic>.ipynb``. Its section is one of the chapter, such as "9.6", or stands for a companion
lecture, "C1" to "C4". The index has no section, and neither has the lesson that compares all methods.
"""

from __future__ import annotations

import re

#: The lesson of each section. A section that begins like one of these belongs to the same lesson: 9.3.1 to 9.3.
LESSONS = {
    "9.1": "9.1_introduction",
    "9.2.1": "9.2.1_categories_and_text",
    "9.2.2": "9.2.1_categories_and_text",
    "9.2.3": "9.2.3_images",
    "9.2.4": "9.2.4_sound",
    "9.3": "9.3_feature_scaling",
    "9.4": "9.4_imputation",
    "9.5": "9.5_sphering",
    "9.6": "9.6_boosting",
    "9.7": "9.7_regularization",
    "C1": "C1_changing_features",
    "C2": "C2_searching_subsets",
    "C3": "C3_ranking_features",
    "C4": "C4_weights_that_choose",
    "methods": "which_method_when",
}

_SECTION = re.compile(r"(C?)(\d+(?:\.\d+)*)(?![^ _])")


def section_of(name: str) -> str:
    """Return the section with which the name of a lesson, an exercise or a prediction begins; "" if it begins with none.

    Parameters
    ----------
    name : str
        Such as "9.6_boosting.ipynb", "9.6 winner" or "C1".

    Examples
    --------
    >>> [section_of(name) for name in ("9.2.1_categories.ipynb", "C1 outlier", "which_method_when", "10 years")]
    ['9.2.1', 'C1', 'methods', '10']
    >>> section_of("my_own.ipynb"), section_of("index"), section_of("C1x y")
    ('', '', '')
    """
    found = _SECTION.match(name)
    if found:
        return found[0]
    other = {"methods", LESSONS["methods"]}
    return "methods" if re.split(r"[ .]", name)[0] in other else ""


def lesson_order(name: str) -> tuple[int, list[int], str]:
    """Return a key that sorts the names of lessons, or of what is named after their sections.

    First comes the index, then the chapter section by section, the companion lectures, the lesson that compares all methods,
    and last whatever else there is.

    Parameters
    ----------
    name : str
        Such as "9.6_boosting.ipynb" or "9.6".

    Examples
    --------
    >>> sorted(["which_method_when", "9.10_x", "mine", "C2_y", "9.2.1_z", "C10_u", "index", "9.2_v"], key=lesson_order)
    ['index', '9.2_v', '9.2.1_z', '9.10_x', 'C2_y', 'C10_u', 'which_method_when', 'mine']
    """
    section = section_of(name)
    numbers = [int(part) for part in re.findall(r"\d+", section)]
    if numbers:
        return 2 if section.startswith("C") else 1, numbers, name
    if name.partition(".")[0] == "index":
        return 0, [], name
    return 3 if section else 4, [], name


def lesson_named(section: str) -> str:
    """Return the lesson of a section, such as "9.3_feature_scaling" of "9.3.1"; the section itself if it has none.

    Parameters
    ----------
    section : str

    Examples
    --------
    >>> lesson_named("9.2.2"), lesson_named("9.3.1"), lesson_named("C4"), lesson_named("3.4")
    ('9.2.1_categories_and_text', '9.3_feature_scaling', 'C4_weights_that_choose', '3.4')
    """
    parts = section.split(".")
    tried = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    return next((LESSONS[each] for each in tried if each in LESSONS), section)
