"""The names of lessons: a file ``<section>_<topic>.ipynb``, with a section of the chapter ("9.6") or of a lecture ("C1").

Laboratory sessions have the sections L1 to L3.
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

#: All lessons, in their order.
LESSON_NAMES = tuple(dict.fromkeys(LESSONS.values()))

#: The laboratory session of each section, in the folder ``labs``.
LABS = {
    "L1": "1_features_from_raw_data",
    "L2": "2_shape_of_the_cost",
    "L3": "3_which_features_matter",
}

#: The notebook after all lessons, and what names of its ideas begin with.
CAPSTONE = "capstone"

_SECTION = re.compile(r"([CL]?)(\d+(?:\.\d+)*)(?![^ _])")


def section_of(name: str) -> str:
    """Return the section with which a name begins, or ""."""
    found = _SECTION.match(name)
    if found:
        return found[0]
    others = {"methods": "methods", LESSONS["methods"]: "methods", CAPSTONE: CAPSTONE}
    return others.get(re.split(r"[ .]", name)[0], "")


def lesson_order(name: str) -> tuple[int, list[int], str]:
    """Return a key that sorts names: index, chapter, lectures, comparison, capstone, labs, the rest."""
    section = section_of(name)
    numbers = [int(part) for part in re.findall(r"\d+", section)]
    if numbers:
        return {"C": 2, "L": 5}.get(section[0], 1), numbers, name
    if name.partition(".")[0] == "index":
        return 0, [], name
    return {"methods": 3, CAPSTONE: 4}.get(section, 6), [], name


def lesson_named(section: str) -> str:
    """Return the lesson of a section, such as "9.3_feature_scaling" of "9.3.1", or the section."""
    parts = section.split(".")
    tried = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    known = LESSONS | LABS
    return next((known[each] for each in tried if each in known), section)
