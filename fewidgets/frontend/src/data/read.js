// What a panel shows in a state, as plain numbers and texts: the one source of its table, its sentence and its tooltips.

import { isGone } from "./known.js";

const CHANNELS = ["x", "y", "x0", "y0", "x1", "y1", "low", "high", "values", "rows", "runs", "style", "labels", "label", "text"];

const listed = (value) => (value === undefined || value === null ? [] : typeof value === "object" ? Array.from(value) : [value]);

/** The numbers behind the bytes of an image that is sent as shades; the byte 255 stands for NaN. */
export const unshade = (bytes, [low, high]) => Float64Array.from(bytes, (byte) => (byte === 255 ? NaN : low + (byte / 254) * (high - low)));

/** The pieces of a line that is broken by NaN, each a list of points. */
function piecesOf({ x, y }) {
  const pieces = [[]];
  x.forEach((each, i) => (isGone(each + y[i]) ? pieces.push([]) : pieces.at(-1).push([each, y[i]])));
  return pieces.filter(({ length }) => length);
}

/**
 * Say of lines in many pieces what they are: `stems` from 0 up, of which only the tips count, or `strokes` here and there, of which
 * only the number counts. If a line with a name is strokes, the others beside it are.
 */
export function nameBroken(lines) {
  const all = lines.map((line) => ({ line, pieces: piecesOf(line) }));
  for (const { line, pieces } of all) {
    if (pieces.length > 1 && pieces.every(([from, to, more]) => to && !more && from[0] === to[0] && from[1] === 0))
      line.stems = { x: pieces.map(([, [x]]) => x), y: pieces.map(([, [, y]]) => y) };
    else if (pieces.some((piece, i) => i && piece[0][0] < pieces[i - 1].at(-1)[0])) line.strokes = pieces.length;
  }
  if (all.some(({ line: { strokes, title } }) => strokes && title))
    for (const { line, pieces } of all) if (line.title && pieces.length) line.strokes = pieces.length;
}

/**
 * A function that reads the marks of a panel in a state: a list of parts such as {kind: "line", title, key, x, y}, in the order of
 * the marks. `name` and `meaning` are lists with a text for each point, bar or cell. `view` gives controls, full names, and
 * `compile` of frames.js, so that it is loaded once. `told` gives what the i-th mark itself says.
 */
export function reader({ marks }, view, told) {
  const { compile } = view;
  const bars = marks.find(({ kind }) => kind === "bars")?.names;
  const readers = marks.map((mark, i) => {
    const { kind, at, upto, styles = [], keys = [] } = mark;
    const channels = CHANNELS.filter((name) => name in mark).map((name) => [name, compile(mark[name])]);
    return (shot) => {
      const { index, fraction, next } = shot.located[(at ?? upto)?.control] ?? {};
      const cut = (values) => {
        if (upto) return values.slice(0, index + 1);
        if (!at) return values;
        const [here, then] = [values[index], values[next ?? index + 1]];
        return [fraction && typeof here === "number" ? here + (then - here) * fraction : here];
      };
      const part = { ...mark };
      for (const [name, channel] of channels) {
        const value = channel.at(shot);
        if (kind !== "image") part[name] = listed(value);
        else if (name === "values") {
          const [height, width, depth = 1] = channel.shape;
          Object.assign(part, { height, width, depth, values: mark.ends ? unshade(value, mark.ends) : value, grey: !mark.limits });
        }
      }
      if (kind === "line" || kind === "dots" || kind === "path") for (const name of ["x", "y"]) part[name] = cut(part[name]);
      const { labels = (kind === "rule" && part.label) || [], x, runs } = part;
      part.meaning = runs ? runs.map(([, style]) => styles[style].label) : cut((part.style ?? []).map((style) => styles[style]?.label ?? ""));
      part.title = view.whole(listed(part.label)[0] || mark.key || "");
      if (kind === "dots" && new Set(part.meaning).size === 1) {
        part.title ||= part.meaning[0];
        part.meaning = [];
      }
      const names = mark.names ?? (labels.length ? labels.map((text, i) => text || keys[i] || "") : keys);
      part.name = names.length ? cut(names).map(view.whole) : [part.title];
      part.keys = cut(keys.length ? keys : names);
      if (bars && kind === "dots") part.name = part.y.map((i) => view.whole(bars[i]));
      part.onBars = Boolean(bars); // then y is the number of a bar
      if (kind === "bars") part.value = part.values;
      if (kind === "path") part.step = [...x.keys()];
      if (runs) part.text = runs.map(([text]) => text.trim());
      return Object.assign(part, told?.(i, shot));
    };
  });
  return (shot) => {
    const parts = readers.map((read) => read(shot));
    nameBroken(parts.filter(({ kind }) => kind === "line"));
    return parts;
  };
}
