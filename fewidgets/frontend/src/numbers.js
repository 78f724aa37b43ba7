// How numbers are written on screen: the same rule as in fewidgets/scene/text/numbers.py.

const signed = (text) => text.replace(/-/g, "−");

/** Write `value` with `digits` significant digits; digits before the decimal point are always kept. */
export function formatNumber(value, digits = 3, whole = false) {
  if (value === null || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (whole) return signed(String(value));
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 6) {
    const decimals = Math.max(0, digits - 1 - exponent);
    let text = value.toFixed(decimals);
    // 0.9996 has been rounded up to a number with one more digit before the point: "1.00", not "1.000".
    if (decimals && Math.abs(text) >= 10 ** (exponent + 1)) text = value.toFixed(decimals - 1);
    return /[1-9]/.test(text) ? signed(text) : "0";
  }
  return signed(value.toExponential(digits - 1).replace("+", ""));
}
