// One panel of a scene by itself, and the keys that lead from one to the next.

import { ordered } from "./layout.js";

/** The scene with one of its panels, over the whole width. `at` counts the panels with the main one first. */
export function alone(scene, at, height) {
  const panel = scene.panels[ordered(scene.panels)[at]];
  const whole = { row: 0, column: 0, row_span: 1, column_span: 1, main: true, alone: at, height };
  return { ...scene, columns: [1], panels: panel ? [{ ...panel, ...whole }] : [] };
}

/** What a key does: a number of the panel to show, or a name of an act. A clicker sends Page Up and Page Down. */
export function meaning(key, at, count) {
  if (key === "PageDown" || key === "n" || key === "N") return Math.min(at + 1, count - 1);
  if (key === "PageUp" || key === "p" || key === "P") return Math.max(at - 1, 0);
  if (/^[1-9]$/.test(key)) return key <= count ? key - 1 : undefined;
  return { Escape: "leave", f: "full", F: "full" }[key];
}
