// Two fields for the coordinates of a point, beside the handle that drags it.

import { asTyped, formatNumber } from "../numbers.js";
import { html, set } from "../svg.js";
import { numberField, problemOf } from "./field.js";

export function point(control, view) {
  const { name, label } = control;
  const parts = ["x", "y"].map((side, i) => {
    const title = control.axes[i];
    const take = (value, text) => {
      const problem = problemOf(value, text, control[side]);
      if (problem) view.refuse(`${label}: ${title} ${problem}`, name);
      else view.set({ [name]: view.get(name).map((part, k) => (k === i ? value : part)) });
      const now = view.get(name)[i];
      if (!problem && now !== value) parts[i].field.node.value = asTyped(formatNumber(now, control.digits)); // on a page, the nearest place
    };
    const field = numberField(`${label}: ${title}`, control[side][0] < 0, () => view.get(name)[i], take);
    return { side, field, node: html("label.coordinate", title, field.node) };
  });
  return {
    node: html("div.control.point", html("span.name-text", label), ...parts.map(({ node }) => node)),
    adopt(next) {
      control = next;
      parts.forEach(({ node, field }, i) => {
        node.firstChild.data = control.axes[i];
        set(field.node, { "aria-label": `${label}: ${control.axes[i]}` });
      });
    },
    update({ state }) {
      parts.forEach(({ field }, i) => field.show(formatNumber(state[name][i], control.digits)));
    },
  };
}
