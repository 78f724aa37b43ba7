// The shapes of dots: the styles of a mark differ in shape, so that no meaning is in the colour alone.

import palette from "../../scene/palette.json" with { type: "json" };
import { pt } from "./svg.js";

const { shapes, corners: CORNERS } = palette;

/** The shape of a style; by default, the k-th style of a mark has the k-th shape of the palette. */
export const shapeOf = (styles, k) => styles?.[k]?.shape ?? shapes[(k ?? 0) % shapes.length];

/** The SVG path of a shape around (x, y), as large as a circle of radius `r`. */
export function shapePath(shape, r, x = 0, y = 0) {
  const corners = CORNERS[shape];
  if (!corners) return `M${pt(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  return `M${corners.map(([across, down]) => pt(x + r * across, y + r * down)).join("L")}Z`;
}
