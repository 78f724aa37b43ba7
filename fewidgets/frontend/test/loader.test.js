import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const path = new URL("../../explorables/framework/loader.js", import.meta.url);
const asModule = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const { default: loader } = await import(asModule(await readFile(path, "utf8")));

const CODE = "export const render = ({ kernel }) => kernel;";
URL.createObjectURL = () => asModule(CODE);

const renderer = { get: () => CODE };
const element = () => ({ text: "", append(text) { this.text += text; } });
const model = (more) => ({ get: () => "IPY_MODEL_42", ...more });

test("the renderer's model comes from the widget manager, which may not have it yet", async () => {
  let tries = 0;
  const manager = {
    get_model(id) {
      assert.equal(id, "42");
      if (tries++ < 2) throw Error("model not found");
      return renderer;
    },
  };
  const host = { getModel: () => assert.fail("the manager's model knows more") };
  assert.equal(await loader.render({ model: model({ widget_manager: manager }), el: element(), host }), renderer);
  assert.equal(tries, 3);
});

test("the renderer's model comes from the host where a widget has no manager", async () => {
  const host = { getModel: async (reference) => (assert.equal(reference, "anywidget:42"), renderer) };
  assert.equal(await loader.render({ model: model(), el: element(), host }), renderer);
});

test("a renderer that cannot run is explained where the widget would be", async () => {
  const broken = { get: () => "other" };
  URL.createObjectURL = () => asModule("throw Error('it is broken')");
  const el = element();
  await assert.rejects(loader.render({ model: model({ widget_manager: { get_model: () => broken } }), el }), /it is broken/);
  assert.equal(el.role, "alert");
  assert.match(el.text, /cannot show this \(it is broken\)\. In a notebook, run the cell again/);
});
