// How an explorable is worked, in words: by mouse, by finger and by keys. What can be moved says so itself (data-manual).

import { KEEPS_KEYS, html, on } from "./svg.js";

/** Explain an explorable in a dialog, until it is closed. Each kind of part is explained once. */
export function explain(root) {
  const said = new Set(Array.from(root.querySelectorAll("[data-manual]"), ({ dataset }) => dataset.manual));
  const close = html("button", "Close");
  const dialog = html("dialog.help", { "aria-label": "How to use this", ...KEEPS_KEYS }, html("ul", ...[...said].map((text) => html("li", text))), close);
  on(close, "click", () => dialog.close());
  on(dialog, "close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}
