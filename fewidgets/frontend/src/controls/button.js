// A button whose presses are counted.

import { html, on } from "../svg.js";

export function button({ name, label }, view) {
  const node = html("button", { "data-control": name }, label);
  on(node, "click", () => view.set({ [name]: view.get(name) + 1 }));
  return { node };
}
