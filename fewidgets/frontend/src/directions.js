// Keep names in right-to-left scripts apart from the text around them. Without this, "name: 3.2" would be shown as "3.2 :name",
// because a number after an Arabic or Hebrew word is read as part of it. The same rule as in fewidgets/scene/text/directions.py.

const RIGHT = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]";
const RUN = new RegExp(`${RIGHT}(?:[\\s_(\\[.'-]*${RIGHT}[)\\]]*)*`, "g");

/** A text with an isolate around each run of right-to-left words. */
export const isolated = (text) => text.replace(RUN, "\u2068$&\u2069");
