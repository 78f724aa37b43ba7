// Keep what is below a box in its place: the box grows with its content and does not shrink, so that a panel does not move away
// under the finger that drags in it.

export function steady(node) {
  const observer = new ResizeObserver(() => (node.style.minHeight = `${node.offsetHeight}px`));
  observer.observe(node);
  return {
    /** Let the box have the height of its content again, because its width changes. */
    reset: () => (node.style.minHeight = ""),
    close: () => observer.disconnect(),
  };
}
