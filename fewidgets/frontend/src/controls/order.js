// Items that can be reordered with the two buttons beside each of them.

import { fitAll } from "../lettering.js";
import { arrange, html, on, set } from "../svg.js";

const ROOM = 280; // most pixels of an item's text

/** The items with one of them moved to another place. */
export function moved(items, from, to) {
  const rest = items.filter((_, i) => i !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}

export function order({ name, label, items }, view) {
  const list = html("ol", { "aria-label": label, "data-control": name });
  const shown = fitAll(items, ROOM, 14);
  const parts = new Map(
    items.map((item, i) => {
      const buttons = [-1, 1].map((by) => {
        const text = `Move ${item} ${by < 0 ? "earlier" : "later"}`;
        const button = html("button", { "aria-label": text, title: text }, by < 0 ? "◂" : "▸");
        on(button, "click", () => {
          const from = view.get(name).indexOf(item);
          view.set({ [name]: moved(view.get(name), from, from + by) });
          buttons.find(({ disabled }) => !disabled).focus();
          button.focus(); // has no effect if the button is now disabled
        });
        return button;
      });
      return [item, { buttons, node: html("li", buttons[0], shown[i] === item ? item : html("span", { title: item }, shown[i]), buttons[1]) }];
    }),
  );
  return {
    node: html("div.control.order", { "data-manual": "Order: press ◂ or ▸ beside an item to move it." }, html("span.name-text", label), list),
    update({ state }) {
      const here = state[name];
      arrange(list, here.map((item) => parts.get(item).node));
      here.forEach((item, i) => parts.get(item).buttons.forEach((button, k) => set(button, { disabled: i === (k ? here.length - 1 : 0) })));
    },
  };
}
