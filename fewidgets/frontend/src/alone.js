// One panel of a scene by itself, and the keys that lead from one to the next.

import { ordered } from "./layout.js";

/** The numbers of the panels that are shown together: one by one with the main one first, or those of a row where they belong together. */
export function groups({ panels, paired }) {
  const order = ordered(panels);
  const rows = paired ? [...new Set(order.map((i) => panels[i].row))] : [];
  return paired ? rows.map((row) => order.filter((i) => panels[i].row === row)) : order.map((i) => [i]);
}

/** The scene with one of its groups of panels, over the whole width. */
export function alone(scene, at, height) {
  const shown = groups(scene)[at] ?? [];
  const place = { row: 0, row_span: 1, column_span: 1, alone: at, height };
  const panels = shown.map((i, column) => ({ ...scene.panels[i], ...place, column, main: column === 0 }));
  return { ...scene, columns: panels.length > 1 ? panels.map(() => 1) : [1], panels };
}

/** What a key does: a number of the panel to show, or a name of an act. A clicker sends Page Up and Page Down. */
export function meaning(key, at, count) {
  if (key === "PageDown" || key === "n" || key === "N") return Math.min(at + 1, count - 1);
  if (key === "PageUp" || key === "p" || key === "P") return Math.max(at - 1, 0);
  if (/^[1-9]$/.test(key)) return key <= count ? key - 1 : undefined;
  return { Escape: "leave", f: "full", F: "full" }[key];
}
