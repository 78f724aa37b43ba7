"""A student opens each delivered lesson, reads it from top to bottom, and has run nothing: no answer stands on the page."""

import pytest

from fewidgets.lessons.copies import deliver
from tests.lessons.given_away import given_away
from tests.lessons.lesson import NAMES, Cell, Lesson, lesson

pytestmark = pytest.mark.browser

# A cell that is far from the window is not in the page, so each is scrolled to and read. Folded answers are not read.
READ = """async path => {
    const panel = await window.jupyterapp.commands.execute('docmanager:open', {
        path, factory: 'Notebook', kernelPreference: {shouldStart: false, canStart: false},
    });
    await panel.revealed;
    await panel.context.ready;
    const {content} = panel;
    const read = [];
    for (let index = 0; index < content.widgets.length; index += 1) {
        const cell = content.widgets[index];
        await content.scrollToItem(index, 'smart');
        await cell.ready;
        const shown = () => {
            const place = cell.model.type === 'markdown' ? '.jp-RenderedMarkdown' : '.cm-content';
            const text = cell.node.querySelector(place)?.cloneNode(true);
            text?.querySelectorAll('details').forEach(folded => folded.remove());
            return text && (text.textContent.trim() || 'all of it is folded');
        };
        for (let wait = 0; !shown() && wait < 100; wait += 1) await new Promise(resolve => setTimeout(resolve, 10));
        read.push({
            kind: cell.model.type,
            text: shown() ?? '',
            outputs: cell.node.querySelectorAll('.jp-OutputArea-output').length,
            printed: cell.node.querySelector('.jp-Cell-outputArea')?.textContent ?? '',
            count: cell.node.querySelector('.jp-InputPrompt')?.textContent ?? '',
        });
    }
    const kernel = panel.sessionContext.session?.kernel ?? null;
    panel.dispose();
    return {read, kernel: kernel && kernel.name};
}"""


@pytest.fixture(scope="module")
def delivered(lab):
    deliver(lab.root / "lessons")
    return lab


@pytest.mark.parametrize("name", NAMES[1::5])  # tests/lessons reads the sources of all, and finds no output in any copy
def test_a_student_who_has_run_nothing_finds_no_answer_above_a_prediction(delivered, name):
    page = delivered.page.evaluate(READ, f"lessons/{name}.ipynb")
    read, stored = page["read"], lesson(name).cells
    assert page["kernel"] is None
    assert [cell["kind"] for cell in read] == [cell.kind for cell in stored]
    assert all(cell["text"] for cell in read), "every cell was there to be read"
    assert not any(cell["outputs"] or cell["printed"].strip() for cell in read)
    assert {cell["count"] for cell in read if cell["kind"] == "code"} == {"[ ]:"}
    cells = [
        Cell(
            own.number,
            own.kind if own.asks else "markdown",
            own.source if own.asks else f"{own.source}\n{seen['text']}",
            "",
            "",
            (),
        )
        for own, seen in zip(stored, read, strict=True)
    ]
    assert not list(given_away(Lesson(name, tuple(cells))))
