// Reads a book: many records that are much alike, in few bytes (fewidgets/scene/page/book.py).

const GONE = 65535; // the code of NaN in a rounded array
const UNSIGNED = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

const sizeOf = (dtype) => Number(dtype.match(/\d+/)) / 8;

/** Decompress bytes; a damaged book is an error. */
export async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers of `size` bytes from their planes. */
function fromPlanes(planes, size) {
  const count = planes.length / size;
  const bytes = new Uint8Array(planes.length);
  for (let k = 0; k < size; k++) for (let i = 0, from = k * count; i < count; i++) bytes[i * size + k] = planes[from + i];
  return bytes;
}

/** Undo differences between neighbours, in rows of `length` numbers; sums wrap around, as typed arrays do. */
function sum(numbers, length = numbers.length) {
  for (let i = 1; i < numbers.length; i++) if (i % length) numbers[i] += numbers[i - 1];
  return numbers;
}

/** A book, opened: what its head has, `part` of the i-th record by its name, and the table `target`. */
export function openBook(bytes) {
  const start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
  const { plain, arrays, shapes, at, targets: [rows, columns] } = head;
  let end = start;
  const take = (count, size) => fromPlanes(bytes.subarray(end, (end += count * size)), size).buffer;
  const targets = sum(new Uint16Array(take(rows * columns, 2)));
  const tables = shapes.map(([, width, count]) => sum(new Uint32Array(take(width * count, 4)), count));
  const starts = arrays.map(([dtype, shape, , least]) => {
    const from = end;
    end += shape.reduce((all, length) => all * length, 1) * (least === undefined ? sizeOf(dtype) : 2);
    return [from, end];
  });
  const seen = new Map();
  const rowOf = at.map(((met) => (shape) => (met[shape] = (met[shape] ?? -1) + 1))([]));

  const arrayOf = (i) => {
    const [dtype, shape, order, least, step] = arrays[i];
    const size = least === undefined ? sizeOf(dtype) : 2;
    let data = fromPlanes(bytes.subarray(...starts[i]), size);
    if (order) {
      const numbers = new UNSIGNED[size](data.buffer);
      for (let k = 0; k < order; k++) sum(numbers);
    }
    if (least !== undefined) {
      const wide = Float64Array.from(new Uint16Array(data.buffer), (code) => (code === GONE ? NaN : (least + code) * step));
      data = new Uint8Array((dtype === "float64" ? wide : Float32Array.from(wide)).buffer);
    }
    return least === undefined ? { dtype, shape, data } : { dtype, shape, data, rounded: true };
  };
  const leafOf = (id) => {
    if (id < plain.length) return plain[id];
    if (!seen.has(id)) seen.set(id, arrayOf(id - plain.length));
    return seen.get(id);
  };
  const build = (tree, leaf) => {
    if (typeof tree === "number") return leaf(tree);
    if (Array.isArray(tree)) return tree.map((each) => build(each, leaf));
    return Object.fromEntries(Object.entries(tree).map(([name, each]) => [name, build(each, leaf)]));
  };
  return {
    ...head,
    part(i, name) {
      const [tree, , count] = shapes[at[i]];
      return build(tree[name], (column) => leafOf(tables[at[i]][column * count + rowOf[i]]));
    },
    target: (i, move) => targets[move * rows + i],
  };
}
