// Arrays from Python: {dtype, shape, data}, where data is a DataView, an ArrayBuffer or base64 text.

export const isEncodedArray = (value) =>
  value !== null && typeof value === "object" && "dtype" in value && "shape" in value;

/** Decode into {shape, data}. The typed array `data` shares the buffer if its alignment allows. */
export function decodeArray({ dtype, shape, data }) {
  const Type = globalThis[`${dtype[0].toUpperCase()}${dtype.slice(1)}Array`];
  if (!Type) throw new Error(`This renderer does not know arrays of type ${dtype}.`);
  const bytes = bytesOf(data);
  const aligned = bytes.byteOffset % Type.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = aligned ? bytes : bytes.slice();
  return { shape, data: new Type(buffer, byteOffset, bytes.byteLength / Type.BYTES_PER_ELEMENT) };
}

function bytesOf(data) {
  if (typeof data === "string") {
    const letters = atob(data);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
  }
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data);
}
