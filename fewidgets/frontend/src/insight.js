// Keeps what a cell shows on the screen. After Shift+Enter a notebook scrolls to the next cell, and then the output grows: its top can
// end above the window, or most of it below.

const GROWS = 1000; // ms in which an output that has just come may still grow
const OTHERS = 140; // pixels of a window that a notebook does not have

/** Scroll the least that shows an output as far as it fits, while it grows, if its cell is the one that was run last. */
export function keepInSight(root) {
  const growing = new ResizeObserver(() => {
    const cell = root.closest(".jp-Cell");
    const chosen = [cell, cell?.nextElementSibling].some((each) => each?.matches(".jp-mod-active"));
    root.style.scrollMargin = "8px";
    if (chosen) root.scrollIntoView({ block: root.offsetHeight > innerHeight - OTHERS ? "start" : "nearest" });
  });
  growing.observe(root);
  setTimeout(() => growing.disconnect(), GROWS);
}
