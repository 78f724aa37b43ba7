// Names in right-to-left scripts do not move what stands beside them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isolated } from "../src/directions.js";

test("each right-to-left name is isolated, and nothing else", () => {
  assert.equal(isolated("price: 3.2"), "price: 3.2");
  assert.equal(isolated("价格: 3.2, 🌡️"), "价格: 3.2, 🌡️");
  assert.equal(isolated("درجة الحرارة: 3.2"), "\u2068درجة الحرارة\u2069: 3.2");
  assert.equal(isolated("עלות, درجة (سنة) and x"), "\u2068עלות\u2069, \u2068درجة (سنة)\u2069 and x");
});
