// The entry points of the renderer: `render` for a widget in a notebook, `openPage` for a saved page.

import { paletteCss } from "./palette.js";
import { localStore, modelStore } from "./store.js";
import media from "./media.css";
import css from "./styles.css";
import { sceneView } from "./view.js";

let sheet;

/** Style the document or shadow root of an element. Content security policies that forbid style elements allow adopted sheets. */
function style(element) {
  const root = element.getRootNode();
  const home = root instanceof ShadowRoot ? root : document;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(paletteCss + css + media);
  }
  if (!home.adoptedStyleSheets.includes(sheet)) home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet];
}

/** Show a scene in an element, with its state in a store; `level` is the level of its heading. */
function mount(element, sceneOf, store, level) {
  style(element);
  return sceneView(element, sceneOf, store, level);
}

/** Show a widget's model in an element and follow its scene. Returns a function that removes the view. */
export function render({ model, el, kernel }) {
  const view = mount(el, () => model.get("_scene"), modelStore(model, kernel), 3);
  return () => view.close();
}

/** Show a scene in a page without a kernel. Its heading is of the first level, or of the one in the element's `data-level`. */
export function openPage(element, scene, state) {
  return mount(element, () => scene, localStore(state), element.dataset.level ?? 1);
}
