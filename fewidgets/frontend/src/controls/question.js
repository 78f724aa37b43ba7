// Predict, then reveal: the question that a stepper asks before the next step, and the score of the answers.

import { html, on, onKeys, set, setText } from "../svg.js";
import { matching } from "../window.js";

const MANY = 20; // more options than this can be searched

/** The farthest step from `step` towards `goal` that needs no further prediction. */
export function allowedStep(record, step, goal) {
  for (let k = step; k < goal; k++) if (record[k] === -1) return k;
  return goal;
}

/** The options at `step`: all except those that were right at earlier steps, unless an option can be right again. */
export function openOptions(options, answers, step, repeats) {
  const gone = new Set(repeats ? [] : answers.slice(0, step));
  return options.map((_, i) => i).filter((i) => !gone.has(i));
}

/** The number of answers, and of right answers. */
export function scoreOf(record, answers) {
  const asked = record.filter((answer) => answer !== -1).length;
  const right = record.filter((answer, k) => answer !== -1 && answer === answers[k]).length;
  return { asked, right };
}

export function question(spec, view, reveal) {
  const { prompt, options, answers } = spec;
  const checkbox = html("input", { type: "checkbox", "aria-label": "Predict first" });
  const switchNode = html("label.switch", checkbox, "Predict first");
  const score = html("span.score", { "data-part": "score" });
  const verdict = html("p.verdict", { "data-part": "verdict", role: "status" });
  const asked = html("p.prompt", prompt);
  const choices = html("div.options");
  const search = html("input.field", { type: "search", "aria-label": `${prompt} Find an answer`, placeholder: `Find among ${options.length}`, spellcheck: "false", hidden: options.length <= MANY });
  const box = html("div.question", { role: "group", "aria-label": prompt }, asked, search, choices);
  const node = html("div.question-holder", html("div.verdict-row", verdict, score), box);
  let pending; // the step whose successor must be predicted now
  let feedback = { step: -1, text: "" };

  const record = () => {
    const kept = view.get(spec.record);
    return answers.map((_, k) => kept?.[k] ?? -1);
  };
  const answer = (option) => {
    const step = pending;
    const kept = record();
    kept[step] = option;
    pending = undefined;
    const truth = options[answers[step]];
    const text = option === answers[step] ? `Right: ${truth}.` : `Not ${options[option]}: it is ${truth}.`;
    feedback = { step: step + 1, text };
    view.set({ [spec.record]: kept });
    reveal(step + 1);
    view.focus();
  };
  on(search, "input", () => {
    const found = new Set(matching(options, search.value));
    for (const choice of choices.children) set(choice, { hidden: !found.has(Number(choice.dataset.option)) });
  });
  onKeys(search, ({ key }) => key === "Enter" && (() => {
    const left = [...choices.children].filter(({ hidden }) => !hidden);
    if (left.length === 1) left[0].click();
  }));
  on(checkbox, "change", () => {
    pending = undefined;
    view.set({ [spec.switch]: checkbox.checked });
  });

  return {
    node,
    switchNode,
    allow(step, goal) {
      const allowed = view.get(spec.switch) ? allowedStep(record(), step, goal) : goal;
      pending = allowed < goal ? allowed : undefined;
      return allowed;
    },
    update(step) {
      const asking = Boolean(view.get(spec.switch));
      checkbox.checked = asking;
      if (!asking || (pending !== undefined && pending !== step)) pending = undefined;
      const { asked: count, right } = scoreOf(record(), answers);
      setText(score, asking || count ? `${right} of ${count} right` : "");
      setText(verdict, feedback.step === step && pending === undefined ? feedback.text : "");
      set(node, { hidden: !asking && !count });
      set(box, { hidden: pending === undefined });
      const wanted = pending === undefined ? "" : String(pending);
      if (box.dataset.step === wanted) return;
      box.dataset.step = wanted;
      choices.replaceChildren();
      search.value = "";
      if (pending === undefined) return;
      for (const option of openOptions(options, answers, pending, spec.repeats)) {
        const choice = html("button", { "data-option": option }, options[option]);
        on(choice, "click", () => answer(option));
        choices.append(choice);
      }
      (search.hidden ? choices.firstChild : search)?.focus({ preventScroll: true });
    },
  };
}
