// The renderer's three doors: a scene in an element, a widget's model in a notebook, a page without a kernel.

import { paletteCss } from "./palette.js";
import { localStore, modelStore } from "./store.js";
import css from "./styles.css";
import { SceneView } from "./view.js";

function style(element) {
  const root = element.getRootNode();
  const home = root instanceof ShadowRoot ? root : document.head;
  if (home.querySelector("style[data-fewidgets]")) return;
  const node = document.createElement("style");
  node.dataset.fewidgets = "";
  node.textContent = paletteCss + css;
  home.append(node);
}

/** Show a scene in an element, its state in a store. Returns what takes it away. */
export function mount(element, scene, store) {
  style(element);
  const view = new SceneView(element, scene, store);
  return () => view.close();
}

/** Show an explorable's model in an element, and again when its scene is replaced. Returns what takes it away. */
export function render({ model, el }) {
  let close = () => {};
  const show = () => {
    close();
    close = mount(el, model.get("_scene"), modelStore(model));
  };
  model.on("change:_scene", show);
  show();
  return () => {
    model.off("change:_scene", show);
    close();
  };
}

/** Show a scene in a page; no kernel is there or needed. */
export function openPage(element, scene, state) {
  return mount(element, scene, localStore(state));
}
