// Keeps what a cell shows on the screen. After Shift+Enter a notebook scrolls to the next cell, and then the output grows: its top can
// end above the window, or most of it below.

const AIR = 8; // pixels between the top of the notebook and of the output
const GROWS = 1000; // ms in which an output that has just come may still grow

/** Keep an output that has just come in sight while it grows. */
export function keepInSight(root) {
  const growing = new ResizeObserver(() => scrollTo(root));
  growing.observe(root);
  setTimeout(() => growing.disconnect(), GROWS);
}

/** Scroll the least that shows an output as far as it fits, if its cell is the one that was run last. */
function scrollTo(root) {
  const cell = root.closest(".jp-Cell");
  const scroller = cell?.closest(".jp-WindowedPanel-outer, .jp-Notebook");
  const chosen = scroller?.querySelector(".jp-mod-active.jp-Cell");
  if (!chosen || (chosen !== cell && cell.nextElementSibling !== chosen)) return;
  const [box, place] = [root, scroller].map((node) => node.getBoundingClientRect());
  const above = place.top + AIR - box.top; // how far the top is above the window
  const below = Math.min(box.bottom - place.bottom, -above); // how far to go for the bottom, with the top still in sight
  if (above > 0 || below > 0) scroller.scrollBy({ top: above > 0 ? -above : below });
}
