// What the renderer shares with the modules that it loads later. The build takes these names from the renderer instead of bundling
// them a second time; unit tests import the files themselves. If the build misses a name, add it here.

export { decodeArray } from "./arrays.js";
export { numberField, problemOf } from "./controls/field.js";
export { onTrack } from "./controls/track.js";
export { compile, locate } from "./frames.js";
export { claimTouch, isStill, onDrag } from "./gestures.js";
export { ordered } from "./layout.js";
export { fitAll } from "./lettering.js";
export { dotsPath } from "./marks/dots.js";
export { within } from "./marks/handle.js";
export { endOf, pathOf } from "./marks/line.js";
export { formatNumber } from "./numbers.js";
export { RAMP, between, colorOf, dashOf, inkOn, lineOf, rampOf, scaleOf } from "./palette.js";
export { placeOf } from "./place.js";
export { widened } from "./reveal.js";
export { makeScale } from "./scales.js";
export { shapeOf, shapePath } from "./shapes.js";
export { adoptStyle } from "./sheet.js";
export { ARROWS, KEEPS_KEYS, arrange, clamp, fitText, html, nodesFor, on, onKeys, pt, px, replace, set, setText, svg, textWidth, writeFit } from "./svg.js";
