// One of several options: native radio buttons side by side, or a menu with search if there are many or long ones.

import { textWidth } from "../lettering.js";
import { html, on } from "../svg.js";
import { menu } from "./menu.js";

const MANY = 8; // most options side by side
const LONG = 640; // most pixels of all options side by side

let groups = 0;

/** Whether options are offered in a menu. */
export const inMenu = (options) => options.length > MANY || options.reduce((sum, option) => sum + textWidth(option, 14) + 24, 0) > LONG;

export function choice(control, view) {
  return (inMenu(control.options) ? fromMenu : fromButtons)(control, view);
}

function fromMenu({ name, label, options }, view) {
  const names = options.map(view.whole);
  const list = menu(label, names, (option) => view.set({ [name]: options[option] }), { "data-control": name });
  return {
    node: html("div.control.choice", html("span.name-text", label), list.node),
    update: ({ state }) => list.set(options.indexOf(state[name])),
    close: list.close,
  };
}

function fromButtons({ name, label, options }, view) {
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
