// What the renderer gets later: modules that are functions of what it shares with them (kit.js). words.js and present.js come when the
// picture is there, marks.js before the first scene that has one of its marks or controls, predictions.js for a question, and
// answers.js for a page that carries answers.

import { CONTROLS } from "./controls/index.js";
import * as kit from "./kit.js";
import { FILLINGS, MARKS } from "./marks/index.js";

const opened = new Map();
let here = false;

/** What a module has. It runs once, for all views. */
export function open(module) {
  if (!opened.has(module)) opened.set(module, module(kit));
  return opened.get(module);
}

/** Whether a scene has marks or controls that are not here yet. */
export const lacking = (scene) => !here && Boolean(scene.modules?.includes("marks"));

/** Add what marks.js has. */
export function add({ marks }) {
  const later = open(marks);
  here = true;
  Object.assign(MARKS, later.MARKS);
  Object.assign(FILLINGS, later.FILLINGS);
  Object.assign(CONTROLS, later.CONTROLS);
}
