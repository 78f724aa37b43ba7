// The menu of a scene: a button beside the title that opens a list of actions on the whole picture.

import { html, on, onKeys, set, setText } from "./svg.js";

const SHOWN = 8000; // ms that a message stays

/** Build a menu. `actions` is called when it opens and returns pairs of a text and a function. */
export function menu(actions) {
  const button = html("button.more", { "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": "More actions", title: "More actions" }, "⋯");
  const list = html("div.menu", { role: "menu", "aria-label": "More actions", hidden: true });
  const said = html("span.said", { role: "status" });
  const items = () => [...list.children];
  let fading;

  /** Write what an action has done beside the button; it disappears after a while. */
  const tell = (text) => {
    setText(said, text);
    clearTimeout(fading);
    fading = setTimeout(() => setText(said, ""), SHOWN);
  };
  const close = () => {
    set(list, { hidden: true });
    set(button, { "aria-expanded": "false" });
    list.getRootNode().removeEventListener("pointerdown", outside, true);
  };
  const outside = ({ target }) => list.contains(target) || button.contains(target) || close();
  const run = async (act) => {
    close();
    button.focus({ preventScroll: true });
    try {
      const text = await act();
      if (text) tell(text);
    } catch (problem) {
      tell(`That did not work: ${problem.message}`);
    }
  };
  const open = (which) => {
    list.replaceChildren(
      ...actions().map(([text, act]) => {
        const item = html("button", { role: "menuitem", tabindex: -1 }, text);
        on(item, "click", () => run(act));
        return item;
      }),
    );
    set(list, { hidden: false });
    set(button, { "aria-expanded": "true" });
    list.getRootNode().addEventListener("pointerdown", outside, true);
    items().at(which).focus({ preventScroll: true });
  };
  on(button, "click", () => (list.hidden ? open(0) : close()));
  onKeys(button, ({ key }) => ({ ArrowDown: () => open(0), ArrowUp: () => open(-1) })[key]);
  onKeys(list, ({ key, target }) => {
    const all = items();
    const here = all.indexOf(target);
    const goal = { ArrowDown: (here + 1) % all.length, ArrowUp: here - 1, Home: 0, End: -1 }[key];
    if (goal !== undefined) return () => all.at(goal).focus();
    if (key === "Escape") return () => (close(), button.focus());
    if (key === "Enter" || key === " ") return () => target.click();
    const named = [...all.slice(here + 1), ...all].find(({ textContent }) => textContent[0].toLowerCase() === key.toLowerCase());
    return named && (() => named.focus());
  });
  on(list, "focusout", ({ relatedTarget }) => list.contains(relatedTarget) || list.hidden || relatedTarget === button || close());

  return {
    node: html("div.more-holder", said, button, list),
    tell,
    close() {
      clearTimeout(fading);
      close();
    },
  };
}
