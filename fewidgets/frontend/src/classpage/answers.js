// The answer to a prediction in a code, as fewidgets/exercises/predicting/answer_codes.py writes it.

import { read } from "./codes.js";

const inside = (value, low, high) => typeof value === "number" && value >= low && value <= high;

/** Read a code; `page` has the questions. The answer stays as it is coded, in a list. Throws an Error that says what is wrong. */
export async function answerIn(code, { questions }) {
  const [kind, mark, stage, coded] = await read(code);
  if (kind !== "Prediction") throw new Error("it opens an explorable; this page counts answers to predictions.");
  const question = questions.find((each) => each.mark === mark);
  if (!question) throw new Error("it answers a question that is not in this page, or another version of one.");
  if (coded === null) {
    if (stage === "shown") return { question };
    throw new Error("it holds no answer: the student has not answered yet.");
  }
  const answer = [coded].flat();
  const { range, size = answer.length } = question;
  if (answer.length !== size || !answer.every((value) => inside(value, ...range))) throw new Error("it names an option that is not there, or its number is out of range.");
  return { question, answer };
}
