// A sound, with a button that plays and stops it. No sound starts by itself, and only one player sounds at a time.

import { compile } from "../frames.js";
import { html, on, px, set, setText, svg } from "../svg.js";

const LOUDNESS = 0.4; // of the device's volume, at most
const FADE = 0.01; // seconds at either end; without it, a sound starts and ends with a click

let context;
let silence = () => {};

export function audioplayer(mark, layer, panel) {
  const samples = compile(mark.samples);
  const button = html("button", { "data-part": "sound" });
  const cursor = mark.cursor && svg("line.playhead", { visibility: "hidden" }, layer);
  let stop, shot;
  const show = () => {
    setText(button, stop ? "■ Stop" : "▶ Play");
    set(button, { "aria-label": `${stop ? "Stop" : "Play"} ${mark.label}`, "aria-pressed": String(Boolean(stop)) });
  };
  const play = async () => {
    silence();
    context ??= new AudioContext();
    await context.resume();
    const data = samples.at(shot);
    const last = data.length - 1;
    if (last < 1) return;
    const buffer = context.createBuffer(1, last + 1, mark.rate);
    const fade = FADE * mark.rate;
    buffer.copyToChannel(Float32Array.from(data, (sample, i) => (sample / 32768) * LOUDNESS * Math.min(1, i / fade, (last - i) / fade)), 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const start = context.currentTime;
    source.start();
    const follow = () => {
      if (!stop) return;
      const x = px(panel.x(mark.start + context.currentTime - start));
      set(cursor, { x1: x, x2: x, y1: panel.box.top, y2: panel.box.bottom, visibility: undefined });
      requestAnimationFrame(follow);
    };
    stop = silence = () => {
      if (!stop) return;
      stop = undefined;
      source.stop();
      if (cursor) set(cursor, { visibility: "hidden" });
      show();
    };
    source.onended = stop;
    if (cursor && panel.box) follow();
    show();
  };
  on(button, "click", () => (stop ? stop() : play()));
  show();

  return {
    tool: button,
    update: (now) => (shot = now),
    close: () => stop?.(),
  };
}
