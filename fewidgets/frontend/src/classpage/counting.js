// Count answers, as fewidgets/exercises/predicting/kind.py does.

/** Bars as [label, count, right]; `placesOf` returns the bars in which an answer counts, and `truth` is marked if it is given. */
export function countBars(labels, answers, truth, placesOf) {
  const places = answers.flatMap(placesOf);
  const right = truth ? placesOf(truth) : [];
  return labels.map((label, i) => [label, places.filter((place) => place === i).length, right.includes(i)]);
}
