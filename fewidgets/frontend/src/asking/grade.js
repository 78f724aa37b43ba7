// The verdict in a page without a kernel. Python has made the tables and the sentences (fewidgets/exercises/predicting/sealed_answers.py).

import { KINDS } from "./kinds.js";

/** The reveal for an answer; null asks for what is shown without one. */
export function revealFor({ shown, rules, table }, form, answer) {
  if (answer === null) return shown;
  return table[[answer].flat().join("\n")] ?? KINDS[form.type].reveal(rules, form, answer);
}
