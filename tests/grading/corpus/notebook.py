"""Edit a student's notebook as students do, on purpose or not."""

from __future__ import annotations

import copy
import json


class Notebook:
    """A copy of a released notebook, to be filled in and spoilt."""

    def __init__(self, released):
        self.content = copy.deepcopy(released)

    def place(self, name):
        """Give the position of the cell with a grade_id."""
        for place, cell in enumerate(self.content["cells"]):
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
                return place
        raise KeyError(name)

    def cell(self, name):
        return self.content["cells"][self.place(name)]

    def write(self, name, code):
        """Write an answer."""
        self.cell(name)["source"] = code

    def before(self, name, code):
        """Put lines before an answer, in the same cell."""
        cell = self.cell(name)
        cell["source"] = f"{code}\n{cell['source']}"

    def after(self, name, code):
        """Put lines after an answer, in the same cell."""
        cell = self.cell(name)
        cell["source"] = f"{cell['source']}\n{code}"

    def insert(self, place, code):
        """Add a cell that the notebook did not have."""
        cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": code, "id": "added"}
        self.content["cells"].insert(place, cell)

    def delete(self, name):
        del self.content["cells"][self.place(name)]

    def duplicate(self, name):
        place = self.place(name)
        self.content["cells"].insert(place + 1, copy.deepcopy(self.content["cells"][place]))

    def turn_into_text(self, name):
        cell = self.cell(name)
        cell["cell_type"] = "markdown"
        cell.pop("outputs", None)
        cell.pop("execution_count", None)

    def bytes(self):
        return json.dumps(self.content, ensure_ascii=False, indent=1).encode("utf-8")
