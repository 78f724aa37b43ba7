// One of several options, or several of them.

import { countBars } from "../classpage/counting.js";
import { html, on } from "../svg.js";

// The sign of a row after the commit and, of several right answers, its word.
const SIGNS = { right: "✓", missed: "✓", wrong: "✗", other: "" };
const WORDS = { right: "found", missed: "missed", wrong: "wrong", other: "" };

/** The form: native radio buttons or check boxes, one below the other. */
function optionsForm({ type, options }, { id, change }) {
  const kind = type === "one" ? "radio" : "checkbox";
  const inputs = options.map(([value]) => html("input", { type: kind, name: id, value }));
  const node = html("fieldset.options-list", { "aria-labelledby": id });
  node.append(...inputs.map((input, i) => html("label.option", { "data-option": i }, input, html("span", options[i][1]))));
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

/** The options after the commit, with signs for what is right and what was chosen. Of several, each explains itself, and those chosen stand first. */
function optionsShown({ options }, { mark, each }, answer) {
  const [right, chosen] = [mark, answer].map((part) => [part].flat());
  const rows = options.map(([value, text], i) => {
    const [isRight, isChosen] = [right, chosen].map((part) => part.includes(value));
    const is = isRight ? (isChosen || answer === null ? "right" : "missed") : isChosen ? "wrong" : "other";
    const alone = [isRight && "right answer", isChosen && "your answer"].filter(Boolean).join(" · ");
    const tag = !each ? alone : answer === null && isRight ? "belongs" : WORDS[is];
    const row = html("li.option", { "data-is": is, "data-option": i }, html("span.sign", { "aria-hidden": "true" }, each && is === "missed" ? "+" : SIGNS[is]), html("span", text));
    if (tag) row.append(html("span.tag", tag));
    if (each) row.append(html("span.says", each[i]));
    return [each ? 2 * isChosen + isRight : 0, row];
  });
  return html("ul.options-list", ...rows.sort(([one], [other]) => other - one).map(([, row]) => row));
}

export const asked = { form: optionsForm, shown: optionsShown };

export const counted = { bars: ({ labels }, answers, truth) => countBars(labels, answers, truth, (chosen) => chosen) };
