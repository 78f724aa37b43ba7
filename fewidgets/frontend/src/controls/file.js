// A file to choose, or to drop here.

import { html, on, setText } from "../svg.js";

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

export function file({ name, label, accept, limit }, view) {
  const input = html("input", { type: "file", accept: accept || undefined, "aria-label": label || name, "data-control": name });
  const chosen = html("output", { class: "fw-value-text" });
  const node = html("label", { class: "fw-control fw-file" }, html("span", {}, label || name), input, chosen);
  const take = async (given) => {
    if (!given || view.disabled(name)) return;
    if (given.size > limit) view.refuse(`${given.name} has ${megabytes(given.size)}; at most ${megabytes(limit)} are taken.`);
    else view.set({ [name]: { name: given.name, size: given.size, data: new Uint8Array(await given.arrayBuffer()) } });
  };
  on(input, "change", () => {
    take(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  });
  on(node, "dragover", (event) => event.preventDefault());
  on(node, "drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  return { node, update: ({ state }) => setText(chosen, state[name]?.name ?? ""), close() {} };
}
