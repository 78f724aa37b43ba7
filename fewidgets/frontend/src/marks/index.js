// Every kind of mark that is painted as SVG, by the name Python gives it.

import { area } from "./area.js";
import { arrow } from "./arrow.js";
import { bars } from "./bars.js";
import { dots } from "./dots.js";
import { image } from "./image.js";
import { line } from "./line.js";
import { rule } from "./rule.js";
import { text } from "./text.js";

export const MARKS = { area, arrow, bars, dots, image, line, rule, text };
