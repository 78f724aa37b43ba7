// Read the bits of a code, as fewidgets/codes/packing.py writes them.

/** A reader of bits; it throws an Error where they end too early. */
export function reader(symbols) {
  const all = symbols.map((symbol) => symbol.toString(2).padStart(5, "0")).join("");
  let at = 0;
  const bits = (count) => {
    if (at + count > all.length) throw new Error("it ends too early.");
    at += count;
    return parseInt(all.slice(at - count, at) || "0", 2);
  };
  const count = () => {
    let [number, more] = [0, 1];
    while (more) {
      more = bits(1);
      number = number * 16 + bits(4);
    }
    return number;
  };
  const decimal = () => {
    const [sign, positive, exponent] = [bits(1), bits(1), count()];
    return Number(`${sign ? "-" : ""}${count()}e${positive ? "" : "-"}${exponent}`);
  };
  const float = () => {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, bits(32));
    view.setUint32(4, bits(32));
    return view.getFloat64(0);
  };
  /** A number with its tag. */
  const number = () => {
    const tag = bits(4);
    if (tag === 3) return count();
    if (tag === 4) return -count();
    if (tag === 5) return decimal();
    if (tag === 6) return float();
    throw new Error("it holds no number.");
  };
  return { bits, number };
}
