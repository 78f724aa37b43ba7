// The answer to a prediction in a code, as fewidgets/explorables/predicting/answer_codes.py writes it.

import { read } from "./codes.js";

const inside = (value, low, high) => typeof value === "number" && value >= low && value <= high;

/** Read a code; `page` has the questions. Throws an Error that says what is wrong. */
export async function answerIn(code, { questions }) {
  const [kind, mark, stage, coded] = await read(code);
  if (kind !== "Prediction") throw new Error("it opens an explorable; this page counts answers to predictions.");
  const question = questions.find((each) => each.mark === mark);
  if (!question) throw new Error("it answers a question that is not in this page, or another version of one.");
  if (coded === null) {
    if (stage === "shown") return { question };
    throw new Error("it holds no answer: the student has not answered yet.");
  }
  const { type, options, low, high, size } = question;
  const all = [coded].flat();
  const ends = type === "sketch" ? [0, 1000] : type === "number" ? [low, high] : [0, options.length - 1];
  if (!all.every((value) => inside(value, ...ends)) || (type === "sketch" && all.length !== size)) throw new Error("it names an option that is not there, or its number is out of range.");
  if (type === "sketch") return { question, answer: all.map((height) => low + (height / 1000) * (high - low)) };
  return { question, answer: type === "number" ? coded : all };
}
