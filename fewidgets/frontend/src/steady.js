// Keep what is below a box in its place: the box has the height that its content may need, and does not shrink, so that a panel does
// not move away under the finger that drags in it.

export function steady(node) {
  let width;
  let least = 0; // pixels
  const keep = (height) => (node.style.minHeight = height ? `${height}px` : "");
  const observer = new ResizeObserver(() => {
    // The height at another width tells nothing. A page may be narrow for a moment, and the box would stay as high as it was then.
    if (node.offsetWidth !== width) keep(least);
    width = node.offsetWidth;
    keep(node.offsetHeight);
  });
  observer.observe(node);
  return {
    /** Let the box have the height of its content again, because its width changes. */
    reset: () => keep((least = 0)),
    /** Keep the present height, also for other contents. */
    keep: () => keep((least = node.offsetHeight)),
    close: () => observer.disconnect(),
  };
}
