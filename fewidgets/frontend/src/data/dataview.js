// The data of a panel in words and in a table: a sentence that describes the panel, and a table. Screen readers always find both;
// everybody else shows the table in place of the picture.

import { html, on, set, setText } from "../svg.js";
import { reader } from "./read.js";
import { about, summarize } from "./summarize.js";
import { joined, tablesOf, written } from "./tabulate.js";

const [ROWS, CELLS] = [200, 12_000]; // most rows, and about how many cells, of a table on screen
const HEARD = 300; // about how many cells of a table are there for screen readers while the picture is shown
const MANUAL = "Panel: point at a mark for its values; ▦ shows all numbers as a table.";
const QUICK = 1500; // cells that follow a control at once; larger tables follow when the hand rests

let panels = 0;

/** Whether a channel of a mark has numbers that a page has rounded (fewidgets/scene/page/book.py). */
const isRounded = (channel) => Boolean(channel?.rounded || (channel?.frames && isRounded(channel.frames)) || (channel?.of && isRounded(channel.of)));

function tableNode({ title, head, rows, stubs }, most, where) {
  const limit = Math.min(ROWS, Math.max(3, Math.floor(most / head.length)));
  const more = rows.length > limit ? ` The first ${limit} of ${rows.length} rows. ${where} has all.` : "";
  const cells = (row) => row.map((value, c) => (c < stubs ? html("th", { scope: "row" }, written(value)) : html("td", written(value))));
  return html("table",
    html("caption", `${title}${title && more ? "." : ""}${more}`.trim()),
    html("thead", html("tr", ...head.map((heading) => html("th", { scope: "col" }, heading)))),
    html("tbody", ...rows.slice(0, limit).map((row) => html("tr", ...cells(row)))),
  );
}

/** The words and the table of a panel. */
export function dataView(panel) {
  const { figure, root, view } = panel;
  const sentence = html("p.spoken", { id: `fw-shape-${++panels}` });
  const button = html("button.as-table", { title: "Show as table", "data-manual": MANUAL }, "▦");
  const box = html("div.data", { role: "group" });
  let shown = false;
  let spec, read, seen, shot, painted;

  const parts = () => (seen ??= panel.nothing() ? [] : read(shot));
  const tables = () => {
    const found = tablesOf(spec, parts(), [panel.x?.kind, panel.y?.kind]);
    const rounded = spec.marks.some((mark) => Object.values(mark).some(isRounded));
    return rounded ? found.map((table) => ({ ...table, title: joined([table.title, "curves rounded as in the picture"], "; ") })) : found;
  };
  const words = () => panel.nothing() || summarize(spec, parts());
  const paint = (all) => {
    const now = JSON.stringify([shown, all]);
    if (now === painted) return; // whoever reads a table keeps the place
    painted = now;
    const [most, where] = shown ? [CELLS, "“Copy data” in the menu"] : [HEARD, "The button “Show as table”"];
    box.replaceChildren(...(shown ? [html("p", { "aria-hidden": "true" }, words())] : []), ...all.map((table) => tableNode(table, most, where)));
  };

  const data = {
    parts, tables,
    shown: () => shown,
    /** Show the table in place of the picture, or the picture again. */
    show(wanted) {
      if (!root) return; // a table or a text is shown as such
      shown = wanted;
      set(button, { "aria-pressed": String(wanted) });
      set(box, { tabindex: wanted && 0 });
      figure.classList.toggle("fw-tabled", wanted);
      paint(tables());
    },
    update(now) {
      shot = now;
      seen = undefined;
      const old = spec;
      spec = panel.spec; // a new one in each state, if a label of an axis follows a control
      if (old?.marks !== spec.marks) read = reader(spec, view, panel.told);
      if (old?.title !== spec.title) {
        set(button, { "aria-label": `Show as table: ${spec.title}` });
        set(box, { "aria-label": `Data: ${spec.title}` });
      }
      if (!shown) return;
      const all = tables();
      if (all.reduce((sum, { head, rows }) => sum + head.length * rows.length, 0) < QUICK) paint(all);
    },
    rest() {
      setText(sentence, words());
      const images = parts().filter((_, i) => spec.marks[i].kind === "image");
      figure.querySelectorAll("canvas.fw-image:not(.fw-board)").forEach((canvas, i) => set(canvas, { "aria-label": about(images[i], spec).join(", ") || "empty" }));
      if (root) paint(tables());
    },
  };
  on(button, "click", () => data.show(!shown));
  set(figure, { "aria-describedby": sentence.id });
  figure.append(sentence);
  if (root) {
    set(button, { "aria-pressed": "false" });
    figure.firstChild.append(button);
    figure.append(box);
  }
  return data;
}
