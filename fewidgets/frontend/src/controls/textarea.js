// A field to type or paste text into; optionally, each line is a separate text.

import { html, on } from "../svg.js";

/** Split a field's text into lines as Python does: without empty lines, and with single spaces. */
export const linesOf = (text) => text.split("\n").map((line) => line.trim().split(/\s+/).join(" ")).filter(Boolean);

export function textarea({ name, label, rows, limit, lines }, view) {
  const field = html("textarea", {
    rows, "aria-label": label, "data-control": name, spellcheck: "false",
  });
  const same = (value) => (lines ? linesOf(field.value).join("\n") === value.join("\n") : field.value === value);
  let taken = "";
  on(field, "input", () => {
    const { value } = field;
    if (value.length > limit) {
      field.value = taken;
      const [there, most] = [value.length, limit].map((count) => count.toLocaleString("en"));
      view.refuse(`${label} must have at most ${most} characters; got ${there}.`, name);
      return;
    }
    taken = value;
    view.set({ [name]: lines ? linesOf(value) : value });
  });
  return {
    node: html(`label.control.text-control${lines ? ".lines" : ""}`, html("span.name-text", label), field),
    update({ state }) {
      if (same(state[name])) return;
      taken = field.value = lines ? state[name].join("\n") : state[name];
    },
  };
}
