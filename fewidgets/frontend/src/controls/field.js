// A field to type a number into.

import { html, on, onKeys } from "../svg.js";

const ROOM = 7; // characters that have room in a field

/** Read a number as people type it; NaN if it is not a number. */
export const readNumber = (text) => (text.trim() ? Number(text.trim().replace(/[−–]/g, "-").replace(/^([-+]?\d*),(\d+)$/, "$1.$2")) : NaN);

/**
 * A field with an accessible name. `current` returns the present value; `take` gets a typed number, and NaN if it is not a number.
 * With `negative`, a phone shows its whole keyboard, because the one for decimal numbers may have no minus sign.
 */
export function numberField(label, negative, current, take) {
  const node = html("input.field", { inputmode: negative ? "text" : "decimal", "aria-label": label, spellcheck: "false", autocomplete: "off" });
  let shown;
  const read = () => {
    if (node.value !== shown && readNumber(node.value) !== current()) take(readNumber(node.value), node.value);
  };
  on(node, "change", read);
  onKeys(node, ({ key }) => key === "Enter" && read);
  return {
    node,
    /** Show the present value, except over what is being typed. */
    show(text) {
      if (node.getRootNode().activeElement === node && readNumber(node.value) !== current()) return;
      shown = text;
      if (node.value !== text) node.value = text;
      if (text.length > ROOM) node.style.width = `${0.62 * text.length + 1.6}em`;
    },
  };
}
