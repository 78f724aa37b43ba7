// On or off.

import { html, on } from "../svg.js";

export function toggle(control, view) {
  const { name, label } = control;
  const input = html("input", { type: "checkbox", "aria-label": label || name, "data-control": name });
  on(input, "change", () => view.set({ [name]: input.checked }));
  return {
    node: html("label", { class: "fw-control fw-switch" }, input, label || name),
    update: ({ state }) => (input.checked = state[name]),
    close() {},
  };
}
