// A menu of what can be picked, where the panels have no list that offers all of it to keys and to fingers.

import { html, set } from "../svg.js";
import { menu } from "./menu.js";

/** The keys that the bars of panels offer as a list. */
export const listed = (panels) =>
  new Set(panels.flatMap(({ marks }) => marks.filter(({ kind }) => kind === "bars").flatMap(({ keys, names }) => (keys?.length ? keys : names))));

export function pick({ name, label, options }, view) {
  const list = menu(label, ["none", ...options.map(view.whole)], (option) => view.move(name, option ? options[option - 1] : ""), { "data-control": name });
  const node = html("div.control.choice", html("span.name-text", label), list.node);
  let offered;

  return {
    node,
    close: list.close,
    update({ state }) {
      const panels = view.panels();
      if (panels !== offered) {
        offered = panels;
        const there = listed(panels);
        set(node, { hidden: options.every((option) => there.has(option)) });
      }
      list.set(options.indexOf(state[name]) + 1);
    },
  };
}
