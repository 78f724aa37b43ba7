// A WAV file that is too large to be sent: one channel of 16 bits holds more seconds in the same number of bytes.

const HEAD = 44; // bytes before the samples of the file that is made
const [INTEGERS, FLOATS, EXTENSIBLE] = [1, 3, 0xfffe];

const tag = (view, at) => String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));

/** Where the samples are and how they are written; undefined if this is no WAV file, or one that only Python can judge. */
function layoutOf(view, size) {
  if (view.byteLength < 12 || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE") return undefined;
  let form;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [name, length] = [tag(view, at), view.getUint32(at + 4, true)];
    if (name === "fmt " && at + 24 <= view.byteLength) {
      const code = view.getUint16(at + 8, true);
      form = {
        code: code === EXTENSIBLE && length >= 26 ? view.getUint16(at + 32, true) : code,
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        step: view.getUint16(at + 20, true),
      };
    }
    if (name === "data") return form && { ...form, start: at + 8, frames: Math.floor(Math.min(length, size - at - 8) / form.step) };
    at += 8 + length + (length % 2);
  }
  return undefined;
}

const readers = {
  [`${INTEGERS} 2`]: (view, at) => view.getInt16(at, true),
  [`${INTEGERS} 3`]: (view, at) => view.getInt16(at + 1, true), // the lowest byte is far below what is drawn
  [`${INTEGERS} 4`]: (view, at) => view.getInt16(at + 2, true),
  [`${FLOATS} 4`]: (view, at) => 32767 * Math.max(-1, Math.min(1, view.getFloat32(at, true))),
};

/** The beginning of a WAV file, with all channels averaged; undefined if it cannot be made here. */
export async function averaged(given, most) {
  const layout = layoutOf(new DataView(await given.slice(0, 65536).arrayBuffer()), given.size);
  const { code, channels, rate, step, start, frames } = layout ?? {};
  const read = readers[`${code} ${step / channels}`];
  if (!read || !rate || !(frames > 0)) return undefined;
  const count = Math.min(frames, Math.floor((most - HEAD) / 2));
  const samples = new DataView(await given.slice(start, start + count * step).arrayBuffer());
  const made = new DataView(new ArrayBuffer(HEAD + 2 * count));
  const words = { 0: "RIFF", 8: "WAVE", 12: "fmt ", 36: "data" };
  for (const [at, word] of Object.entries(words)) [...word].forEach((letter, n) => made.setUint8(+at + n, letter.charCodeAt(0)));
  for (const [at, value] of [[4, HEAD - 8 + 2 * frames], [16, 16], [24, rate], [28, 2 * rate], [40, 2 * frames]]) made.setUint32(at, value, true);
  for (const [at, value] of [[20, INTEGERS], [22, 1], [32, 2], [34, 16]]) made.setUint16(at, value, true);
  const width = step / channels;
  for (let frame = 0; frame < count; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(samples, frame * step + channel * width);
    made.setInt16(HEAD + 2 * frame, Math.round(sum / channels), true);
  }
  return { name: given.name, size: HEAD + 2 * frames, channels, data: new Uint8Array(made.buffer) };
}
