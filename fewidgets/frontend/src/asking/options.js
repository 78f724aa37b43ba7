// One of several options, or several of them.

import { countBars } from "../classpage/counting.js";
import { html, on, set } from "../svg.js";

const SIGNS = { right: "✓", missed: "→", wrong: "✗", other: "" };

/** The form: native radio buttons or check boxes, one below the other. */
function optionsForm({ type, options }, { id, change }) {
  const kind = type === "one" ? "radio" : "checkbox";
  const inputs = options.map(([value]) => html("input", { type: kind, name: id, value }));
  const node = html("fieldset.options-list", { "aria-labelledby": id });
  node.append(...inputs.map((input, i) => html("label.option", input, html("span", options[i][1]))));
  on(node, "change", ({ target }) => {
    const chosen = inputs.filter(({ checked }) => checked).map(({ value }) => value);
    change(type === "one" ? target.value : chosen.length ? chosen : null);
  });
  return {
    node,
    focus: () => inputs[0].focus(),
    show(answer) {
      const chosen = [answer].flat();
      inputs.forEach((input) => (input.checked = chosen.includes(input.value)));
      return type === "one" ? "Choose one first." : "Choose all that apply first.";
    },
  };
}

/** The options after the commit, with signs for what is right and what was chosen. */
function optionsShown({ type, options }, { mark }, answer) {
  const [right, chosen] = [mark, answer].map((part) => [part].flat());
  const node = html("ul.options-list");
  for (const [value, text] of options) {
    const [isRight, isChosen] = [right, chosen].map((part) => part.includes(value));
    const missed = isRight && !isChosen && answer !== null;
    const tags = [isRight && (type === "one" ? "right answer" : "belongs"), isChosen ? "your answer" : missed && type !== "one" && "missed"].filter(Boolean);
    const is = missed ? "missed" : isRight ? "right" : isChosen ? "wrong" : "other";
    const row = html("li.option", html("span.sign", { "aria-hidden": "true" }, SIGNS[is]), html("span", text));
    if (tags.length) row.append(html("span.tag", tags.join(" · ")));
    set(row, { "data-is": is });
    node.append(row);
  }
  return node;
}

export const asked = { form: optionsForm, shown: optionsShown };

export const counted = { bars: ({ labels }, answers, truth) => countBars(labels, answers, truth, (chosen) => chosen) };
