// Elements of the class page.

export const make = (name, text = "", attributes = {}) => {
  const node = document.createElement(name);
  node.textContent = text;
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return node;
};

/** A number of answers, in words. */
export const counted = (answers) => `${answers} answer${answers === 1 ? "" : "s"}`;
