// A stepper: reset, back, play or pause, forward, a track and a speed. It may ask a question before it shows the next step.

import { reducedMotion } from "../theme.js";
import { clamp, html, on, onKeys, set, setText, svg } from "../svg.js";
import { question } from "./question.js";
import { onTrack } from "./track.js";

const ICONS = {
  reset: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10l7-5z",
};
const SPEEDS = [0.5, 1, 2, 4];

function button(label, icon, act) {
  const path = svg("path", { d: ICONS[icon] });
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(path);
  const node = html("button", { "aria-label": label, title: label }, picture);
  on(node, "click", act);
  return { node, path };
}

export function stepper(control, view) {
  const { name, label } = control;
  let last = control.length - 1;
  const asking = control.question && question(control.question, view, (step) => view.move(name, step));
  let frame;
  let since;

  const current = () => view.get(name);
  const go = (goal) => {
    const wanted = clamp(Math.round(goal), 0, last);
    const allowed = asking ? asking.allow(current(), wanted) : wanted;
    if (allowed < wanted) pause();
    if (allowed !== current()) view.set({ [name]: allowed });
    else view.update();
  };
  const user = (goal) => {
    pause();
    go(goal);
  };

  const reset = button("Reset", "reset", () => view.atOnce(() => user(0)));
  const back = button("Back", "back", () => user(current() - 1));
  const play = button("Play", "play", () => (frame === undefined ? start() : pause()));
  const forward = button("Forward", "forward", () => user(current() + 1));
  const speed = html("select", { "aria-label": "Speed", title: "Speed" });
  speed.append(...SPEEDS.map((factor) => html("option", { value: factor, selected: factor === 1 }, `${factor}×`)));
  const input = html("input", {
    type: "range", min: 0, max: Math.max(last, 1), step: 1, "aria-label": label, "data-control": name,
  });
  const output = html("span.value-text");

  function start() {
    if (still || frame !== undefined) return;
    if (current() >= last) go(0);
    since = performance.now();
    frame = requestAnimationFrame(tick);
    show();
  }
  function pause() {
    if (frame === undefined) return;
    cancelAnimationFrame(frame);
    frame = undefined;
    show();
  }
  function tick(now) {
    frame = requestAnimationFrame(tick);
    if (now - since < (1000 * control.seconds) / Number(speed.value)) return;
    since = now;
    go(current() + 1);
    if (current() >= last) pause();
  }
  function show() {
    const playing = frame !== undefined;
    const text = playing ? "Pause" : "Play";
    const why = still ? "Play (off: your system asks for reduced motion)" : text;
    set(play.node, { "aria-label": text, title: why, disabled: still });
    set(play.path, { d: ICONS[playing ? "pause" : "play"] });
  }
  let still = reducedMotion((less) => {
    still = less;
    pause();
    show();
  });
  show();

  onTrack(input, user, view.remember, () => (input.value = current()));
  const [further, nearer] = [1, -1].map((by) => () => user(current() + by));
  const keys = {
    ArrowRight: further, ArrowUp: further, PageUp: further, ArrowLeft: nearer, ArrowDown: nearer, PageDown: nearer,
    Home: () => user(0), End: () => user(last), " ": () => play.node.click(),
  };
  onKeys(input, ({ key }) => keys[key]);

  const row = html("div.control.stepper",
    html("span.name-text", label),
    html("div.buttons", { "data-manual": "Play: press the button, or Space on the slider." }, reset.node, back.node, play.node, forward.node),
    html("div.track", input), output, speed,
  );
  if (asking) row.append(asking.switchNode);
  return {
    node: asking ? html("div.asking", row, asking.node) : row,
    go: user,
    pause,
    playing: () => frame !== undefined,
    // A stepper with a question is not updated but built again.
    adopt: asking
      ? undefined
      : (next) => {
          control = next;
          last = next.length - 1;
          set(input, { max: Math.max(last, 1) });
        },
    update(shot) {
      const step = Math.min(shot.state[name], last);
      if (+input.value !== step) input.value = step; // to set it costs time, also where a key has set it
      setText(output, `${step} of ${last}`);
      input.setAttribute("aria-valuetext", `${label} ${step} of ${last}`);
      set(reset.node, { disabled: step === 0 });
      set(back.node, { disabled: step === 0 });
      set(forward.node, { disabled: step === last });
      asking?.update(step);
    },
    close: pause,
  };
}
