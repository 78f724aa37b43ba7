// What few scenes need: marks and controls (../static/marks.js), which the renderer gets before it paints the first scene with them,
// and questions (../static/predictions.js).

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

let questions;

/** What predictions.js has. */
export const asked = ({ predictions }) => (questions ??= predictions(kit));
