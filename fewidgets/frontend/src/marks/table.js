// A table that fills its panel, optionally with styled cells, and with cells that can be switched. If it is too large for the
// panel, it scrolls there, with its headings and its first column in place.

import { decodeArray } from "../arrays.js";
import { compile } from "../frames.js";
import { fitAll } from "../lettering.js";
import { formatNumber } from "../numbers.js";
import { lineOf } from "../palette.js";
import { KEEPS_KEYS, html, on, set, setText } from "../svg.js";

const MANUAL = "Table: click a cell, or press arrow keys and Enter.";
const HEADING = 120; // most pixels for the text of a heading
const NAMES = 0.42; // most of the width for the first column, if it has texts
const LINE = 26; // pixels of a row
const NUMBER = /^\W?[\d.,]+(×10\W+)?( ?%)?$/; // a cell with a number, written out
const ROWS = 12; // a table with more rows than this may be cut to the height of its panel

/** What a cell that is a switch means: its style's label, and whether it is switched on unless the label says so. */
export const meant = (label, on, control) => (label ? label + (on && !label.includes(control.on) ? `, ${control.on}` : "") : on ? control.on : control.off);

export function table(mark, panel) {
  const { view } = panel;
  const body = html("tbody");
  const heading = html("tr");
  const grid = html("table.table", html("thead", heading), body);
  const node = html("div.scroller", KEEPS_KEYS, grid);
  let [wide, high] = [0, 0];
  let columns;
  let rows, style, painted;
  const name = mark.cells?.control;
  const switches = () => [...body.querySelectorAll("[role=gridcell]")];

  /** The headings, shortened in their middle. */
  const heads = () => {
    const shown = fitAll(mark.columns, HEADING, 13);
    return mark.columns.map((column, i) => {
      const whole = view.whole(column);
      return html("th", { scope: "col", ...(whole === shown[i] ? {} : { title: whole, "aria-label": whole }) }, shown[i]);
    });
  };
  /** Bound the height, and let the keyboard reach a table that scrolls and has no cells to reach. */
  const fit = () => {
    const most = mark.most ?? body.rows.length;
    const max = high && most > ROWS ? `${Math.max(high, 200)}px` : "";
    if (node.style.maxHeight !== max) node.style.maxHeight = max;
    node.style.minHeight = mark.most ? max : "";
    const scrolls = !name && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
    set(node, scrolls ? { tabindex: 0, role: "group", "aria-label": panel.title } : { tabindex: false, role: false, "aria-label": false });
  };
  const adopt = (next) => {
    mark = next;
    painted = [];
    rows = compile(mark.rows);
    style = mark.style === undefined ? undefined : compile(mark.style);
    if (columns?.join() !== mark.columns.join()) heading.replaceChildren(...heads());
    columns = mark.columns;
    set(grid, { "aria-label": panel.title, role: name ? "grid" : undefined, "data-control": name, "data-manual": name && MANUAL });
    node.style.setProperty("--fw-rows", mark.most <= ROWS ? mark.most : -1); // the room for the most rows of all states
  };
  adopt(mark);

  const flip = (cell) => {
    const i = switches().indexOf(cell);
    if (i < 0 || view.disabled(name)) return;
    const { shape, data } = decodeArray(view.get(name));
    view.set({ [name]: { dtype: "uint8", shape, data: data.map((on, k) => (k === i ? 1 - on : on)) } });
  };
  if (name) {
    panel.roving(body, switches, flip, view.control(name).columns);
    on(body, "click", ({ target }) => flip(target.closest("[role=gridcell]")));
  }

  return {
    node,
    adopt,
    least: () => (mark.most <= ROWS ? (mark.most + 1) * LINE : 0),
    layout(width, height) {
      if (wide !== width) painted = [];
      [wide, high] = [width, height];
      node.style.setProperty("--fw-high", `${high}px`);
      fit();
    },
    update(shot) {
      const shown = rows.at(shot);
      const meaning = style?.at(shot);
      const width = mark.columns.length;
      const control = name && view.control(name);
      const off = name && view.disabled(name);
      const now = [shown, meaning, shot.state[name], off];
      if (now.every((part, i) => part === painted[i])) return;
      painted = now;
      const marked = name && decodeArray(shot.state[name]).data;
      const first = name ? width - control.columns : width;
      while (body.rows.length > shown.length) body.lastChild.remove();
      const names = shown.every(([cell]) => typeof cell === "string") && fitAll(shown.map(([cell]) => cell), Math.max(HEADING, NAMES * wide), 13);
      const numeric = mark.columns.map((_, c) => shown.some((cells) => cells[c]) && shown.every((cells) => !cells[c] || !isNaN(cells[c]) || NUMBER.test(cells[c])));
      [...heading.cells].forEach((head, c) => set(head, { "data-number": numeric[c] && "" }));
      shown.forEach((cells, r) => {
        const row = body.rows[r] ?? body.insertRow();
        while (row.cells.length > width) row.lastChild.remove();
        cells.forEach((cell, c) => {
          const at = row.cells[c] ?? row.insertCell();
          const sort = meaning?.[r * width + c];
          const { look, glyph, label } = mark.styles[sort] ?? {};
          const text = c === 0 && names ? names[r] : typeof cell === "number" ? formatNumber(cell, mark.digits, Number.isInteger(cell)) : String(cell ?? "–");
          setText(at, glyph ? `${glyph} ${text}` : text);
          set(at, { class: look ? `fw-${look}` : undefined, style: look ? lineOf(mark.styles, sort) : undefined, title: label || (c === 0 && names && text !== cell ? view.whole(cell) : undefined), "data-label": label || undefined, "data-number": numeric[c] && "" });
          if (!name || c < first || r >= control.rows) return;
          const i = r * control.columns + c - first;
          set(at, {
            role: "gridcell", tabindex: at.tabIndex === 0 && at.hasAttribute("tabindex") ? 0 : i ? -1 : 0,
            "aria-label": `${first ? `${cells[0]}, ` : `row ${r}, `}${view.whole(mark.columns[c])}: ${text}, ${meant(label, marked[i], control)}`,
            "aria-selected": String(Boolean(marked[i])), "aria-disabled": off && "true",
          });
        });
      });
      fit();
    },
  };
}
