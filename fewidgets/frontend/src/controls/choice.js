// One of several options, as native radio buttons side by side.

import { html, on } from "../svg.js";

let groups = 0;

export function choice({ name, label, options }, view) {
  const group = `fw-choice-${++groups}`;
  const inputs = options.map((option) => html("input", { type: "radio", name: group, value: option }));
  const box = html("div", { role: "radiogroup", "aria-label": label, "data-control": name });
  box.append(...inputs.map((input, i) => html("label", input, html("span", options[i]))));
  on(box, "change", ({ target }) => view.set({ [name]: target.value }));
  return {
    node: html("div.control.choice", html("span.name-text", label), box),
    update: ({ state }) => inputs.forEach((input) => (input.checked = input.value === state[name])),
  };
}
