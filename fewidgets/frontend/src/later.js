// Marks and controls that few scenes have (../static/marks.js): the renderer gets them before it paints the first scene that needs them.

import { CONTROLS } from "./controls/index.js";
import * as kit from "./kit.js";
import { FILLINGS, MARKS } from "./marks/index.js";

let here = false;

/** Whether a scene has marks or controls that are not here yet. */
export const lacking = (scene) => !here && Boolean(scene.modules?.includes("marks"));

/** Add what marks.js has. */
export function add({ marks }) {
  if (here) return;
  here = true;
  const later = marks(kit);
  Object.assign(MARKS, later.MARKS);
  Object.assign(FILLINGS, later.FILLINGS);
  Object.assign(CONTROLS, later.CONTROLS);
}
