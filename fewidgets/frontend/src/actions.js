// What the menu of a scene offers.

import { csvOf } from "./data/csv.js";
import { joined } from "./data/tabulate.js";
import { explain } from "./help.js";
import { pictureOf, pngOf } from "./savepicture.js";
import { html } from "./svg.js";
import { linesOf, playTones } from "./tones.js";

const TYPES = { svg: "image/svg+xml", png: "image/png", csv: "text/csv" };

/** Give a file to the browser to save; a sandboxed frame may silently refuse it. */
function save({ root }, content, ending) {
  const name = `${root.getAttribute("aria-label").replace(/[^\p{L}\p{N}]+/gu, "-")}.${ending}`;
  const href = URL.createObjectURL(new Blob([content], { type: TYPES[ending] }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return `Saved as ${name}, if downloads are allowed here.`;
}

async function copyData(view) {
  const named = ({ spec, data }) => data.tables().map((table) => ({ ...table, title: joined([spec.title, table.title], ": ") }));
  const text = csvOf(view.views.flatMap(named));
  try {
    await navigator.clipboard.writeText(text);
    return "Copied all tables as CSV.";
  } catch {
    return `The clipboard is not allowed here. ${save(view, text, "csv")}`;
  }
}

/** The actions on a view as pairs of a text and a function, which returns a message or nothing; `tell` shows a message meanwhile. */
export function actionsOf(view, tell) {
  const { root, views: panels, picked } = view;
  const tabled = panels.some(({ data }) => data.shown());
  const full = root.getRootNode().fullscreenElement === root;
  const silence = () => (view.silence = view.silence?.());
  const play = (panel) => {
    silence();
    view.silence = playTones(panel, panel.data.parts(), picked(), tell);
  };
  const sounding = panels.filter(({ root: plot, data }) => plot && globalThis.AudioContext && linesOf(data.parts()).length);
  return [
    ["Reset", view.reset],
    ...(view.also ?? []),
    ["How to use this", () => explain(root)],
    [tabled ? "Show as pictures" : "Show as tables", () => panels.forEach(({ data }) => data.show(!tabled))],
    ["Copy data (CSV)", () => copyData(view)],
    ["Save picture (SVG)", () => save(view, pictureOf(view).text, "svg")],
    ["Save picture (PNG)", async () => save(view, await pngOf(pictureOf(view)), "png")],
    document.fullscreenEnabled && [full ? "Leave full screen" : "Full screen", () => (full ? document.exitFullscreen() : root.requestFullscreen())],
    ...sounding.map((panel) => [`Hear “${panel.spec.title}”`, () => play(panel)]),
    view.silence && ["Stop the sound", silence],
  ].filter(Boolean);
}
