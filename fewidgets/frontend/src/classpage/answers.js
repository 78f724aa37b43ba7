// The answer to a prediction in a code, as fewidgets/explorables/predicting/answer_codes.py writes it.

import { reader } from "./bits.js";
import { read } from "./letters.js";

const [CLASS, QUESTION, PLACE, HEIGHT] = [15, 25, 5, 10];
const STAGES = ["open", "committed", "shown"];

/** Read a code; `page` has the mark of predictions and the questions. Throws an Error that says what is wrong. */
export function answerIn(code, { prediction, questions }) {
  const { bits, number } = reader(read(code));
  if (bits(CLASS) !== prediction) throw new Error("it opens an explorable; this page counts answers to predictions.");
  const mark = bits(QUESTION);
  const question = questions.find((each) => each.mark === mark);
  if (!question) throw new Error("it answers a question that is not in this page, or another version of one.");
  const stage = STAGES[bits(2)];
  if (!stage) throw new Error("it was made by a newer version of fewidgets.");
  if (!bits(1)) {
    if (stage === "shown") return { question };
    throw new Error("it holds no answer: the student has not answered yet.");
  }
  const { type, options, low, high, size } = question;
  const place = () => {
    const found = bits(PLACE);
    if (found >= options.length) throw new Error("it names an option that is not there.");
    return found;
  };
  const answers = {
    one: () => [place()],
    several: () => options.map(() => bits(1)).flatMap((on, i) => (on ? i : [])),
    order: () => options.map(place),
    number() {
      const value = number();
      if (!(value >= low && value <= high)) throw new Error("its number is out of range.");
      return value;
    },
    sketch: () => Array.from({ length: size }, () => low + (Math.min(bits(HEIGHT), 1000) / 1000) * (high - low)),
  };
  return { question, answer: answers[type]() };
}
