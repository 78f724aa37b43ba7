// Items in an order that can be changed: by dragging one to the place of another, or by the buttons beside it.

import { arrange, html, on, onDrag, set } from "../svg.js";

/** The items with one of them moved to another place. */
export function moved(items, from, to) {
  const rest = items.filter((_, i) => i !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}

export function order({ name, label, items }, view) {
  const list = html("ol", { "aria-label": label || name, "data-control": name });
  const current = () => view.get(name);
  const go = (item, to) => view.set({ [name]: moved(current(), current().indexOf(item), to) });
  const parts = new Map(
    items.map((item) => {
      const [earlier, later] = [-1, 1].map((by) => {
        const text = `Move ${item} ${by < 0 ? "earlier" : "later"}`;
        const button = html("button", { type: "button", "aria-label": text, title: text }, by < 0 ? "◂" : "▸");
        on(button, "click", () => {
          go(item, current().indexOf(item) + by);
          (button.disabled ? button.parentNode.querySelector("button:enabled") : button)?.focus();
        });
        return button;
      });
      const node = html("li", {}, earlier, html("span", {}, item), later);
      return [item, { node, earlier, later }];
    }),
  );
  onDrag(list, ({ target }) => {
    const dragged = !view.disabled(name) && !target.closest("button") && items.find((item) => parts.get(item).node.contains(target));
    return dragged && ((event) => drag(dragged, event));
  });
  const drag = (dragged, { clientX: x, clientY: y }) => {
    const from = current().indexOf(dragged);
    const to = current().findIndex((item, i) => {
      const { left, right, top, bottom } = parts.get(item).node.getBoundingClientRect();
      const middle = (left + right) / 2; // once past it, and not before: else items of unequal width would go to and fro
      return y > top && y < bottom && (i > from ? x > middle && x < right : x < middle && x > left);
    });
    if (to >= 0) go(dragged, to);
  };
  return {
    node: html("div", { class: "fw-control fw-order" }, html("span", { class: "fw-name-text" }, label || name), list),
    update({ state }) {
      const here = state[name];
      arrange(list, here.map((item) => parts.get(item).node));
      here.forEach((item, i) => {
        set(parts.get(item).earlier, { disabled: i === 0 });
        set(parts.get(item).later, { disabled: i === here.length - 1 });
      });
    },
    close() {},
  };
}
