// A question: the form for the answer and its buttons, and after a commit the answer against the truth, with the reason.

import { adoptStyle } from "../sheet.js";
import { html, on, set, setText } from "../svg.js";
import { unpacked } from "../classpage/codes.js";
import { revealFor } from "./grade.js";
import { KINDS } from "./kinds.js";
import { recall, remember } from "./memory.js";
import css from "./predictions.css";

const OUTCOMES = { right: "✓", wrong: "✗", shown: "→" };
const NO_MEMORY = "This page cannot store anything here, so it forgets your prediction when you close it.";

let questions = 0;

/** Show a question in `node`; `control` is the encoded control of `fewidgets.scene.Ask`, and `view` the view of its scene. */
export function ask(control, view, node) {
  const { root } = view;
  adoptStyle(root, css);
  root.classList.add("fw-predicting");
  const id = `fw-question-${++questions}`;
  const prompt = html("p.asked", { id });
  const body = html("div.answering");
  const commit = html("button.commit", "Commit");
  const skip = html("button.skip", "Show me without predicting");
  const hint = html("span.hint", { id: `${id}-hint` });
  const actions = html("div.actions", commit, skip, hint);
  const verdict = html("div.result", { role: "group", "aria-label": "Result", tabindex: -1, hidden: true });
  const held = html("div.then");
  const kind = KINDS[control.form.type];
  let form, painted, sealed, mine, shows, closed, end;
  node.append(prompt, body, actions, verdict);
  set(commit, { "aria-describedby": hint.id });

  const options = () => [...node.querySelectorAll("[data-option]")];
  const get = (name) => view.get(name);
  const stage = () => get(control.stage);
  const answer = () => get(control.name);
  const ready = () => answer() ?? form?.standing ?? null; // an order stands there before anybody moves it
  const predicted = (changes) => {
    mine = true;
    view.set(changes);
  };

  on(commit, "click", () => {
    if (ready() === null) return form.focus();
    predicted({ [control.name]: ready(), [control.stage]: "committed" });
  });
  on(skip, "click", () => predicted({ [control.name]: null, [control.stage]: "shown" }));

  /** Where the kernel has not told the reveal, a page finds it in what it carries. */
  async function unseal() {
    const content = await unpacked(control.sealed, "deflate");
    const [now, value] = [stage(), answer()];
    const stored = remember(control.record, { answer: value, stage: now });
    const given = now === "committed" ? value : null;
    sealed = { reveal: revealFor(content, control.form, given), then: content.then, note: stored ? "" : NO_MEMORY };
    if (kind.panel) view.show([kind.panel(content.rules, given)]);
    view.update();
  }

  function change(value) {
    if (value !== answer()) view.set({ [control.name]: value });
    else if (value === null) view.update(); // a sketch that is not whole yet: say what is missing
  }

  function paintForm() {
    form ??= kind.form(control.form, { id, view, change });
    if (form.node.parentNode !== body) {
      body.replaceChildren(form.node);
      if (kind.panel) root.querySelector(".fw-grid-of-panels").after(actions, verdict); // one commits below what one has drawn
    }
    const missing = form.show(answer());
    set(commit, { "aria-disabled": ready() === null ? "true" : undefined });
    setText(hint, ready() === null ? missing : control.holds ? "The picture follows after that." : "You cannot change it afterwards.");
  }

  function paintReveal(reveal, note) {
    const signature = JSON.stringify([reveal, answer(), note]);
    if (signature === painted) return;
    painted = signature;
    form?.close?.();
    form = undefined;
    const tops = new Map(options().map((row) => [row.dataset.option, row.getBoundingClientRect().top]));
    const { outcome, lead, yours, reason, truth, because, each } = reveal;
    const shown = kind.shown ? [kind.shown(control.form, reveal, answer())] : []; // a picture shows it by itself
    const texts = [[yours, reason], [truth, because]].map((parts) => parts.filter(Boolean).join(" ")).filter(Boolean);
    body.replaceChildren(...(each ? [] : shown));
    set(actions, { hidden: true });
    verdict.replaceChildren(
      html("p.lead", html("span.sign", { "aria-hidden": "true" }, OUTCOMES[outcome]), lead),
      ...(each ? shown : texts.map((text) => html("p", text))),
      ...(note ? [html("p.hint", note)] : []),
    );
    verdict.dataset.outcome = outcome;
    set(verdict, { hidden: false });
    for (const row of options()) set(row, { style: `--fw-from:${tops.get(row.dataset.option) - row.getBoundingClientRect().top}px` });
    if (mine) verdict.focus({ preventScroll: true });
    mine = false;
    root.dispatchEvent(new CustomEvent("fewidgets-predicted", { bubbles: true, composed: true, detail: control.record }));
  }

  /** Show what was held back below the question: a model of the kernel, or a part of this page. */
  async function showHeld(page) {
    if (shows) return;
    shows = true;
    const kept = control.sealed ? page : await view.other("_then");
    shows = Boolean(kept);
    if (!kept || closed) return;
    root.after(held);
    held.dataset.level = root.parentNode.dataset.level ?? 2;
    end = await view.again(kept, held);
    if (closed) end();
  }
  view.reset = () => {}; // a prediction is not taken back

  const known = control.sealed && stage() === "open" && recall(control.record);
  if (known) queueMicrotask(() => view.set({ [control.name]: known.answer, [control.stage]: known.stage }));

  return {
    adopt: (next) => (control = next),
    update() {
      setText(prompt, control.prompt);
      if (stage() === "open") return paintForm();
      const reveal = control.reveal ?? sealed?.reveal;
      if (!reveal) {
        for (const button of [commit, skip]) set(button, { disabled: true });
        setText(hint, "Checking …");
        if (control.sealed && sealed === undefined) unseal((sealed = null));
        return;
      }
      paintReveal(reveal, get("notice") || sealed?.note);
      if (control.reveal && control.sealed && sealed === undefined) unseal((sealed = null)); // a page that was saved after the commit
      if (!control.sealed || sealed) showHeld(sealed?.then);
    },
    close() {
      closed = true;
      form?.close?.();
      end?.();
      held.remove();
    },
  };
}
