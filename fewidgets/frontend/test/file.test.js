import assert from "node:assert/strict";
import { test } from "node:test";
import { partOf } from "../src/controls/file.js";

const fileOf = (name, size) => Object.assign(new Blob([new Uint8Array(size).fill(7)]), { name });
const control = { limit: 1000, most: 100 };

test("a small file is sent as it is", async () => {
  const { name, size, data } = await partOf(fileOf("a.wav", 60), control);
  assert.deepEqual([name, size, data.length, data[59]], ["a.wav", 60, 60, 7]);
});

test("the beginning of a large file is sent if it is of use", async () => {
  const { size, data } = await partOf(fileOf("a.wav", 900), { ...control, beginning: true });
  assert.deepEqual([size, data.length], [900, 100]);
});

test("what cannot be sent is refused in words", async () => {
  await assert.rejects(partOf(fileOf("a.wav", 1001), { ...control, beginning: true }), /^Error: a.wav must have at most 0.001 MB; it has 0.001 MB.$/);
  await assert.rejects(partOf(fileOf("a.png", 900), { ...control, side: 50 }), /a.png has 0.0009 MB, and this browser cannot make it smaller/);
});

test("a picture that is too large is drawn smaller, and what no browser reads is left to Python", async (t) => {
  const drawn = [];
  const pen = { fillRect() {}, drawImage: (...place) => drawn.push(place.slice(1)) };
  const sheet = { getContext: () => pen, toBlob: (done) => done(new Blob([new Uint8Array(40)])) };
  t.after(() => (globalThis.document = globalThis.createImageBitmap = undefined));
  globalThis.document = { createElement: () => sheet };
  globalThis.createImageBitmap = async () => ({ width: 8000, height: 6000, close() {} });
  const sent = await partOf(fileOf("a.jpg", 900), { ...control, side: 80 });
  assert.deepEqual([sent.pixels, sent.size, sent.data.length, drawn], [[6000, 8000], 900, 40, [[0, 0, 80, 60]]]);
  globalThis.createImageBitmap = async () => {
    throw new Error("no picture");
  };
  assert.equal((await partOf(fileOf("a.tif", 90), { ...control, side: 80 })).size, 90);
});
