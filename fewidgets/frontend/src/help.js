// How an explorable is worked, in words: by mouse, by finger and by keys. Only what it has is explained.

import { KEEPS_KEYS, html, on } from "./svg.js";

const HOW = {
  "input[type=range]": "Slider: drag it, or press an arrow key, Home or End. Page Up and Page Down go farther, or to the marks below it.",
  ".fw-buttons": "Play: press the button, or Space on the slider.",
  ".fw-scrub": "Panel along the slider: tap it, or drag across it.",
  ".fw-bar": "Bar: click it to mark it in all panels. By keys: Tab, arrow keys or first letters, Enter.",
  ".fw-handle": "Round handle: drag it, click where it should go, type its place, or press the arrow keys (Shift: larger steps).",
  "td[role=gridcell]": "Table: click a cell, or press arrow keys and Enter.",
  ".fw-as-table": "Panel: point at a mark for its values; ▦ shows all numbers as a table.",
};

/** What a rarely used mark (marks.js) says itself, once for each kind. */
const own = (root) => [...new Set(Array.from(root.querySelectorAll("[data-manual]"), ({ dataset }) => dataset.manual))];

/** Explain an explorable in a dialog, until it is closed. */
export function explain(root) {
  const close = html("button", "Close");
  const dialog = html("dialog.help", { "aria-label": "How to use this", ...KEEPS_KEYS },
    html("ul", ...[...own(root), ...Object.keys(HOW).flatMap((part) => (root.querySelector(part) ? HOW[part] : []))].map((text) => html("li", text))), close);
  on(close, "click", () => dialog.close());
  on(dialog, "close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}
