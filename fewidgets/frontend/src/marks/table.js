// A table that fills its panel.

import { compile } from "../frames.js";
import { formatNumber } from "../numbers.js";
import { html, setText } from "../svg.js";

export function table(mark, panel) {
  const rows = compile(mark.rows);
  const body = html("tbody");
  const heading = html("tr", {}, ...mark.columns.map((column) => html("th", { scope: "col" }, column)));
  const node = html("table", { class: "fw-table", "aria-label": panel.title }, html("thead", {}, heading), body);

  return {
    node,
    update(shot) {
      const shown = rows.at(shot);
      while (body.rows.length > shown.length) body.lastChild.remove();
      shown.forEach((cells, r) => {
        const row = body.rows[r] ?? body.insertRow();
        cells.forEach((cell, c) => {
          const at = row.cells[c] ?? row.insertCell();
          setText(at, typeof cell === "number" ? formatNumber(cell, 3, Number.isInteger(cell)) : String(cell ?? "–"));
        });
      });
    },
  };
}
