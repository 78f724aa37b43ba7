// Measure texts, and shorten them in their middle: names of features often begin alike and differ at their end.
// The same rules as in fewidgets/scene/text/shorten.py.

const LONGEST = 2000; // most characters that are measured; no line is longer
const MANY = 6; // more labels than this are tilted
const SHARES = [0.5, 0.25, 0.75, 0, 1]; // of what is kept at the beginning; the others tell apart names that the first leaves alike
const widths = new Map(); // cache of measured widths
let measuring, segmenter;
let spacing = 0;

/** Say how many pixels a person has added between letters. Returns whether this is new. */
export function spaceLetters(pixels) {
  const changed = pixels !== spacing;
  spacing = pixels;
  if (changed) widths.clear();
  return changed;
}

/** Width of a text in pixels, in the panels' font. Only the first characters of a very long text are measured. */
export function textWidth(text, size = 12) {
  const key = size + text.slice(0, LONGEST);
  let width = widths.get(key);
  if (width === undefined) {
    measuring ??= document.createElement("canvas").getContext("2d");
    measuring.font = `${size}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
    width = measuring.measureText(text.slice(0, LONGEST)).width + spacing * text.length;
    if (widths.size > LONGEST) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** Width of the widest of many texts; of thousands, only those with the most characters are measured. */
export function longest(texts, size) {
  const few = texts.length > 100 ? [...texts].sort((a, b) => b.length - a.length).slice(0, 100) : texts;
  return Math.max(0, ...few.map((text) => textWidth(text, size)));
}

/** Characters as people count them: an emoji of several code points and a letter with its marks are one. */
export function characters(text) {
  if (!/[^\0-\u02ff]/.test(text)) return text;
  if (!Intl.Segmenter) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const join = (parts) => (typeof parts === "string" ? parts : parts.join(""));

/** Shorten a text to a width with an ellipsis; `share` of what is kept is its beginning. At least one character stays. */
export function fitText(text, width, size = 12, share = 0.5) {
  if (text.length <= LONGEST && textWidth(text, size) <= width) return text;
  const parts = characters(text.length > LONGEST ? text.slice(0, LONGEST / 2) + text.slice(-LONGEST / 2) : text);
  const keeping = (count) => {
    const head = Math.ceil(count * share);
    return `${join(parts.slice(0, head))}…${join(parts.slice(parts.length - count + head))}`;
  };
  // The width grows with the number of characters, so bisection finds the most that fit.
  let [fits, beyond] = [1, parts.length];
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1;
    if (textWidth(keeping(middle), size) <= width) fits = middle;
    else beyond = middle;
  }
  return keeping(fits);
}

/** Number of characters with which all texts begin. */
function alike(texts) {
  const all = texts.map(characters);
  let count = 0;
  while (count < all[0].length && all.every((parts) => parts[count] === all[0][count])) count++;
  return count;
}

/** Whether labels along a plot are so many or so long that they are tilted. */
export function crowded(labels, width) {
  const some = labels.filter(Boolean);
  return some.length > 1 && (some.length > MANY || some.reduce((sum, label) => sum + textWidth(label) + 8, 0) > width);
}

/** Shorten several texts to a width. Where that would make different texts equal, other parts of them are kept. */
export function fitAll(texts, width, size = 12) {
  const shown = texts.map((text) => fitText(text, width, size));
  const groups = new Map();
  shown.forEach((text, i) => groups.set(text, [...(groups.get(text) ?? []), i]));
  for (const group of groups.values()) {
    const whole = group.map((i) => texts[i]);
    const count = new Set(whole).size;
    if (count < 2) continue;
    const start = Math.max(0, alike(whole) - 1);
    const cuts = SHARES.slice(1).map((share) => (text) => fitText(text, width, size, share));
    const window = (text) => fitText(`…${join(characters(text).slice(start))}`, width, size, 1);
    for (const cut of [...cuts, window]) {
      const tried = whole.map(cut);
      if (new Set(tried).size < count) continue;
      group.forEach((i, k) => (shown[i] = tried[k]));
      break;
    }
  }
  return shown;
}
