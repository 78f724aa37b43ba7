// The letters of a code and their checksum, as in fewidgets/codes/letters.py.

export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ALIKE = { O: "0", I: "1", L: "1", U: "V" };
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const [SEAL, CHECKED, VERSION, SEARCHED] = [0x2bc830a3, 6, 1, 120];
const CODE = /(?<![A-Z0-9])FW\d(?:\s*[-‐-―−]\s*[A-Z0-9]{1,5}(?![A-Z0-9]))+/gi;

// What mails and chats add: the ends of lines in quoted-printable text, signs before quoted lines, characters without width.
const ADDED = /=\r?\n|^[ \t]*(?:>[ \t]*)+|[\u00ad\u200b-\u200f\u2060\ufeff]/gm;

/** The codes that stand in a text, as they are written there. */
export const codesIn = (text) => [...text.normalize("NFKC").replace(ADDED, "").matchAll(CODE)].map(([code]) => code.replace(/\s+/g, ""));

function remainder(symbols) {
  let rest = 1;
  for (const symbol of symbols) {
    const top = rest >> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ symbol;
    GENERATOR.forEach((part, bit) => {
      if ((top >> bit) & 1) rest ^= part;
    });
  }
  return rest;
}

/** Say which letter is wrong, if one change makes the code right. */
function where(symbols) {
  if (symbols.length > SEARCHED) return "";
  const copy = [...symbols];
  for (let place = 0; place < copy.length; place++) {
    const was = copy[place];
    for (let other = 0; other < 32; other++) {
      copy[place] = other;
      if (remainder(copy) === SEAL) return ` Letter ${place + 1} after “FW1” is probably “${ALPHABET[other]}” instead of “${ALPHABET[was]}”.`;
    }
    copy[place] = was;
  }
  return " Its end may be missing, or letters may be in the wrong order.";
}

/** The numbers from 0 to 31 of a code, without the checksum; throws an Error that says what is wrong. */
export function read(code) {
  const [, digit, body] = code.replace(/[\s\-‐-―−]+/g, "").toUpperCase().match(/^FW(\d)(.*)$/) ?? [];
  if (!digit) throw new Error("it is no code.");
  if (digit > VERSION) throw new Error("it was made by a newer version of fewidgets. Make this page again with that version.");
  const symbols = [...body].map((letter) => ALPHABET.indexOf(ALIKE[letter] ?? letter));
  if (symbols.length <= CHECKED || remainder(symbols) !== SEAL) throw new Error(`it has a typing error.${where(symbols)}`);
  return symbols.slice(0, -CHECKED);
}
