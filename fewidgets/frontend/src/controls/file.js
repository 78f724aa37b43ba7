// A file to choose or drop. The native input is invisible and covers its label.

import { html, on, setText } from "../svg.js";

const megabytes = (bytes) => `${+(bytes / 1e6).toPrecision(2)} MB`;

export function file({ name, label, accept, limit }, view) {
  const input = html("input", { type: "file", accept, "aria-label": label, "data-control": name });
  // This is not an <output>, because the label would then name the output instead of the input.
  const chosen = html("span", { role: "status" });
  on(input, "change", async () => {
    const [given] = input.files;
    if (given?.size > limit) view.refuse(`${given.name} must have at most ${megabytes(limit)}; it has ${megabytes(given.size)}.`, name);
    else if (given) view.set({ [name]: { name: given.name, size: given.size, data: new Uint8Array(await given.arrayBuffer()) } });
    input.value = ""; // so that the same file can be chosen again
  });
  return {
    node: html("label.control.file", label, chosen, input),
    update: ({ state }) => setText(chosen, state[name]?.name ?? ""),
  };
}
