// Light or dark theme of the host. A host states it in an attribute of <html> or <body>; without one, the system's theme holds.

const LIGHT = ["light", "light-theme", "theme-light", "vscode-light", "vscode-high-contrast-light", "quarto-light"];
const DARK = ["dark", "dark-theme", "theme-dark", "vscode-dark", "vscode-high-contrast", "quarto-dark"];

// Where hosts state their theme: the first row with a known word counts.
const ROWS = [
  ["body", "data-jp-theme-light"], // JupyterLab and Notebook 7, with high contrast too; pages of nbconvert: "true" or "false"
  ["body", "class"], // VS Code, Voilà, Quarto; marimo as well
  ["body", "data-theme"], // marimo, Furo
  ["html", "theme"], // Colab
  ["html", "data-theme"], // Jupyter Book, Sphinx
  ["html", "data-mode"], // older themes of Sphinx
  ["html", "data-bs-theme"], // Bootstrap
  ["html", "class"], // MyST
];

const system = () => globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** The theme that an attribute names, if it names one. A high-contrast light theme of VS Code has the word for the dark one, too. */
function named(attribute, text) {
  const words = text?.toLowerCase().split(/\s+/) ?? [];
  const either = (names, flag) => words.some((word) => names.includes(word) || (attribute === ROWS[0][1] && word === flag));
  return either(LIGHT, "true") ? "light" : either(DARK, "false") ? "dark" : undefined;
}

export function themeOf(body = document.body, root = document.documentElement, prefersDark = system()?.matches) {
  for (const [place, attribute] of ROWS) {
    const theme = named(attribute, (place === "body" ? body : root).getAttribute(attribute));
    if (theme) return theme;
  }
  return prefersDark ? "dark" : "light";
}

/** Keep an element's data-theme in step with the host, and call `changed` after a change. Returns a function that stops this. */
export function followTheme(element, changed) {
  element.dataset.theme = themeOf();
  const apply = () => {
    const theme = themeOf();
    if (theme === element.dataset.theme) return;
    element.dataset.theme = theme;
    changed();
  };
  const observer = new MutationObserver(apply);
  const attributeFilter = ROWS.map(([, attribute]) => attribute);
  for (const place of [document.body, document.documentElement]) observer.observe(place, { attributeFilter });
  system()?.addEventListener("change", apply);
  return () => {
    observer.disconnect();
    system()?.removeEventListener("change", apply);
  };
}

/** Whether the system asks for reduced motion; `listen` is called when this changes. */
export function reducedMotion(listen) {
  const query = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
  query?.addEventListener("change", () => listen(query.matches));
  return query?.matches ?? false;
}
