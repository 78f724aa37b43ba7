// A sound, with a button to play and to stop it. Nothing sounds by itself, and only one at a time.

import { compile } from "../frames.js";
import { html, on, px, set, setText, svg } from "../svg.js";

const LOUDNESS = 0.4; // of what the device gives, at most
const FADE = 0.01; // s at either end: a sudden start clicks

let context;
let silence = () => {};

export function sound(mark, layer, panel) {
  const samples = compile(mark.samples);
  const button = html("button", { type: "button", "data-part": "sound" });
  const cursor = mark.cursor && svg("line", { class: "fw-playhead", visibility: "hidden" }, layer);
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
    const seconds = data.length / mark.rate;
    if (!data.length) return;
    const buffer = context.createBuffer(1, data.length, mark.rate);
    buffer.copyToChannel(Float32Array.from(data, (sample) => sample / 32768), 0);
    const [source, volume] = [context.createBufferSource(), context.createGain()];
    source.buffer = buffer;
    source.connect(volume).connect(context.destination);
    const start = context.currentTime;
    const fade = Math.min(FADE, seconds / 2);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + fade);
    volume.gain.setValueAtTime(LOUDNESS, start + seconds - fade);
    volume.gain.linearRampToValueAtTime(0, start + seconds);
    source.start();
    const follow = () => {
      if (!stop) return;
      const x = px(panel.x(context.currentTime - start));
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
    layout() {},
    update: (now) => (shot = now),
    close: () => stop?.(),
  };
}
