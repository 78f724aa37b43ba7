// The palette (fewidgets/scene/palette.json) as CSS custom properties, and the colours and dashes of marks.

import palette from "../../scene/palette.json" with { type: "json" };
import { clamp } from "./svg.js";

const NAMES = ["background", "ink", "muted", "grid", "quiet", "primary", "accent", "positive"];

const parts = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));

/** The colour (red, green, blue) at a fraction 0 … 1 of the way through a list of hex colours. */
export function between(colors, share) {
  const at = clamp(share, 0, 1) * (colors.length - 1);
  const low = Math.min(Math.floor(at), colors.length - 2);
  const [here, next] = [parts(colors[low]), parts(colors[low + 1])];
  return here.map((part, c) => Math.round(part + (next[c] - part) * (at - low)));
}

/** Relative luminance 0 … 1 of a colour (red, green, blue), as WCAG 2 defines it. */
export function luminance(color) {
  const [r, g, b] = color.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever can be read on a colour (red, green, blue): at a luminance of 0.179 both have a contrast of 4.58. */
export const inkOn = (color) => (luminance(color) > 0.179 ? "#000" : "#fff");

export const RAMP = 24; // number of colours on the ramp; nobody sees a finer difference

const declare = (theme) =>
  [
    ...NAMES.map((name) => `--fw-${name}:${palette[theme][name]}`),
    ...palette[theme].series.map((color, i) => `--fw-series-${i}:${color}`),
    ...Array.from({ length: RAMP }, (_, i) => `--fw-ramp-${i}:rgb(${between(palette[theme].ramp, i / (RAMP - 1))})`),
  ].join(";");

// Whoever forces colours chose a few that can be told apart, so series and steps use these, and their dashes, shapes and labels.
const forced = [
  ...palette.light.series.map((_, i) => `--fw-series-${i}:${["CanvasText", "Highlight", "LinkText"][i % 3]}`),
  ...Array.from({ length: RAMP }, (_, i) => `--fw-ramp-${i}:CanvasText`),
].join(";");

export const paletteCss = `.fewidgets{${declare("light")}}@media screen{.fewidgets[data-theme=dark]{${declare("dark")}}}@media (forced-colors:active){.fewidgets.fewidgets{${forced}}}`;

/** The CSS colour of a palette name or a series number. */
export const colorOf = (color) =>
  typeof color === "number" ? `var(--fw-series-${color % palette.light.series.length})` : `var(--fw-${color})`;

/** The colours of an image, from its lowest to its highest value. */
export function scaleOf(name, theme) {
  const { background, grid, primary, accent, ramp } = palette[theme];
  return { ramp: [grid, ...ramp], diverging: [primary, background, accent], grey: ["#000000", "#ffffff"] }[name];
}

/** The ramp's colour at a fraction 0 … 1, as CSS that follows the theme. */
export const rampOf = (share) => `var(--fw-ramp-${Math.round(clamp(share, 0, 1) * (RAMP - 1))})`;

/** How styled text shows its meaning without colour: the k-th style of a mark with the same look has the k-th kind of underline. */
export function lineOf(styles, k) {
  const { look, color } = styles[k];
  const place = styles.slice(0, k).filter((other) => other.look === look).length;
  return `--fw-tint:${colorOf(color)};--fw-line:${palette.underlines[place % palette.underlines.length]}`;
}

/** A dash pattern: number `dash`, or by default the pattern of a series number beyond the last colour. */
export function dashOf(color, dash) {
  const index = dash ?? (typeof color === "number" ? Math.floor(color / palette.light.series.length) : 0);
  return palette.dashes[index % palette.dashes.length] || undefined;
}
