// A table that fills its panel, optionally with styled cells, and with cells that can be switched.

import { decodeArray } from "../arrays.js";
import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { lineOf } from "../palette.js";
import { KEEPS_KEYS, html, on, set, setText } from "../svg.js";

export function table(mark, panel) {
  const { view } = panel;
  const body = html("tbody");
  const heading = html("tr");
  const node = html("table.table", html("thead", heading), body);
  let rows, style, painted;
  const name = mark.cells?.control;
  const switches = () => [...body.querySelectorAll("[role=gridcell]")];

  const adopt = (next) => {
    mark = next;
    painted = [];
    rows = compile(mark.rows);
    style = mark.style === undefined ? undefined : compile(mark.style);
    if (heading.textContent !== mark.columns.join("")) heading.replaceChildren(...mark.columns.map((column) => html("th", { scope: "col" }, column)));
    set(node, { "aria-label": panel.title, role: name ? "grid" : undefined, "data-control": name });
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
      shown.forEach((cells, r) => {
        const row = body.rows[r] ?? body.insertRow();
        while (row.cells.length > width) row.lastChild.remove();
        cells.forEach((cell, c) => {
          const at = row.cells[c] ?? row.insertCell();
          const sort = meaning?.[r * width + c];
          const { look, glyph, label } = mark.styles[sort] ?? {};
          const text = typeof cell === "number" ? formatNumber(cell, mark.digits, Number.isInteger(cell)) : String(cell ?? "–");
          setText(at, glyph ? `${glyph} ${text}` : text);
          set(at, { class: look ? `fw-${look}` : undefined, style: look ? lineOf(mark.styles, sort) : undefined, title: label || undefined });
          if (!name || c < first || r >= control.rows) return;
          const i = r * control.columns + c - first;
          set(at, {
            role: "gridcell", tabindex: at.tabIndex === 0 && at.hasAttribute("tabindex") ? 0 : i ? -1 : 0,
            "aria-label": `${first ? `${cells[0]}, ` : `row ${r}, `}${mark.columns[c]}: ${text}, ${marked[i] ? control.on : control.off}`,
            "aria-selected": String(Boolean(marked[i])), "aria-disabled": off && "true",
          });
        });
      });
    },
  };
}
