// All kinds of questions: one line each in both lists. A kind is one file here, and one in fewidgets/exercises/predicting/.

import * as number from "./number.js";
import * as options from "./options.js";
import * as ordering from "./ordering.js";
import * as sketch from "./sketch.js";

// `form(content, {id, view, change})` asks: it calls `change` with an answer in its plain form (`Kind.plain`), or with null while there is none, and
// returns `node`, `focus()` and `show(answer)`, which paints an answer and returns what is missing, such as "Choose one first."; it is called with
// null too, and then keeps what is half chosen. `standing` is an answer that may be committed unmoved, `note()` a hint, and `close()` ends it.
// `shown` shows the answer against the truth after the commit; `reveal` grades in a page without a kernel, unless the page carries a reveal for each
// answer; `panel` is the picture there.
export const KINDS = { one: options.asked, several: options.asked, number: number.asked, order: ordering.asked, sketch: sketch.asked };

// For the page of a class: `bars` counts coded answers as [label, count, right], and `picture` draws them instead.
export const COUNTED = { one: options.counted, several: options.counted, number: number.counted, order: ordering.counted, sketch: sketch.counted };
