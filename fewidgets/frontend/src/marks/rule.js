// Straight lines across the panel, at one or more x or y.

import { compile } from "../frames.js";
import { colorOf, dashOf } from "../palette.js";
import { px, set, setText, svg, textWidth } from "../svg.js";

export function rule(mark, layer, panel) {
  const upright = mark.x !== undefined;
  const places = compile(upright ? mark.x : mark.y);
  const labels = compile(mark.label ?? "");
  const group = svg("g", { class: "fw-rule" }, layer);
  const nodes = [];

  return {
    layout() {},
    update(shot) {
      const at = places.at(shot);
      const all = typeof at === "number" ? [at] : at;
      const text = labels.at(shot);
      const { box } = panel;
      for (let i = nodes.length; i < all.length; i++) {
        const stroke = svg("line", { "stroke-width": mark.width, "stroke-dasharray": dashOf(0, mark.dash) }, group);
        stroke.style.stroke = colorOf(mark.color);
        nodes.push({ stroke, label: text ? svg("text", { class: "fw-rule-label" }, group) : undefined });
      }
      nodes.forEach(({ stroke, label }, i) => {
        const place = upright ? panel.x(all[i]) : panel.y(all[i]);
        if (upright) set(stroke, { x1: px(place), x2: px(place), y1: box.top, y2: box.bottom });
        else set(stroke, { x1: box.left, x2: box.right, y1: px(place), y2: px(place) });
        if (!label) return;
        const words = Array.isArray(text) ? text[i] : text;
        setText(label, words);
        const fits = place + 5 + textWidth(words, 11) <= box.right;
        if (upright) set(label, { x: px(place + (fits ? 5 : -5)), y: box.top + 11, "text-anchor": fits ? "start" : "end" });
        else set(label, { x: box.right - 4, y: px(place - 5), "text-anchor": "end" });
      });
    },
  };
}
