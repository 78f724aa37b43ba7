// Light or dark theme of the host: JupyterLab and Notebook, VS Code, Colab, or else the system.

const system = () => globalThis.matchMedia?.("(prefers-color-scheme: dark)");

export function themeOf(body = document.body, root = document.documentElement, prefersDark = system()?.matches) {
  if (body.dataset.jpThemeLight !== undefined) return body.dataset.jpThemeLight === "false" ? "dark" : "light";
  if (body.classList.contains("vscode-dark") || body.classList.contains("vscode-high-contrast")) return "dark";
  if (body.classList.contains("vscode-light")) return "light";
  const stated = root.getAttribute("theme") ?? root.dataset.theme;
  if (stated === "dark" || stated === "light") return stated;
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
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["theme", "data-theme"] });
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
