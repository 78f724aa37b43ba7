// A page that counts pasted answers, without a kernel, a server or a network (../static/classpage.js).

import { answerIn } from "./answers.js";
import { COUNTED } from "../asking/kinds.js";
import { codesIn, unpacked } from "./codes.js";
import { counted, make } from "./making.js";
import css from "./page.css";

const SHOWN = 5; // problems that are written out

/** Read all codes of a text: the answers of each question, who looked without an answer, and what is wrong with the others. */
export async function collect(text, page) {
  const found = { given: new Map(), looked: new Map(), problems: [], codes: 0 };
  for (const code of codesIn(text)) {
    found.codes += 1;
    try {
      const { question, answer } = await answerIn(code, page);
      const place = answer === undefined ? found.looked : found.given;
      place.set(question, [...(place.get(question) ?? []), answer]);
    } catch (problem) {
      found.problems.push(`${code}: ${problem.message}`);
    }
  }
  return found;
}

function table(bars, answers) {
  const node = make("table");
  const most = Math.max(1, ...bars.map(([, count]) => count));
  node.append(make("caption", counted(answers)));
  for (const [label, count, right] of bars) {
    const row = node.insertRow();
    row.className = right ? "right" : "";
    row.append(make("th", `${right ? "✓ " : ""}${label}${right ? " (right)" : ""}`, { scope: "row" }));
    const bar = make("div", "", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * count) / most}%`;
    row.insertCell().append(bar);
    row.insertCell().textContent = count;
  }
  return node;
}

/** Fill a page. `page` is the data that fewidgets/classroom/page.py writes. */
export async function open(main, page) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const paste = make("textarea", "", { id: "codes", rows: 4, spellcheck: "false", autocomplete: "off", "aria-describedby": "how", placeholder: "FW2-…" });
  const state = make("p", "", { role: "status" });
  const problems = make("ul", "", { class: "problem", "aria-label": "Codes that were left out" });
  const choice = make("select", "", { id: "question" });
  const reveal = make("button", "Show the right answer", { type: "button", "aria-pressed": "false" });
  const title = make("h2");
  const shown = make("div");
  const truthLine = make("p", "", { class: "truth", role: "status" });
  const row = make("div", "", { class: "row" });
  const chooser = make("div");
  chooser.append(make("label", "Question", { for: "question" }), choice);
  row.append(chooser, reveal);
  main.append(
    make("h1", "What the class answered"),
    make("label", "Paste codes here, one or many", { for: "codes" }), paste,
    make("p", "A chat, a mail or a list will do. Other text is ignored. Nothing leaves this page, and nothing is kept when you close it.", { id: "how" }),
    state, problems, row, title, shown, truthLine,
  );
  let groups = new Map();
  for (const question of page.questions) {
    if (!groups.has(question.lesson)) groups.set(question.lesson, choice.appendChild(make("optgroup", "", { label: question.lesson })));
    groups.get(question.lesson).append(make("option", question.name, { value: question.mark }));
  }
  let found = await collect("", page);
  let asked = page.questions[0];
  let chosen = false; // whether the teacher has chosen the question
  let truths;
  const revealed = () => reveal.getAttribute("aria-pressed") === "true";

  function show() {
    const answers = found.given.get(asked) ?? [];
    const looked = (found.looked.get(asked) ?? []).length;
    const truth = revealed() ? truths?.[page.questions.indexOf(asked)] : undefined;
    title.textContent = asked.text;
    choice.value = asked.mark;
    const { picture, bars } = COUNTED[asked.type];
    const right = truth && [truth.answer].flat();
    shown.replaceChildren(...(picture?.(asked, answers, right) ?? [table(bars(asked, answers, right), answers.length)]));
    const missing = revealed() && !truth && "The right answer is not in this page.";
    truthLine.textContent = [truth?.words || missing, looked && `${looked} looked without an answer.`].filter(Boolean).join(" ");
  }

  async function update() {
    const text = paste.value;
    const read = await collect(text, page);
    if (text !== paste.value) return; // more was pasted meanwhile
    found = read;
    const { problems: wrong, codes, given } = found;
    const good = codes - wrong.length;
    state.textContent = !paste.value.trim()
      ? ""
      : codes
        ? `${good} of ${codes} code${codes === 1 ? "" : "s"} read.`
        : "There is no code in this text. A code looks like FW2-q1YqSy1… and stands in the notebook below p.share().";
    problems.replaceChildren(...wrong.slice(0, SHOWN).map((text) => make("li", text)), ...(wrong.length > SHOWN ? [make("li", `and ${wrong.length - SHOWN} more`)] : []));
    problems.hidden = !wrong.length;
    if (!chosen && given.size) asked = [...given].sort(([, one], [, other]) => other.length - one.length)[0][0];
    show();
  }

  paste.addEventListener("input", update);
  choice.addEventListener("change", () => {
    chosen = true;
    asked = page.questions.find(({ mark }) => mark === Number(choice.value));
    reveal.setAttribute("aria-pressed", "false");
    reveal.textContent = "Show the right answer";
    show();
  });
  reveal.addEventListener("click", async () => {
    truths ??= await unpacked(page.sealed, "deflate");
    reveal.setAttribute("aria-pressed", String(!revealed()));
    reveal.textContent = revealed() ? "Hide the right answer" : "Show the right answer";
    show();
  });
  update();
}
