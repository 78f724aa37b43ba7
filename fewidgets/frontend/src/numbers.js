// How numbers are written on screen: the same rule as in fewidgets/scene/text/numbers.py.

const LONG = 5; // digits from which on they are written in groups
const NEARLY = 1.1; // times a power of ten up to which numbers of its size have one more decimal

export const superscript = (power) => String(power).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);

/** Write a decimal with a minus sign, and with commas if it has five or more digits before the point. */
export function grouped(text) {
  const [whole, decimals] = text.replace("-", "").split(".");
  const sign = text.startsWith("-") ? "−" : "";
  const digits = whole.length < LONG ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return sign + digits + (decimals === undefined ? "" : `.${decimals}`);
}

const orZero = (text) => (/[1-9]/.test(text) ? grouped(text) : "0");

/** Write `value` with `digits` significant digits; digits before the decimal point are always kept. */
export function formatNumber(value, digits = 3, whole = false) {
  if (value === null || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (whole && Math.abs(value) < 1e21) return grouped(String(value));
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 6) {
    const decimals = Math.max(0, digits - 1 - exponent);
    let text = value.toFixed(decimals);
    // 0.9996 has been rounded up to a number with one more digit before the point: "1.00", not "1.000".
    if (decimals && Math.abs(text) >= 10 ** (exponent + 1)) text = value.toFixed(decimals - 1);
    return orZero(text);
  }
  return withPower(value, digits - 1);
}

/** Write a number with a power of ten; the power alone stands for 1. */
export function withPower(value, decimals) {
  const [mantissa, power] = value.toExponential(decimals).split("e");
  return `${mantissa}×10${superscript(Number(power))}`.replace(/^(-?)1×/, "$1").replace("-", "−");
}

/** Write a number with as many decimals as others of which the largest has the size `most`. */
export function formatAlike(value, most) {
  if (!(most > 0 && most < Infinity && Math.abs(value) < 2 * most)) return formatNumber(value);
  const exponent = Math.ceil(Math.log10(most / NEARLY)) - 1; // of the first of three digits
  if (exponent >= -4 && exponent < 6) return orZero(value.toFixed(Math.max(0, 2 - exponent)));
  return Math.abs(value) >= 0.5 * 10 ** (exponent - 1) ? withPower(value, 1) : "0";
}

/** A number as it is written on screen, in the form in which it is typed. */
export const asTyped = (text) => text.replace(/,/g, "").replace(/^([−-]?)10(?=[⁻⁰-⁹¹²³])/, "$11×10").replace(/×10([⁻⁰-⁹¹²³]+)/, (_, power) => `e${power.replace(/./g, (sign) => "-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign)])}`);
