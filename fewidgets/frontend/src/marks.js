// The fourth module (../static/marks.js): marks and controls that few scenes have. A new one is its import and its name here;
// Python finds it by `later = True` in its class.

import { file } from "./controls/file.js";
import { order } from "./controls/order.js";
import { textarea } from "./controls/textarea.js";
import { arrow } from "./marks/arrow.js";
import { audioplayer } from "./marks/audioplayer.js";
import { blockgrid } from "./marks/blockgrid.js";
import { canvas } from "./marks/canvas.js";
import { contours } from "./marks/contours.js";
import { countgrid } from "./marks/countgrid.js";
import { graph } from "./marks/graph.js";
import { handles } from "./marks/handles.js";
import { image } from "./marks/image.js";
import { path } from "./marks/path.js";
import { tokens } from "./marks/tokens.js";

export const MARKS = { arrow, audioplayer, blockgrid, canvas, contours, countgrid, graph, handles, image, path };
export const FILLINGS = { tokens };
export const CONTROLS = { file, order, textarea };
