// One of a few options, as native radio buttons side by side.

import { html } from "../svg.js";

let groups = 0;

export function choice(control, view) {
  const { name, label, options } = control;
  const group = `fw-choice-${++groups}`;
  const inputs = options.map((option) => {
    const input = html("input", { type: "radio", name: group, value: option, "data-lm-suppress-shortcuts": "true" });
    input.addEventListener("change", () => view.set({ [name]: option }));
    return input;
  });
  const labels = inputs.map((input, i) => html("label", {}, input, html("span", {}, options[i])));
  const caption = html("span", { class: "fw-name-text" }, label || name);
  const node = html("div", { class: "fw-control fw-choice" }, caption, html("div", { role: "radiogroup", "aria-label": label || name }, ...labels));
  return {
    node,
    update: ({ state }) => inputs.forEach((input) => (input.checked = input.value === state[name])),
    close() {},
  };
}
