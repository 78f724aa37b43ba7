// Keep what is below a box in its place: the box grows with its content and does not shrink, so that a panel does not move away
// under the finger that drags in it.

export function steady(node) {
  let width;
  const observer = new ResizeObserver(() => {
    // The height at another width tells nothing. A page may be narrow for a moment, and the box would stay as high as it was then.
    if (node.offsetWidth !== width) node.style.minHeight = "";
    width = node.offsetWidth;
    node.style.minHeight = `${node.offsetHeight}px`;
  });
  observer.observe(node);
  return {
    /** Let the box have the height of its content again, because its width changes. */
    reset: () => (node.style.minHeight = ""),
    close: () => observer.disconnect(),
  };
}
