import assert from "node:assert/strict";
import { test } from "node:test";
import { averaged } from "../src/controls/wav.js";

/** A WAV file with a chunk before its samples; `put` writes sample k at a place. */
function wav(count, { code = 1, channels = 2, rate = 8000, width = 2, put, extra = 3 }) {
  const [step, odd] = [channels * width, extra + (extra % 2)];
  const view = new DataView(new ArrayBuffer(52 + odd + count * step));
  const word = (at, text) => [...text].forEach((letter, n) => view.setUint8(at + n, letter.charCodeAt(0)));
  [[0, "RIFF"], [8, "WAVE"], [12, "LIST"], [20 + odd, "fmt "], [44 + odd, "data"]].forEach(([at, text]) => word(at, text));
  [[16, extra], [24 + odd, 16], [32 + odd, rate], [48 + odd, count * step]].forEach(([at, value]) => view.setUint32(at, value, true));
  [[28 + odd, code], [30 + odd, channels], [40 + odd, step], [42 + odd, 8 * width]].forEach(([at, value]) => view.setUint16(at, value, true));
  for (let k = 0; k < count * channels; k++) put(view, 52 + odd + k * width, k);
  return Object.assign(new Blob([view.buffer]), { name: "a.wav" });
}

const samplesOf = ({ data }) => Array.from(new Int16Array(data.buffer.slice(44)));
const means = [1, 5, 9, 13, 17].map((k) => 100 * k);

test("channels are averaged, in all forms of samples", async () => {
  const forms = [
    { put: (view, at, k) => view.setInt16(at, 200 * k, true) },
    { width: 3, put: (view, at, k) => view.setInt16(at + 1, 200 * k, true) },
    { width: 4, put: (view, at, k) => view.setInt32(at, 65536 * 200 * k, true) },
    { code: 3, width: 4, put: (view, at, k) => view.setFloat32(at, (200 * k) / 32767, true) },
  ];
  for (const form of forms) {
    const sent = await averaged(wav(5, form), 1000);
    assert.deepEqual([samplesOf(sent), sent.channels, sent.size], [means, 2, 54]);
  }
});

test("as much is sent as may be, and the header tells of the whole", async () => {
  const sent = await averaged(wav(500, { put: (view, at, k) => view.setInt16(at, k, true) }), 244);
  const head = new DataView(sent.data.buffer);
  assert.deepEqual([sent.data.length, sent.size, head.getUint32(40, true), head.getUint32(24, true)], [244, 1044, 1000, 8000]);
});

test("what is no WAV file, or one of another form, is left to Python", async () => {
  assert.equal(await averaged(new Blob([new Uint8Array(99)]), 1000), undefined);
  assert.equal(await averaged(new Blob(["RIFF"]), 1000), undefined);
  assert.equal(await averaged(wav(5, { width: 1, put: (view, at) => view.setUint8(at, 128) }), 1000), undefined);
  assert.equal(await averaged(wav(5, { code: 6, put() {} }), 1000), undefined);
  assert.equal(await averaged(wav(5, { channels: 0, put() {} }), 1000), undefined);
});
