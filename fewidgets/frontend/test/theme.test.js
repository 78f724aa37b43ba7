import assert from "node:assert/strict";
import test from "node:test";
import { followTheme, themeOf } from "../src/theme.js";

const place = (attributes = {}) => ({ getAttribute: (name) => attributes[name] ?? null });

/** What each host writes into the page, and the theme that it shows. */
const HOSTS = [
  ["JupyterLab Light", { "data-jp-theme-light": "true", "data-jp-theme-name": "JupyterLab Light" }, {}, "light"],
  ["JupyterLab Dark", { "data-jp-theme-light": "false", "data-jp-theme-name": "JupyterLab Dark" }, {}, "dark"],
  ["JupyterLab, dark high contrast", { "data-jp-theme-light": "false", class: "jp-ThemedContainer" }, {}, "dark"],
  ["VS Code Light", { class: "vscode-light" }, {}, "light"],
  ["VS Code Dark", { class: "vscode-dark vscode-reduce-motion" }, {}, "dark"],
  ["VS Code High Contrast", { class: "vscode-high-contrast" }, {}, "dark"],
  ["VS Code High Contrast Light", { class: "vscode-high-contrast vscode-high-contrast-light" }, {}, "light"],
  ["marimo, light", { class: "light light-theme", "data-theme": "light" }, {}, "light"],
  ["marimo, dark", { class: "dark dark-theme", "data-theme": "dark" }, {}, "dark"],
  ["Voilà, dark", { class: "theme-dark" }, {}, "dark"],
  ["Colab", {}, { theme: "dark" }, "dark"],
  ["Jupyter Book", {}, { "data-theme": "dark", "data-mode": "auto" }, "dark"],
  ["Sphinx with a mode alone", {}, { "data-mode": "light" }, "light"],
  ["Furo, which follows the system", { "data-theme": "auto" }, {}, "system"],
  ["MyST", {}, { class: "dark" }, "dark"],
  ["Quarto", { class: "nav-fixed quarto-dark" }, {}, "dark"],
  ["a page or a sandboxed frame", {}, { lang: "en" }, "system"],
];

for (const [name, body, root, theme] of HOSTS)
  test(`the theme of ${name}`, () => {
    for (const system of ["light", "dark"])
      assert.equal(themeOf(place(body), place(root), system === "dark"), theme === "system" ? system : theme);
  });

test("every attribute that states a theme is watched, until it is stopped", () => {
  const watched = new Map();
  let told;
  globalThis.document = { body: place({ "data-theme": "dark" }), documentElement: place() };
  globalThis.MutationObserver = class {
    constructor(listener) {
      told = listener;
    }
    observe(node, { attributeFilter }) {
      watched.set(node, attributeFilter);
    }
    disconnect() {
      told = undefined;
    }
  };
  const element = { dataset: {} };
  let changes = 0;
  const stop = followTheme(element, () => changes++);
  assert.equal(element.dataset.theme, "dark");
  for (const [, body, root] of HOSTS)
    for (const [node, attributes] of [[document.body, body], [document.documentElement, root]]) {
      const stated = Object.keys(attributes).filter((each) => !["data-jp-theme-name", "lang"].includes(each));
      assert.deepEqual(stated.filter((each) => !watched.get(node).includes(each)), []);
    }
  told();
  assert.equal(changes, 0, "nothing has changed");
  document.body.getAttribute = (name) => (name === "data-theme" ? "light" : null);
  told();
  assert.deepEqual([element.dataset.theme, changes], ["light", 1]);
  stop();
  assert.equal(told, undefined);
});
