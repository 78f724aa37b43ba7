"""Reads the text of a lesson, for tests of what it says."""

import json
import re
from pathlib import Path

from fewidgets.scene import Choice

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def cells(name, kind="markdown"):
    """Return the sources of a lesson's cells of one kind."""
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def named_on_screen(name):
    """Return what the instructions of a lesson name in italics: the labels of controls and the titles of panels."""
    told = "\n".join(re.sub(r"<details>.*?</details>", "", cell, flags=re.S) for cell in cells(name))
    parts = re.findall(r"\*\*Manipulate\.\*\*.*?(?=\n\*\*|\n#|\Z)", told, flags=re.S)
    return {each.strip() for part in parts for each in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", part)}


def printed(name):
    """Return all text outputs of a lesson."""
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return "\n".join("".join(each.get("text", each.get("data", {}).get("text/plain", ""))) for each in outputs)


def on_screen(*widgets):
    """Return the words that can be seen: labels of controls, titles, choices, readouts, legends."""
    words = set()
    for widget in widgets:
        controls = widget.scene.controls
        words |= {control.label for control in controls}
        words |= {"More" for control in controls if control.rare}
        words |= {option for control in controls if isinstance(control, Choice) for option in control.options}
        words |= {readout.label for readout in widget.scene.readouts}
        marks = [mark for panel in widget.scene.panels for mark in panel.marks]
        words |= {mark.label for mark in marks if isinstance(getattr(mark, "label", None), str)}
        words |= {re.split(r":| \(|,", panel.title)[0] for panel in widget.scene.panels}
        words |= {re.split(r" \(|,| for ", panel.title)[0] for panel in widget.scene.panels}
    return words
