// How examples move between the cells of a table: pure functions, for marks/countgrid.js.

/** The counts after `many` examples have moved from one cell to another; a cell that has fewer gives all it has. */
export function afterMove(counts, from, to, many) {
  const next = Int32Array.from(counts);
  const moved = Math.min(many, next[from]);
  next[from] -= moved;
  next[to] += moved;
  return next;
}

export const same = (one, other) => one.length === other.length && one.every((value, i) => value === other[i]);

export const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);

/** The sums of the rows and of the columns of a table. */
export function sumsOf(counts, columns) {
  const rows = new Array(counts.length / columns).fill(0);
  const sums = new Array(columns).fill(0);
  counts.forEach((count, i) => {
    rows[Math.floor(i / columns)] += count;
    sums[i % columns] += count;
  });
  return [rows, sums];
}

/** The cell to which an arrow key, Home or End leads, at most to the edge; undefined for other keys. */
export function cellBeyond(key, cell, rows, columns) {
  const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] }[key];
  if (!by) return undefined;
  const [row, column] = [Math.floor(cell / columns) + by[0], (cell % columns) + by[1]];
  return Math.min(Math.max(row, 0), rows - 1) * columns + Math.min(Math.max(column, 0), columns - 1);
}

/** A count as people read it: 1,234. */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count in a width: 1,701, or 1.7k, or 2k. `widthOf` measures a text; the shortest form is taken if none fits. */
export function shortened(count, width, widthOf) {
  const [unit, sign] = count < 999_500 ? [1e3, "k"] : [1e6, "M"];
  const forms = count < 1000 ? [] : [String(count), ...[2, 1].map((digits) => Number((count / unit).toPrecision(Math.max(digits, Math.ceil(Math.log10(count / unit))))) + sign)];
  return [grouped(count), ...forms].find((text) => widthOf(text) <= width) ?? forms.at(-1) ?? grouped(count);
}

/** A value with a number of decimals; a zero has no sign. */
export function withDecimals(value, digits) {
  if (value === undefined || Number.isNaN(value)) return "";
  const text = value.toFixed(digits);
  return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", "");
}
