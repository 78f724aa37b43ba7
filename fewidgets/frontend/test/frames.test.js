import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeArray } from "../src/arrays.js";
import { compile, locate, snapshot } from "../src/frames.js";

const encoded = (values, shape, Type = Float32Array, dtype = "float32") => {
  const data = new Type(values);
  return { dtype, shape, data: new DataView(data.buffer) };
};
const lam = { kind: "slider", name: "lam", interpolate: true, values: decodeArray(encoded([0, 1, 3], [3], Float64Array, "float64")) };
const axis = { kind: "choice", name: "axis", options: ["linear", "log"] };
const round = { kind: "stepper", name: "round", length: 3 };
const pick = { kind: "pick", name: "feature", options: ["a", "b"] };
const shot = (state) => {
  const whole = { lam: 0, axis: "linear", round: 0, feature: "", ...state };
  return snapshot([lam, axis, round, pick], (name) => whole[name]);
};

test("a slider is located between its values and kept within them", () => {
  assert.deepEqual(locate(lam, 2), { index: 1, fraction: 0.5 });
  assert.deepEqual(locate(lam, 1), { index: 1, fraction: 0 });
  assert.deepEqual(locate(lam, 99), { index: 2, fraction: 0 });
  assert.deepEqual(locate(lam, -1), { index: 0, fraction: 0 });
  assert.deepEqual(locate({ ...lam, interpolate: false }, 2.5), { index: 2, fraction: 0 });
});

test("other controls are located by their position", () => {
  assert.equal(locate(axis, "log").index, 1);
  assert.equal(locate(round, 9).index, 2);
  assert.equal(locate(pick, "").index, 0);
  assert.equal(locate(pick, "b").index, 2);
  assert.equal(locate({ kind: "toggle" }, true).index, 1);
});

test("array frames are blended on the way between two values", () => {
  const channel = compile({ frames: encoded([0, 10, 4, 20, 8, 0], [3, 2]), over: ["lam"], hold: false });
  assert.deepEqual([...channel.at(shot({ lam: 2 }))], [6, 10]);
  assert.deepEqual([...channel.at(shot({ lam: 1 }))], [4, 20]);
});

test("held frames stay until the next", () => {
  const channel = compile({ frames: encoded([1, 2, 3], [3], Uint8Array, "uint8"), over: ["lam"], hold: true });
  assert.equal(channel.at(shot({ lam: 2.9 })), 2);
  assert.equal(channel.whole, true);
});

test("between is shown strictly between two frames", () => {
  const channel = compile({ frames: ["at 0", "at 1", "at 3"], over: ["lam"], hold: true, between: ["after 0", "after 1"] });
  assert.equal(channel.at(shot({ lam: 1 })), "at 1");
  assert.equal(channel.at(shot({ lam: 1.01 })), "after 1");
});

test("frames over two controls", () => {
  const channel = compile({ frames: encoded([0, 1, 2, 3, 4, 5], [3, 2]), over: ["lam", "axis"], hold: false });
  assert.equal(channel.at(shot({ lam: 0.5, axis: "log" })), 2);
});

test("templates are filled with numbers as they are written on screen", () => {
  const field = { control: "lam", whole: false };
  const channel = compile({ template: "λ is {lam}, round {round}", fields: { lam: field, round: { control: "round", whole: true } }, digits: 3 });
  assert.equal(channel.at(shot({ lam: 2, round: 1 })), "λ is 2.00, round 1");
});

test("arrays come as views, also unaligned, and as base64", () => {
  const bytes = new Uint8Array([9, 0, 0, 128, 63]);
  const view = new DataView(bytes.buffer, 1, 4);
  assert.equal(decodeArray({ dtype: "float32", shape: [1], data: view }).data[0], 1);
  assert.equal(decodeArray({ dtype: "float32", shape: [1], data: "AACAPw==" }).data[0], 1);
  assert.throws(() => decodeArray({ dtype: "complex64", shape: [0], data: "" }), /complex64/);
});
