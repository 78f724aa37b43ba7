// A window on a long list of rows in an SVG: the plot stays in place while a native scroll bar moves the list, and a field finds
// rows by their text. Only the rows in view exist.

import { clamp, html, on, onKeys, set, setText } from "./svg.js";

/** The places (in the order of the list) of the texts that contain all words of a query, without regard to case. */
export function matching(texts, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return texts.flatMap((text, i) => (words.every((word) => text.toLowerCase().includes(word)) ? [i] : []));
}

/**
 * Put a plot into a window. `order` lists the numbers of all rows, of which at most `most` are in view; `textOf` gives the text of a row.
 * `show` is called when other rows come into view.
 */
export function rowWindow(root, title, order, most, textOf, show) {
  const spacer = html("div");
  const node = html("div.window", spacer);
  root.replaceWith(node);
  node.prepend(root);
  const field = html("input.field", { type: "search", "aria-label": `Find in ${title}`, spellcheck: "false" });
  const count = html("span.note", { role: "status" });
  const tool = html("span.find", field, count);
  let texts, rows;
  let [first, step] = [0, 0]; // without a layout, the list has no height yet

  const last = () => Math.max(0, rows.length - most);
  const resize = () => (spacer.style.height = `${last() * step}px`);
  const go = (to) => {
    first = clamp(to, 0, last());
    if (Math.round(node.scrollTop / step) !== first) node.scrollTop = first * step;
    show();
  };
  on(node, "scroll", () => {
    const to = clamp(Math.round(node.scrollTop / step), 0, last());
    if (to === first) return;
    first = to;
    show();
  });
  const search = () => {
    rows = field.value.trim() ? matching(texts, field.value).map((i) => order[i]) : order;
    setText(count, rows === order ? "largest first" : `${rows.length} found`);
    resize();
  };
  const adopt = (next) => {
    order = next;
    texts = order.map(textOf);
    set(field, { placeholder: `Find among ${order.length}` });
    search();
  };
  adopt(order);
  on(field, "input", () => {
    search();
    go(0);
  });
  onKeys(field, ({ key }) => key === "Escape" && field.value && (() => {
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }));

  return {
    tool, adopt,
    /** Take the plot out of the window again; another window may be around it by now. */
    close: () => node.replaceWith(node.firstChild),
    /** The numbers of the rows in view, from top to bottom. */
    get rows() {
      return rows.slice(first, first + most);
    },
    /** The numbers of all rows that can be reached. */
    get all() {
      return rows;
    },
    /** Width of the scroll bar, which the plot must leave free. */
    get bar() {
      return Math.max(0, node.offsetWidth - node.clientWidth);
    },
    /** The place of a row in view, or NaN. */
    place(row) {
      const at = rows.indexOf(row, first);
      return at >= 0 && at < first + most ? at - first : NaN;
    },
    /** Bring a row into view. */
    reveal(row) {
      const at = rows.indexOf(row);
      if (at < 0 || (at >= first && at < first + most)) return;
      go(at < first ? at : at - most + 1);
    },
    /** How many rows have room in a height, at most `limit`; a finger needs 24 pixels for each. */
    fit: (height, limit) => (most = clamp(Math.floor(height / 24 + 0.1), 4, limit)),
    layout(height, rowHeight) {
      step = rowHeight;
      node.style.height = `${height}px`;
      resize();
      first = clamp(first, 0, last());
      if (Math.round(node.scrollTop / step) !== first) node.scrollTop = first * step;
    },
  };
}
