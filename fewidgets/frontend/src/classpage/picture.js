// The sketches of a class.

import { counted, make } from "./making.js";

const COLORS = 3; // of curves, in page.css
const [WIDE, HIGH, EDGE] = [800, 360, 26];

/** The number of sketches, and the names of their curves in their colours. */
function legend({ names }, answers) {
  const node = make("p", "", { class: "legend" });
  node.append(counted(answers), ...names.map((name, k) => make("span", name, { class: `curve${k % COLORS}` })));
  return node;
}

/** All sketches over each other; the truth is the thick line. */
function sketches({ size, curves, names, range: [low, high], xs, ends: [first, last], label }, answers, truth) {
  const svg = (name, attributes, parent) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent?.append(node);
    return node;
  };
  const node = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${answers.length} sketches of ${label}${truth ? ", and the truth as a thick line" : ""}` });
  const count = size / curves;
  const x = (i) => EDGE + ((xs[i] - xs[0]) / (xs[count - 1] - xs[0])) * (WIDE - 2 * EDGE);
  const y = (value) => HIGH - EDGE - ((value - low) / (high - low)) * (HIGH - 2 * EDGE);
  const draw = (values, name) => {
    for (let k = 0; k < curves; k++) {
      const points = values.slice(k * count, (k + 1) * count).map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
      svg("path", { d: `M${points.join("L")}`, class: names.length ? `${name} curve${k % COLORS}` : name }, node);
    }
  };
  for (const answer of answers) draw(answer, "");
  if (truth) draw(truth, "right");
  for (const [text, at, anchor] of [[first, EDGE, "start"], [last, WIDE - EDGE, "end"]]) svg("text", { x: at, y: HIGH - 6, "text-anchor": anchor }, node).textContent = text;
  return node;
}

export const picture = (question, answers, truth) => [legend(question, answers.length), sketches(question, answers, truth)];
