// Read codes, as fewidgets/codes/code.py writes them: "FW2-", compressed JSON in URL-safe base64, and a checksum of two letters.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const [VERSION, CHECKED, PRIME] = [2, 2, 4093];
const CODE = /(?<![\w-])FW\d-[\w-]+(?:\s+(?!FW\d-)[\w-]+){0,60}/g;
// What mails and chats add: the ends of lines in quoted-printable text, signs before quoted lines, characters without width.
const ADDED = /=\r?\n|^[ \t]*(?:>[ \t]*)+|[\u00ad\u200b-\u200f\u2060\ufeff]/gm;

function isWhole(code) {
  const body = code.slice(4, -CHECKED);
  const rest = [...body].reduce((sum, letter, place) => sum + (place + 1) * letter.charCodeAt(0), 0) % PRIME;
  return code.slice(-CHECKED) === LETTERS[rest >> 6] + LETTERS[rest & 63];
}

/** The codes that stand in a text; a mail may have broken one into several lines. */
export const codesIn = (text) =>
  [...text.normalize("NFKC").replace(ADDED, "").matchAll(CODE)].map(([found]) => {
    const words = found.split(/\s+/);
    return words.map((_, last) => words.slice(0, last + 1).join("")).find(isWhole) ?? words[0];
  });

/** Uncompress bytes in base64; `form` is that of DecompressionStream. */
export function unpacked(text, form) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(form))).json();
}

/** The content of a code; throws an Error that says what is wrong. */
export async function read(code) {
  const version = Number(code[2]);
  if (version > VERSION) throw new Error("it was made by a newer version of fewidgets. Make this page again with that version.");
  if (version < VERSION) throw new Error("it was made by an earlier version of fewidgets.");
  if (!isWhole(code)) throw new Error("it is damaged: letters are wrong or missing.");
  return unpacked(code.slice(4, -CHECKED).replaceAll("-", "+").replaceAll("_", "/"), "deflate-raw");
}
