// Flowing text, in runs with a style each. With a field, the runs lie over what is typed into it, letter by letter.

import { compile } from "../frames.js";
import { lineOf } from "../palette.js";
import { KEEPS_KEYS, html, nodesFor, on, set, setText } from "../svg.js";

const ROLES = { struck: "deletion", lit: "mark" };

/** The runs of the text from one place to another. */
function cut(runs, from, to) {
  let at = 0;
  return runs.map(([text, ...rest]) => [text.slice(Math.max(0, from - at), Math.max(0, to - (at += text.length) + text.length)), ...rest]);
}

/** The runs of another text: where both begin and end alike they keep their style, and what is between them has the first one. */
export function retyped(runs, text) {
  const old = runs.map(([part]) => part).join("");
  const most = Math.min(old.length, text.length);
  let [start, end] = [0, 0];
  while (start < most && old[start] === text[start]) start++;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  const parts = [...cut(runs, 0, start), [text.slice(start, text.length - end), 0], ...cut(runs, old.length - end, old.length)];
  return parts.filter(([part]) => part);
}

export function tokens(mark, panel) {
  const words = html("div.words");
  const node = html("div.tokens", { role: "group", "aria-label": panel.title, ...KEEPS_KEYS }, words);
  const nodes = [];
  let runs, painted, field;
  const adopt = (next) => {
    mark = next;
    runs = compile(mark.runs);
    painted = undefined;
    const typed = mark.field && panel.view.node(mark.field.control);
    if (typed && !node.contains(typed)) node.append(typed);
    field = node.querySelector("textarea");
  };
  adopt(mark);
  // Who has no mouse scrolls with the arrow keys, for which the text must have the focus.
  const reach = () => set(node, { tabindex: !field?.matches(":enabled") && node.scrollHeight > node.clientHeight + 1 ? 0 : undefined });
  on(node, "input", () => paint(retyped(painted, field.value)));

  function paint(shown) {
    nodesFor(nodes, shown.length, () => words.appendChild(html("span")));
    const numbered = field?.closest(".fw-lines"); // each line is a text of its own
    let [line, begins] = [0, true];
    shown.forEach(([text, style, key], i) => {
      set(nodes[i], { "data-line": numbered && begins && text.trim() ? ++line : undefined });
      begins = text.endsWith("\n") || (begins && !text.trim());
      const { look, label, glyph } = mark.styles[style];
      if (!field) setText(nodes[i], text);
      else if (nodes[i].textContent !== text) nodes[i].textContent = text; // as the field writes it, from right to left too
      set(nodes[i], {
        class: look ? `fw-${look}` : undefined, style: look ? lineOf(mark.styles, style) : undefined,
        title: label || undefined, "data-label": label || undefined, role: ROLES[look],
        "data-key": key || undefined, "data-glyph": glyph || undefined,
      });
    });
    reach();
  }

  return {
    node,
    adopt,
    layout(width, height) {
      node.style[field ? "height" : "maxHeight"] = `${height}px`;
      reach();
    },
    update(shot) {
      const shown = runs.at(shot);
      if (shown === painted) return;
      painted = shown;
      paint(field ? retyped(shown, field.value) : shown);
    },
  };
}
