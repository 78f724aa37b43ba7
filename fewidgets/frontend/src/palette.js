// The one palette (fewidgets/scene/palette.json) as CSS custom properties, and how a mark names a colour or a dash.

import palette from "../../scene/palette.json" with { type: "json" };

const NAMES = ["background", "ink", "muted", "grid", "quiet", "primary", "accent", "positive"];

const declare = (theme) =>
  [
    ...NAMES.map((name) => `--fw-${name}:${palette[theme][name]}`),
    ...palette[theme].series.map((color, i) => `--fw-series-${i}:${color}`),
  ].join(";");

export const paletteCss = `.fewidgets{${declare("light")}}.fewidgets[data-theme=dark]{${declare("dark")}}`;

/** The CSS colour of a palette name or a series number. */
export const colorOf = (color) =>
  typeof color === "number" ? `var(--fw-series-${color % palette.light.series.length})` : `var(--fw-${color})`;

/** The dash pattern: the one asked for, or the one that a series number beyond the palette's length gets. */
export function dashOf(color, dash) {
  const index = dash ?? (typeof color === "number" ? Math.floor(color / palette.light.series.length) : 0);
  return palette.dashes[index % palette.dashes.length] || undefined;
}
