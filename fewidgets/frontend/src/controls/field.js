// A field to type a number into.

import { asTyped } from "../numbers.js";
import { html, on, onKeys } from "../svg.js";

const ROOM = 7; // characters that have room in a field

/** Read a number as people type it; NaN if it is not a number. */
export const readNumber = (text) => (text.trim() ? Number(text.trim().replace(/[−–]/g, "-").replace(/^([-+]?\d*),(\d+)$/, "$1.$2")) : NaN);

/** What is wrong with a typed number; an empty string if it is a number within its range. */
export function problemOf(value, text, [low, high]) {
  if (value >= low && value <= high) return "";
  const [first, last] = [low, high].map((end) => String(+end.toPrecision(4)).replace("-", "−"));
  return `must be a number from ${first} to ${last}; got ${Number.isNaN(value) ? `“${text}”` : text.trim()}.`;
}

/**
 * A field with an accessible name. `current` returns the present value; `take` gets a typed number, and NaN if it is not a number.
 * If `take` returns true, it has set the nearest allowed value, which is shown instead of what was typed.
 * With `negative`, a phone shows its whole keyboard, because the one for decimal numbers may have no minus sign.
 */
export function numberField(label, negative, current, take) {
  const node = html("input.field", { inputmode: negative ? "text" : "decimal", "aria-label": label, spellcheck: "false", autocomplete: "off" });
  let shown, latest;
  const read = () => {
    if (node.value === shown || readNumber(node.value) === current()) return;
    if (take(readNumber(node.value), node.value)) node.value = shown = latest;
  };
  on(node, "change", read);
  onKeys(node, ({ key }) => key === "Enter" && read);
  return {
    node,
    /** Show the present value, except over what is being typed. */
    show(text) {
      text = asTyped(text);
      latest = text;
      if (node.getRootNode().activeElement === node && readNumber(node.value) !== current()) return;
      shown = text;
      if (node.value !== text) node.value = text;
      if (text.length > ROOM) node.style.width = `${0.62 * text.length + 1.6}em`;
    },
  };
}
