// All kinds of marks, by their kind in Python: those drawn as SVG, and those that fill their panel.

import { area } from "./area.js";
import { arrow } from "./arrow.js";
import { audioplayer } from "./audioplayer.js";
import { bars } from "./bars.js";
import { blockgrid } from "./blockgrid.js";
import { canvas } from "./canvas.js";
import { contours } from "./contours.js";
import { dots } from "./dots.js";
import { handle } from "./handle.js";
import { image } from "./image.js";
import { line } from "./line.js";
import { path } from "./path.js";
import { rule } from "./rule.js";
import { table } from "./table.js";
import { text } from "./text.js";
import { tokens } from "./tokens.js";

export const MARKS = { area, arrow, audioplayer, bars, blockgrid, canvas, contours, dots, handle, image, line, path, rule, text };
export const FILLINGS = { table, tokens };
