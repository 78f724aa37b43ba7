// A file to choose or drop. The native input is invisible and covers its label.

import { html, on, setText } from "../svg.js";
import { averaged } from "./wav.js";

const megabytes = (bytes) => `${+(bytes / 1e6).toPrecision(2)} MB`;

const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

/** Reduce a picture to at most `side` pixels; undefined if it is small enough, or if this browser cannot read it. */
async function reduced(given, { side, most }) {
  let picture;
  try {
    picture = await createImageBitmap(given);
  } catch {
    return undefined;
  }
  const { width, height } = picture;
  const share = Math.min(1, side / Math.max(width, height));
  if (share === 1 && given.size <= most) return undefined;
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [width, height].map((length) => Math.max(1, Math.round(share * length)));
  const pen = sheet.getContext("2d", { alpha: false });
  pen.fillStyle = "white"; // as Python shows transparent pixels
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, sheet.width, sheet.height);
  picture.close();
  const small = await new Promise((done) => sheet.toBlob(done, "image/png"));
  return small && small.size <= most ? { name: given.name, size: given.size, pixels: [height, width], data: await bytesOf(small) } : undefined;
}

/** What is sent of a file: all of it, its beginning, the mean of its channels, or a smaller picture. Throws an error that says why it is nothing. */
export async function partOf(given, control) {
  const { name, size } = given;
  const { limit, most, side, beginning } = control;
  if (size > limit) throw new Error(`${name} must have at most ${megabytes(limit)}; it has ${megabytes(size)}.`);
  const small = side && (await reduced(given, control));
  if (small) return small;
  if (size <= most) return { name, size, data: await bytesOf(given) };
  if (beginning) return (await averaged(given, most)) ?? { name, size, data: await bytesOf(given.slice(0, most)) };
  throw new Error(`${name} has ${megabytes(size)}, and this browser cannot make it smaller. Save it as a smaller PNG or JPEG first.`);
}

export function file({ name, label, accept, ...control }, view) {
  const input = html("input", { type: "file", accept, "aria-label": label, "data-control": name });
  // This is not an <output>, because the label would then name the output instead of the input.
  const chosen = html("span", { role: "status" });
  on(input, "change", async () => {
    const [given] = input.files;
    try {
      if (given) view.set({ [name]: await partOf(given, control) });
    } catch (error) {
      view.refuse(error.message, name);
    }
    input.value = ""; // so that the same file can be chosen again
  });
  return {
    node: html("label.control.file", label, chosen, input),
    update: ({ state }) => setText(chosen, state[name]?.name ?? ""),
  };
}
