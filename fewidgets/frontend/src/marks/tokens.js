// Flowing text, in runs with a style each.

import { compile } from "../frames.js";
import { lineOf } from "../palette.js";
import { KEEPS_KEYS, html, nodesFor, set, setText } from "../svg.js";

const ROLES = { struck: "deletion", lit: "mark" };

export function tokens(mark, panel) {
  const node = html("div.tokens", { role: "group", "aria-label": panel.title, ...KEEPS_KEYS });
  const nodes = [];
  let runs, painted;
  const adopt = (next) => {
    mark = next;
    runs = compile(mark.runs);
    painted = undefined;
  };
  adopt(mark);
  // Who has no mouse scrolls with the arrow keys, for which the text must have the focus.
  const reach = () => set(node, { tabindex: node.scrollHeight > node.clientHeight + 1 ? 0 : undefined });

  return {
    node,
    adopt,
    layout(width, height) {
      node.style.maxHeight = `${height}px`;
      reach();
    },
    update(shot) {
      const shown = runs.at(shot);
      if (shown === painted) return;
      painted = shown;
      nodesFor(nodes, shown.length, () => node.appendChild(html("span")));
      shown.forEach(([text, style, key], i) => {
        const { look, label, glyph } = mark.styles[style];
        setText(nodes[i], text);
        set(nodes[i], {
          class: look ? `fw-${look}` : undefined, style: look ? lineOf(mark.styles, style) : undefined,
          title: label || undefined, "data-label": label || undefined, role: ROLES[look],
          "data-key": key || undefined, "data-glyph": glyph || undefined,
        });
      });
      reach();
    },
  };
}
