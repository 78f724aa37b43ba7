// The third module (../static/predictions.js): a question that is answered before its answer is shown. The renderer loads it when a
// scene asks one.

export { ask } from "./asking/ask.js";
