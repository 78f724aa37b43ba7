// A question (fewidgets.scene.Ask). What shows it is a module of its own, which is loaded when a scene asks something.

import { open } from "../later.js";
import { html } from "../svg.js";

export function ask(control, view) {
  const node = html("div.control.ask");
  let question, closed;
  const load = async () => {
    const module = await view.asking();
    if (closed) return;
    question = open(module.predictions).ask(control, view, node);
    view.update();
  };
  load().catch((problem) => node.append(`This question cannot be shown (${problem.message}).`));
  return {
    node,
    adopt(next) {
      control = next;
      question?.adopt(next);
    },
    update: () => question?.update(),
    close() {
      closed = true;
      question?.close();
    },
  };
}
