// Every kind of mark, by the name Python gives it: those painted as SVG, and those that fill their panel.

import { area } from "./area.js";
import { arrow } from "./arrow.js";
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
import { sound } from "./sound.js";
import { table } from "./table.js";
import { text } from "./text.js";
import { tokens } from "./tokens.js";

export const MARKS = { area, arrow, bars, blockgrid, canvas, contours, dots, handle, image, line, path, rule, sound, text };
export const FILLINGS = { table, tokens };
