// On or off.

import { html, on } from "../svg.js";

export function toggle(control, view) {
  const { name, label } = control;
  const input = html("input", { type: "checkbox", "aria-label": label, "data-control": name });
  on(input, "change", () => view.set({ [name]: input.checked }));
  return {
    node: html("label.control.switch", input, label),
    update: ({ state }) => (input.checked = state[name]),
  };
}
