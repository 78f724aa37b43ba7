"""Make the pictures of docs/teach from real runs: ``python docs/teach_pictures.py [NAME ...]``

The fonts are those of the system. One of them must have the sign for the full screen, as those of ``fonts-noto-core`` do.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pandas as pd
from PIL import Image, ImageOps
from playwright.sync_api import Locator, Page, sync_playwright
from sklearn.datasets import load_diabetes

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fewidgets import LambdaSlider, class_page  # noqa: E402
from fewidgets.cli import main  # noqa: E402
from fewidgets.data import load_boston  # noqa: E402
from fewidgets.lessons.copies import deliver  # noqa: E402
from tests.browser.jupyter import CHROMIUM_ARGUMENTS, Lab, Notebook, find_chromium, jupyter_server  # noqa: E402
from tests.classroom.codes import code  # noqa: E402
from tests.grading.example_class import moodle_downloads, students_csv, worksheet  # noqa: E402

IMAGES = ROOT / "docs" / "teach" / "images"
#: Colours of a picture, and its pixels for each pixel of the page.
COLOURS, SCALE = 96, 1.5
MARGIN, FRAME = 14, "#c8ccd1"

FIRST = "9.6 first feature"
#: What 14 pairs answer.
ANSWERS = ["LSTAT"] * 5 + ["RM"] * 6 + ["CRIM"] * 2 + ["TAX"]
#: What a class reaches in the capstone, in miles per gallon.
ERRORS = [2.72, 2.81, 2.84, 2.93, 2.97, 3.04, 3.08, 3.12, 3.21, 3.38, 3.46, 4.1]


#: How a table looks.
SHEET = """table { border-collapse: collapse; font: 14px sans-serif; color: #1f2328; background: white }
th, td { border: 1px solid #c8ccd1; padding: 4px 9px; text-align: left } th { background: #eef1f4 }"""


class Places:
    """JupyterLab in a folder that has the lessons and a graded course, and a page without JupyterLab."""

    def __init__(self, lab: Lab, page: Page) -> None:
        self.lab, self.page, self.root = lab, page, lab.root
        self.graded = self.root / "ml2026" / "graded" / "boosting"

    @contextlib.contextmanager
    def notebook(self, name: str, width: int, height: int, *cells: str) -> Iterator[Notebook]:
        """Open a notebook, or a new one with cells, and close it when its picture has been taken."""
        self.lab.page.set_viewport_size({"width": width, "height": height})
        self.lab.page.mouse.move(0, 0)
        self.lab.page.evaluate("window.jupyterapp.shell.collapseLeft()")
        notebook = self.lab.open(name, cells) if cells else Notebook(self.lab, name)
        yield notebook
        notebook.close()

    @contextlib.contextmanager
    def output(self, name: str, source: str, width: int = 640) -> Iterator[Locator]:
        """Run a cell and give its output."""
        with self.notebook(f"{name}.ipynb", width, 1000, source) as notebook:
            yield notebook.run_cell(0).locator(".jp-OutputArea-output").last

    def saved(self, path: Path, width: int, height: int) -> Page:
        """Open a page that was written."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(path.as_uri())
        self.page.wait_for_timeout(500)
        return self.page

    def table(self, name: str, columns: Sequence[str]) -> bytes:
        """Show columns of a table that grading has written, as a spreadsheet does."""
        rows = pd.read_csv(self.graded / name, dtype=str, keep_default_na=False)[list(columns)]
        path = self.root / "table.html"
        path.write_text(
            f"<meta charset=utf-8><style>{SHEET}</style>{rows.to_html(index=False, escape=True)}", encoding="utf-8"
        )
        return self.saved(path, 1200, 900).locator("table").screenshot()


# What a teacher sees.


def lessons(places: Places) -> bytes:
    with places.notebook("fewidgets-lessons/9.6_boosting.ipynb", 1200, 680) as notebook:
        page = places.lab.page
        notebook.run_cell(1)
        notebook.wait_idle()
        places.lab.execute("filebrowser:activate")
        places.lab.execute("filebrowser:go-to-path", path="fewidgets-lessons")
        page.wait_for_timeout(1500)
        return page.screenshot()


def presented(places: Places) -> bytes:
    w = LambdaSlider(load_boston(), reduction="sum", lam=40.0, present=True)
    return places.saved(w.to_html(places.root / "presented.html"), 1280, 720).screenshot()


def shared(places: Places) -> bytes:
    made = "from fewidgets import LambdaSlider\nfrom fewidgets.data import load_boston\n"
    with places.output("shared", f'{made}LambdaSlider(load_boston(), reduction="sum", lam=40.0).share()') as shown:
        return shown.screenshot()


def prediction(places: Places) -> bytes:
    with places.output("prediction", 'import fewidgets\n\nfewidgets.predict("9.6 first feature")') as shown:
        shown.get_by_role("radio", name="RM").check()
        return shown.screenshot()


def committed(places: Places) -> bytes:
    with places.output("committed", 'import fewidgets\n\nfewidgets.predict("9.6 first feature")') as shown:
        shown.get_by_role("radio", name="RM").check()
        shown.get_by_role("button", name="Commit").click()
        places.lab.page.wait_for_timeout(1500)
        return shown.screenshot()


def class_view(places: Places) -> bytes:
    folder = places.root / "answers"
    folder.mkdir()
    (folder / "chat.txt").write_text("\n".join(code(FIRST, answer) for answer in ANSWERS), encoding="utf-8")
    with places.output("class_view", 'from fewidgets import ClassView\n\nClassView("answers", reveal=True)', 900) as shown:
        return shown.screenshot()


def pasted(places: Places) -> bytes:
    page = places.saved(class_page(places.root / "class.html", ["9.6"]), 900, 800)
    page.get_by_label("Paste codes here, one or many").fill("\n".join(code(FIRST, answer) for answer in ANSWERS))
    page.wait_for_timeout(500)
    return page.screenshot()


def scores(places: Places) -> bytes:
    folder = places.root / "records"
    folder.mkdir()
    for number, error in enumerate(ERRORS):
        line = json.dumps({"name": "capstone", "outcome": "score", "error": error})
        (folder / f"{number}.predictions.jsonl").write_text(line + "\n", encoding="utf-8")
    with places.output("scores", 'from fewidgets import ClassView\n\nClassView("records")', 900) as shown:
        return shown.screenshot()


def own_data(places: Places) -> bytes:
    table = load_diabetes(as_frame=True)
    w = LambdaSlider(table.data, table.target, lam=0.1)
    return places.saved(w.to_html(places.root / "diabetes.html"), 1000, 690).screenshot()


def student_notebook(places: Places) -> bytes:
    released = places.root / "ml2026/release/boosting/diallo/boosting.ipynb"
    (places.root / "boosting.ipynb").write_bytes(released.read_bytes())
    with places.notebook("boosting.ipynb", 1000, 620):
        places.lab.page.evaluate("window.panels['boosting.ipynb'].content.widgets[2].node.scrollIntoView()")
        places.lab.page.wait_for_timeout(1000)
        return places.lab.page.screenshot()


def grades(places: Places) -> bytes:
    columns = ["name", "submitted", "total", "of", "q1", "q1 outcome", "q2", "q2 outcome", "needs a look"]
    return places.table("grades.csv", columns)


def report(places: Places) -> bytes:
    page = places.saved(places.graded / "reports" / "ortega.html", 860, 900)
    page.get_by_text("Your answer").first.click()
    return page.screenshot()


def misconceptions(places: Places) -> bytes:
    return places.saved(places.graded / "misconceptions.html", 860, 820).screenshot()


def alike(places: Places) -> bytes:
    return places.saved(places.graded / "alike.html", 860, 620).screenshot()


PICTURES: dict[str, Callable[[Places], bytes]] = {
    made.__name__: made
    for made in (
        lessons, presented, shared, prediction, committed, class_view, pasted, scores, own_data,
        student_notebook, grades, report, misconceptions, alike,
    )
}  # fmt: skip


def take(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter_server(Path(folder)) as (address, root),
        sync_playwright() as started,
    ):
        deliver(root / "fewidgets-lessons")
        graded_course(root)
        browser = started.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
        sharp = {"device_scale_factor": SCALE}
        places = Places(Lab(browser, address, root, **sharp), browser.new_page(**sharp))
        IMAGES.mkdir(exist_ok=True)
        for name in names or PICTURES:
            save(PICTURES[name](places), IMAGES / f"{name}.png")
            print(name)


def graded_course(root: Path) -> None:
    """Release a set, hand in what the class answers, collect and grade it."""
    folder = root / "ml2026"
    with contextlib.redirect_stdout(io.StringIO()):
        run("new", folder, "--from", ROOT / "notebooks/exercises/graded", "--set", "boosting")
        (folder / "students.csv").write_text(students_csv(), encoding="utf-8")
        (folder / "secret.txt").write_text("0123456789abcdef0123456789abcdef")
        (root / "Grades.csv").write_text(worksheet(), encoding="utf-8")
        run("release", folder, "--set", "boosting", "--worksheet", root / "Grades.csv")
        (root / "submissions.zip").write_bytes(moodle_downloads(folder))
        run("collect", folder, root / "submissions.zip")
        run("grade", folder)


def run(*words: object) -> None:
    if main(["exercises", *map(str, words)]):
        raise SystemExit(f"fewidgets exercises {' '.join(map(str, words))} failed")


def save(png: bytes, path: Path) -> None:
    """Write a picture with few colours, without empty edges, in a thin frame."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image = ImageOps.expand(image.crop(ImageOps.invert(image).getbbox()), MARGIN, "white")
    image = ImageOps.expand(image, 2, FRAME).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    image.save(path, optimize=True)


if __name__ == "__main__":
    take(sys.argv[1:])
