// Style sheets, as text in the program.

const sheets = new Map();

/** Style the document or shadow root of an element. Content security policies that forbid style elements allow adopted sheets. */
export function adoptStyle(element, text) {
  const root = element.getRootNode();
  const home = root instanceof ShadowRoot ? root : document;
  if (!sheets.has(text)) {
    sheets.set(text, new CSSStyleSheet());
    sheets.get(text).replaceSync(text);
  }
  if (!home.adoptedStyleSheets.includes(sheets.get(text))) home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheets.get(text)];
}
