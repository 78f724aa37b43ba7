// Keep unchanged parts of a scene as the same objects, so that a view can find out quickly what has changed.

const bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function sameBytes(one, other) {
  if (!ArrayBuffer.isView(other) || one.byteLength !== other.byteLength) return false;
  const [a, b] = [bytes(one), bytes(other)];
  return a.every((byte, i) => byte === b[i]);
}

/** Return `next`, with every part that equals the same part of `old` replaced by that part. */
export function share(old, next) {
  if (old === next) return old;
  const both = [old, next];
  if (both.some((value) => value === null || typeof value !== "object")) return Object.is(old, next) ? old : next;
  if (ArrayBuffer.isView(next)) return sameBytes(next, old) ? old : next;
  if (Array.isArray(next) !== Array.isArray(old)) return next;
  const keys = Object.keys(next);
  let same = keys.length === Object.keys(old).length;
  const merged = Array.isArray(next) ? [] : {};
  for (const key of keys) {
    merged[key] = share(old[key], next[key]);
    same &&= merged[key] === old[key] && key in old;
  }
  return same ? old : merged;
}
