"""Every control that computes, moved as a person moves it in JupyterLab, and what Python and the picture make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import listen, wait_until
from tests.browser.view import View, box_of, drag, numbers_told

pytestmark = pytest.mark.browser
SOURCE = Path(__file__).with_name("workbench.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("compute.ipynb", SOURCE + "\nw = Workbench()\nw", "w")


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    notebook.page.set_viewport_size({"width": 1200, "height": 1000})
    notebook.execute("""w.move(start=(1.5, 1.0), words="the cats sat", step_length=0.1, count=5, kind="bowl", steep=False,
        drawn=np.zeros((8, 8)), gone=np.zeros((4, 2), bool), order=("red", "green", "blue"), step=0, block=(0, 0), stage="raw",
        documents=("one two", "two three"))""")
    expect(shown.root.locator("textarea[data-control=words]")).to_have_value("the cats sat")
    return shown


@pytest.fixture(autouse=True)
def no_errors(notebook, view):
    yield
    assert notebook.lab.errors == []


def part(view, name):
    """Give a control's own node: the input, the handle, the canvas, the table."""
    return view.root.locator(f"[data-control={name}]").first


def descent(view):
    """Where the steps of the descent lie on screen."""
    return view.root.locator(".fw-path path").evaluate_all("nodes => nodes.map(node => node.getAttribute('d')).join(' ')")


#: What the picture is made of. The tables for screen readers are written anew whenever the data change.
BUILT = "svg, table.fw-table, textarea, input"


def seconds(view):
    """The panels' nodes, marked: those that are still there after an answer were not built anew."""
    return view.root.evaluate("(root, built) => [...root.querySelectorAll(built)].filter(node => node.mark).length", BUILT)


def test_every_control_has_a_name(view):
    for control in view.root.locator("input, select, button, textarea, [tabindex]").all():
        if control.is_visible():
            expect(control).not_to_have_accessible_name("")


def test_a_point_is_dragged_and_the_picture_follows(notebook, view):
    view.root.evaluate("(root, built) => root.querySelectorAll(built).forEach(node => { node.mark = true; })", BUILT)
    marked, before = seconds(view), descent(view)
    handle = part(view, "start")
    box = box_of(handle.locator("circle").last)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = notebook.page.mouse
    mouse.move(x + 2, y)
    mouse.down()
    for k in range(10):
        mouse.move(x + 2 - 10 * k, y + 5 * k)
    wait_until(lambda: descent(view) != before, "the descent follows while the mouse is down", view.page)
    mouse.up()
    told = numbers_told(handle)
    notebook.wait_value("[round(v, 2) for v in w.start]", [round(v, 2) for v in told])
    assert told[0] < 1.2
    assert told[1] < 0.9
    now = box_of(handle.locator("circle").last)
    assert now["x"] == pytest.approx(box["x"] - 90, abs=2), "it stays under the pointer"
    wait_until(lambda: view.caption == notebook.value("w.caption"), "the kernel's caption", view.page)
    assert seconds(view) == marked, "nothing was built anew"


def test_a_point_does_not_leave_its_bounds_and_goes_by_keys(notebook, view):
    notebook.command_mode(0)
    handle = part(view, "start")
    handle.focus()
    for key in ["ArrowRight", "ArrowUp", "Shift+ArrowLeft", "ArrowDown"]:
        notebook.page.keyboard.press(key)
    wait_until(lambda: notebook.value("w.start[0]") < 1.4, "to the left in large steps", view.page)
    expect(handle).to_be_focused()
    for _ in range(30):
        notebook.page.keyboard.press("Shift+ArrowLeft")
    notebook.wait_value("w.start[0]", -2.0)
    expect(handle).to_have_attribute("aria-valuetext", re.compile("^x −2.00, y "))
    assert notebook.active_cell == 0
    assert notebook.cell_count == 2


def test_numbers_slide_and_are_typed(notebook, view):
    slider, field = view.control("step_length"), view.root.get_by_label("Step length, typed")
    slider.press("PageUp")
    notebook.wait_value("round(w.step_length, 3)", 0.251)
    expect(field).to_have_value("0.251")
    field.fill("2,5")
    field.press("Enter")
    notebook.wait_value("w.step_length", 2.5)
    field.fill("1e9")
    field.press("Enter")
    expect(view.part("message")).to_contain_text("step_length must be a number from 0.001 to 10; got 1000000000")
    field.fill("much")
    field.press("Enter")
    expect(view.part("message")).to_contain_text("must be a number from 0.001 to 10; got “much”")
    slider.press("Home")
    expect(view.part("message")).to_be_empty()
    notebook.wait_value("w.step_length", 0.001)
    whole = view.control("count")
    whole.press("ArrowRight")
    notebook.wait_value("w.count", 6)
    expect(view.root.get_by_label("Steps, typed")).to_have_value("6")
    assert view.control("step").get_attribute("max") == "6", "the stepper has a step more"


def test_choice_toggle_and_button(notebook, view):
    before = view.picture
    view.root.get_by_label("valley").check()
    notebook.wait_value("w.kind", "valley")
    before = view.wait_picture(before)
    view.root.get_by_label("Steep").check()
    notebook.wait_value("w.steep", True)
    pressed = notebook.value("w.fresh")
    view.button("Draw new data").click()
    notebook.wait_value("w.fresh", pressed + 1)
    view.wait_picture(before)


def test_what_is_typed_is_seen_while_one_types(notebook, view):
    field, text = part(view, "words"), view.panels.filter(has_text="stop word").locator(".fw-tokens")
    field.fill("")
    expect(view.part("message")).to_have_text("words is empty; wanted at least one word")
    expect(text).to_contain_text("cats")  # the last good picture
    field.press_sequentially("on the mats")
    expect(text).to_have_text("on the mats ")
    expect(view.part("message")).to_be_empty()
    expect(field).to_be_focused()
    expect(field).to_have_value("on the mats")
    expect(text.locator(".fw-struck")).to_have_count(2)
    notebook.wait_value("w.words", "on the mats")
    lines = part(view, "documents")
    lines.fill("a b\n\n  c   d \ne")
    notebook.wait_value("list(w.documents)", ["a b", "c d", "e"])
    expect(lines).to_have_value("a b\n\n  c   d \ne")  # nobody tidies up under the writer's hands


def test_faults_are_told_and_the_last_good_picture_stays(notebook, view):
    field, message, before = part(view, "words"), view.part("message"), view.at_rest()
    expect(message).to_have_attribute("role", "alert")
    field.fill("zero")
    expect(message).to_contain_text("could not be computed (ZeroDivisionError: a fault of ours)")
    field.fill("upset")
    expect(message).to_have_text("words is upset; wanted calm words")
    expect(field).to_have_accessible_description("words is upset; wanted calm words")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(part(view, "documents")).not_to_have_attribute("aria-invalid", "true")
    assert view.picture == before
    field.fill("x" * 3000)
    expect(message).to_have_text("Words must have at most 2,000 characters; got 3,000.")
    expect(field).to_have_value("upset")
    assert notebook.value("w.words") == "the cats sat", "the kernel lives, and has the last good text"
    field.fill("calm")
    expect(message).to_be_empty()
    expect(field).to_have_accessible_description("")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    notebook.wait_value("w.words", "calm")


def test_a_shape_is_drawn_rubbed_out_and_cleared(notebook, view):
    board = part(view, "drawn")
    box = box_of(board)
    mouse, cell = notebook.page.mouse, box["width"] / 8
    mouse.move(box["x"] + 1.5 * cell, box["y"] + 1.5 * cell)
    mouse.down()
    mouse.move(box["x"] + 6.5 * cell, box["y"] + 6.5 * cell, steps=8)
    mouse.up()
    notebook.wait_value("[int(w.drawn[k, k]) for k in range(1, 7)]", [255] * 6)
    assert notebook.value("int(w.drawn[1, 6])") == 0
    view.button("Eraser").click()
    expect(view.button("Eraser")).to_have_attribute("aria-pressed", "true")
    mouse.click(box["x"] + 4 * cell, box["y"] + 4 * cell)
    notebook.wait_value("int(w.drawn[3, 3])", 0)
    view.button("Eraser").click()
    view.button("Clear").click()
    notebook.wait_value("int(w.drawn.sum())", 0)

    board.focus()
    for key in ["ArrowRight", "ArrowDown", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight"]:
        notebook.page.keyboard.press(key)
    expect(board).to_have_accessible_name("Drawing: row 2, column 3, 255")
    notebook.wait_value("[int(v) for v in w.drawn[2, 1:4]]", [255] * 3)
    notebook.page.keyboard.press("Delete")
    notebook.wait_value("int(w.drawn.sum())", 0)


def test_a_block_is_picked_by_mouse_and_by_keys_without_the_kernel(notebook, view):
    notebook.execute("w.drawn = np.arange(64).reshape(8, 8)")
    grid, lens = part(view, "block"), view.panels.filter(has_text="Lens").locator("text")
    expect(lens.first).to_have_text("0")
    notebook.lab.forget()
    box = box_of(grid.locator(".fw-hit"))
    notebook.page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"])
    expect(lens).to_have_text(["20", "21", "28", "29"])
    grid.press("ArrowDown")
    grid.press("ArrowLeft")
    expect(lens).to_have_text(["34", "35", "42", "43"])
    expect(grid).to_have_attribute("aria-valuetext", "block 9, mean 38")
    assert notebook.lab.comm_messages() == 0
    notebook.wait_value("list(w.block)", [2, 1])


def test_values_are_taken_away_by_hand(notebook, view):
    cells = view.root.locator("[role=gridcell]")
    expect(cells).to_have_count(8)
    cells.nth(3).click()
    notebook.wait_value("w.gone.astype(int).tolist()", [[0, 0], [0, 1], [0, 0], [0, 0]])
    expect(cells.nth(3)).to_have_accessible_name("bo, height: 1.60, removed")
    expect(cells.nth(3)).to_have_class("fw-struck")
    cells.nth(0).focus()
    for key in ["ArrowDown", "ArrowDown", "Space"]:
        notebook.page.keyboard.press(key)
    notebook.wait_value("bool(w.gone[2, 0])", True)
    expect(cells.nth(4)).to_be_focused()
    notebook.page.keyboard.press("Enter")
    notebook.wait_value("bool(w.gone[2, 0])", False)


def test_items_are_put_in_another_order(notebook, view):
    later = view.button("Move red later")
    later.press("Enter")
    notebook.wait_value("list(w.order)", ["green", "red", "blue"])
    expect(later).to_be_focused()
    later.press("Enter")
    notebook.wait_value("list(w.order)", ["green", "blue", "red"])
    expect(later).to_be_disabled()
    expect(view.root.locator("ol li")).to_have_text([re.compile(name) for name in ("green", "blue", "red")])


def test_a_file_is_handed_over(notebook, view):
    chooser = part(view, "upload")
    chooser.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    notebook.wait_value("w.upload and w.upload.data.decode()", "hello")
    expect(view.root.get_by_text("a.txt: 5 bytes")).to_be_visible()
    chosen = view.root.locator(".fw-file").get_by_role("status")
    expect(chosen).to_have_text("a.txt")
    expect(chosen).to_have_accessible_name("")
    chooser.set_input_files({"name": "b.txt", "mimeType": "text/plain", "buffer": b"x" * 2_500})
    expect(view.part("message")).to_have_text("b.txt must have at most 0.002 MB; it has 0.0025 MB.")
    assert notebook.value("w.upload.name") == "a.txt"
    view.button("Draw new data").click()
    expect(view.part("message")).to_be_empty()


def test_a_sound_is_played_and_stopped(view):
    expect(view.button("Play a tone")).to_have_attribute("aria-pressed", "false")
    view.button("Play a tone").click()
    expect(view.button("Stop a tone")).to_have_attribute("aria-pressed", "true")
    view.button("Stop a tone").click()
    view.button("Play a tone").click()
    expect(view.button("Stop a tone")).to_be_visible()
    expect(view.button("Play a tone")).to_be_visible()  # it ends by itself


def test_a_picture_moves_over_from_stage_to_stage(notebook, view):
    notebook.page.emulate_media(reduced_motion="no-preference")
    line = view.panels.filter(has_text="Stages").locator(".fw-stroke")
    seen = set()
    view.root.evaluate(
        """root => {
        window.shapes = [];
        const line = [...root.querySelectorAll('figure[aria-label=Stages] .fw-stroke')][0];
        new MutationObserver(() => window.shapes.push(line.getAttribute('d'))).observe(line, {attributes: true});
    }"""
    )
    view.root.get_by_label("scaled").check()
    notebook.wait_value("w.stage", "scaled")
    moved = [notebook.page.evaluate("() => window.shapes.length")]
    while len(moved) < 3 or moved[-1] != moved[-3]:
        view.page.wait_for_timeout(250)
        moved.append(view.page.evaluate("() => window.shapes.length"))
    seen = moved[-1]
    assert seen > 3, "frames between the two"
    rest = line.get_attribute("d")
    notebook.page.emulate_media(reduced_motion="reduce")
    view.root.get_by_role("radio", name="raw", exact=True).check()
    assert line.get_attribute("d") != rest
    view.page.wait_for_timeout(100)
    assert view.page.evaluate("() => window.shapes.length") == seen + 1, "at once"
    notebook.page.emulate_media(reduced_motion="no-preference")


#: The kernel computes until the test lets it go. Holding a cell would not do: JupyterLab asks in a thread beside the cells'.
HELD = """import os, time

at_once, release = Workbench.trace_of, {path!r}

def held(self, data, values):
    open(release + " is awaited", "w").close()
    while not os.path.exists(release):
        time.sleep(0.05)
    return at_once(self, data, values)

w.step_length = 0.17  # so that nothing is known from before
Workbench.trace_of = held"""


def test_the_newest_wish_is_met_last_and_nothing_queues_up(notebook, view, tmp_path):
    def quiet():
        """Whether what a test before this one left unsaved has been saved."""
        notebook.lab.forget()
        view.page.wait_for_timeout(400)
        return notebook.lab.comm_messages() == 0

    release = tmp_path / "release"
    notebook.execute(HELD.format(path=str(release)))
    wait_until(quiet, "nothing is left to be saved", view.page)
    try:
        view.control("count").evaluate(
            "node => { for (let k = 0; k < 9; k++)"
            " node.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true})); }"
        )
        wait_until(lambda: release.with_name("release is awaited").exists(), "the kernel computes", view.page)
        view.page.wait_for_timeout(300)
        assert notebook.lab.comm_messages() == 1, "while the kernel computes one question is on its way"
    finally:
        release.touch()
        notebook.execute("Workbench.trace_of = at_once")
    expect(view.root.get_by_label("Steps, typed")).to_have_value("14")
    notebook.wait_value("w.count", 14)
    assert notebook.lab.comm_messages() == 2
    expect(view.root.get_by_label("Steps, typed")).to_have_value("14")


def test_two_views_show_the_same(notebook, view):
    other = View(notebook.run_cell(1))
    part(view, "start").press("Shift+ArrowLeft")
    wait_until(lambda: notebook.value("w.start[0]") < 1.4, "Python hears of it", view.page)
    wait_until(lambda: descent(other) == descent(view), "the other view follows", view.page)
    part(other, "words").fill("cats")
    expect(part(view, "words")).to_have_value("cats")
    notebook.execute("w.words = 'on'")
    expect(part(other, "words")).to_have_value("on")

    moves = {
        "a step": lambda: view.control("step").press("ArrowRight"),
        "a drag": lambda: drag(part(other, "start").locator("circle").last, 60, 30),
        "a block": lambda: part(other, "block").press("ArrowRight"),
        "a choice": lambda: view.root.get_by_label("centred").check(force=True),
        "a computed choice": lambda: other.root.get_by_label("valley").check(force=True),
        "a switch": lambda: view.root.get_by_label("Steep").check(),
        "a typed number": lambda: (field := other.root.get_by_label("Steps, typed"), field.fill("7"), field.press("Enter")),
        "a slider": lambda: view.control("step_length").press("PageUp"),
        "a cell": lambda: view.root.locator("[role=gridcell]").first.click(),
    }
    for what, move in moves.items():
        before = view.shown
        move()
        wait_until(lambda: view.shown == other.shown != before, f"{what} is in both views", view.page)  # noqa: B023
    part(other, "drawn").press("Space")  # only the view with the focus shows the cursor
    ink = view.root.locator(".fw-readouts dd").nth(1)
    expect(ink).not_to_have_text("0")
    expect(other.root.locator(".fw-readouts dd").nth(1)).to_have_text(ink.inner_text())


def test_python_moves_what_computes(notebook, view):
    before = descent(view)
    notebook.execute("w.move(start=(-1, -1), kind='valley')")
    wait_until(lambda: descent(view) != before, "the picture follows", view.page)
    expect(part(view, "start")).to_have_attribute("aria-valuetext", "x −1.00, y −1.00")
    expect(view.part("progress")).to_be_hidden()
    expect(view.root.get_by_label("valley")).to_be_checked()


@pytest.mark.parametrize("width", [700, 1200])
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_looks(notebook, view, width, theme):
    notebook.lab.theme(f"JupyterLab {theme}")
    notebook.page.set_viewport_size({"width": width, "height": 2400})
    notebook.execute("w.step = 5; w.drawn = np.arange(64).reshape(8, 8) * 4; w.gone = np.eye(4, 2, dtype=bool)")
    view.page.wait_for_timeout(500)
    view.keep(f"Workbench-{theme.lower()}-{width}")
    wait_until(lambda: view.root.evaluate("root => root.scrollWidth <= root.clientWidth + 1"), "it fits", view.page)
    notebook.lab.theme("JupyterLab Light")


def test_a_saved_page_without_answers_shows_it_greyed(notebook, view, tmp_path):
    path = tmp_path / "page.html"
    notebook.execute(f"w.to_html({str(path)!r}, answers=False)")
    context = notebook.lab.browser.new_context(viewport={"width": 1200, "height": 900})
    page, errors = context.new_page(), []
    listen(page, errors)
    page.goto(path.as_uri())
    saved = View(page.locator("body"))
    expect(saved.part("offline")).to_contain_text("This page works without Python")
    for name in ("step_length", "words", "upload", "fresh"):
        expect(part(saved, name)).to_be_disabled()
    expect(saved.button("Eraser")).to_be_disabled()
    handle, before = part(saved, "start"), saved.at_rest()
    expect(handle).to_have_attribute("aria-disabled", "true")
    handle.press("ArrowLeft")
    saved.root.locator("[role=gridcell]").first.click(force=True)
    part(saved, "drawn").click(force=True)
    assert saved.picture == before
    part(saved, "block").press("ArrowRight")  # what needs no kernel moves
    expect(part(saved, "block")).to_have_attribute("aria-valuetext", "block 1, mean 0")
    saved.button("Play a tone").click()
    expect(saved.button("Stop a tone")).to_be_visible()
    assert errors == []
    context.close()


def test_when_the_kernel_is_gone_its_controls_are_greyed_with_the_reason(notebook, view):
    notebook.restart()
    expect(view.part("offline")).to_have_text(
        "No kernel is running, so you cannot use the greyed-out controls. In a notebook, run the cell again."
    )
    expect(view.button("Draw new data")).to_be_disabled()
    expect(part(view, "start")).to_have_attribute("aria-disabled", "true")
    before = view.at_rest()
    part(view, "start").press("ArrowLeft")
    assert view.picture == before
    part(view, "block").press("ArrowDown")
    expect(part(view, "block")).to_have_attribute("aria-valuetext", re.compile("^block 4"))
    again = View(notebook.run_cell(0))
    expect(again.part("offline")).to_be_empty()
    expect(again.button("Draw new data")).to_be_enabled()
