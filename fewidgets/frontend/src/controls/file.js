// A file to choose, or to drop here: the native input lies unseen over its label.

import { html, on, setText } from "../svg.js";

const megabytes = (bytes) => `${+(bytes / 1e6).toPrecision(2)} MB`;

export function file({ name, label, accept, limit }, view) {
  const input = html("input", { type: "file", accept, "aria-label": label, "data-control": name });
  // No <output>: the label would name it too, and not the input.
  const chosen = html("span", { role: "status" });
  on(input, "change", async () => {
    const [given] = input.files;
    if (given?.size > limit) view.refuse(`${given.name} has ${megabytes(given.size)}; at most ${megabytes(limit)} are taken.`, name);
    else if (given) view.set({ [name]: { name: given.name, size: given.size, data: new Uint8Array(await given.arrayBuffer()) } });
    input.value = ""; // so that the same file can be chosen again
  });
  return {
    node: html("label.control.file", label, chosen, input),
    update: ({ state }) => setText(chosen, state[name]?.name ?? ""),
  };
}
