// A menu of what can be picked in the panels.

import { html } from "../svg.js";
import { menu } from "./menu.js";

export function pick({ name, label, options }, view) {
  const list = menu(label, ["none picked", ...options.map(view.whole)], (option) => view.move(name, option ? options[option - 1] : ""), { "data-control": name });
  return {
    node: html("div.control.choice", html("span.name-text", label), list.node),
    close: list.close,
    update: ({ state }) => list.set(options.indexOf(state[name]) + 1),
  };
}
