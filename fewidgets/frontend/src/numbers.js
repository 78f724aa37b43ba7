// How numbers are written on screen: the same rule as in fewidgets/scene/numbers.py.

const signed = (text) => text.replace(/-/g, "−");

/** Write `value` with `digits` significant digits; digits before the decimal point are always kept. */
export function formatNumber(value, digits = 3, whole = false) {
  if (value === null || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (whole) return signed(String(value));
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 6) {
    const text = value.toFixed(Math.max(0, digits - 1 - exponent));
    return /[1-9]/.test(text) ? signed(text) : "0";
  }
  return signed(value.toExponential(digits - 1).replace("+", ""));
}
