// One of a few options: native radio buttons side by side, or a list where these would take much room.

import { html, on } from "../svg.js";

const ROOM = 64; // characters of all options together that stand side by side

let groups = 0;

export function choice(control, view) {
  const { name, label, options } = control;
  const caption = html("span", { class: "fw-name-text" }, label || name);
  const act = (event) => view.set({ [name]: event.target.value });
  if (options.join("").length + 4 * options.length > ROOM) {
    const list = html("select", { "data-control": name }, ...options.map((option) => html("option", { value: option }, option)));
    on(list, "change", act);
    return { node: html("label", { class: "fw-control" }, caption, list), update: ({ state }) => (list.value = state[name]), close() {} };
  }
  const group = `fw-choice-${++groups}`;
  const inputs = options.map((option) => html("input", { type: "radio", name: group, value: option }));
  for (const input of inputs) on(input, "change", act);
  const labels = inputs.map((input, i) => html("label", {}, input, html("span", {}, options[i])));
  const node = html("div", { class: "fw-control fw-choice" }, caption, html("div", { role: "radiogroup", "aria-label": label || name, "data-control": name }, ...labels));
  return {
    node,
    update: ({ state }) => inputs.forEach((input) => (input.checked = input.value === state[name])),
    close() {},
  };
}
