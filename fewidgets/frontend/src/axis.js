// Axes: lines, ticks and labels around a plot.

import { clamp, fitText, px, svg, textWidth, writeFit } from "./svg.js";
import { labelledTicks } from "./ticks.js";

/** Largest width of a tick's text in pixels. */
export const TICK = 150;
const RUN = 0.77; // cosine of the angle of tilted ticks

/** Draw an x axis below the plot box, with its grid. */
export function paintX(parent, axis, scale, box) {
  const given = axis.ticks?.map(([value, text]) => [value, text]);
  const [ticks, label] = given ? [given, axis.label] : labelledTicks(scale, box.right - box.left, axis.whole, axis.label);
  const room = ticks.length > 1 ? Math.abs(scale(ticks[1][0]) - scale(ticks[0][0])) : box.right - box.left;
  const tilted = given !== undefined && given.some(([, text]) => textWidth(text) > room - 4);
  let free = -Infinity;
  for (const [value, text] of ticks) {
    const x = px(scale(value));
    if (x < box.left - 0.5 || x > box.right + 0.5) continue;
    svg("line.grid", { x1: x, x2: x, y1: box.top, y2: box.bottom }, parent);
    const half = textWidth(text) / 2;
    if (!tilted && x - half < free) continue;
    free = x + half + 4;
    const place = tilted
      ? { transform: `translate(${x + 4} ${box.bottom + 12}) rotate(-40)`, "text-anchor": "end" }
      : { x, y: box.bottom + 17, "text-anchor": "middle" };
    svg("text.tick", { ...place }, parent).textContent = fitText(text, tilted ? Math.min(TICK, (x + 2) / RUN) : TICK); // not left of the panel
  }
  svg("line.axis", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }, parent);
  if (label) {
    const half = textWidth(fitText(label, box.width)) / 2;
    const middle = clamp((box.left + box.right) / 2, half, box.width - half);
    writeFit(svg("text.label", { x: middle, y: box.height - 4, "text-anchor": "middle" }, parent), label, box.width);
  }
}

/** Draw a numeric y axis on the left or the right, with its grid. */
export function paintY(parent, axis, scale, box) {
  const right = axis.side === "right";
  const edge = right ? box.right : box.left;
  const length = (box.bottom - box.top) * 1.3;
  const [ticks, name] = axis.ticks ? [axis.ticks, axis.label] : labelledTicks(scale, length, axis.whole, axis.label);
  for (const [value, text] of ticks) {
    const y = px(scale(value));
    if (y < box.top - 0.5 || y > box.bottom + 0.5) continue;
    svg("line.grid", { x1: box.left, x2: box.right, y1: y, y2: y }, parent);
    const place = { x: edge + (right ? 6 : -6), y: y + 4, "text-anchor": right ? "start" : "end" };
    writeFit(svg("text.tick", place, parent), text, axis.ticks ? (right ? box.width - edge - 6 : edge - 8) : Infinity);
  }
  if (!name) return;
  const x = right ? box.width - 13 : 13;
  const y = (box.top + box.bottom) / 2;
  const turn = `translate(${x} ${y}) rotate(${right ? 90 : -90})`;
  const label = svg("text.label", { transform: turn, "text-anchor": "middle" }, parent);
  writeFit(label, name, box.bottom - box.top);
}
