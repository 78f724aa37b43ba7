// The kinds of marks that are always here, by their kind in Python: those drawn as SVG, and those that fill their panel. More
// come with ../marks.js.

import { area } from "./area.js";
import { bars } from "./bars.js";
import { dots } from "./dots.js";
import { handle } from "./handle.js";
import { line } from "./line.js";
import { rule } from "./rule.js";
import { table } from "./table.js";
import { text } from "./text.js";

export const MARKS = { area, bars, dots, handle, line, rule, text };
export const FILLINGS = { table };
