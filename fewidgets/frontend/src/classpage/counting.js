// Count answers, as fewidgets/classroom/distribution.py does.

const MOST_ORDERS = 8;

/** The bar in which a number is counted: the one that begins at or below it; the last one includes its end. */
export function barAt({ ends, single, low, high }, value) {
  const place = ends.filter((end) => end <= value + 1e-9 * (high - low)).length - 1;
  return Math.min(Math.max(place, 0), ends.length - (single ? 1 : 2));
}

/** Bars as [label, count, right]; `truth` is the right answer in the form of answers, if it is to be marked. */
export function barsOf(question, answers, truth) {
  const { type, options = [], labels } = question;
  if (type === "order") {
    const words = (order) => order.map((i) => options[i]).join(", ");
    const counts = new Map();
    for (const answer of answers) counts.set(answer.join(), (counts.get(answer.join()) ?? 0) + 1);
    const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_ORDERS);
    if (truth && !sorted.some(([order]) => order === truth.join())) sorted.push([truth.join(), counts.get(truth.join()) ?? 0]);
    const bars = sorted.map(([order, count]) => [words(order.split(",")), count, Boolean(truth) && order === truth.join()]);
    const rest = answers.length - sorted.reduce((sum, [, count]) => sum + count, 0);
    return rest ? [...bars, ["other orders", rest, false]] : bars;
  }
  const places = type === "number" ? answers.map((value) => barAt(question, value)) : answers.flat();
  const right = truth === undefined ? [] : type === "number" ? [barAt(question, truth)] : truth;
  return (labels ?? options).map((label, i) => [label, places.filter((place) => place === i).length, right.includes(i)]);
}
