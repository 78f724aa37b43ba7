// What the menu of a scene offers.

/** The actions on a view as pairs of a text and a function, which returns a message or nothing. */
export function actionsOf(view) {
  const { root } = view;
  const full = root.getRootNode().fullscreenElement === root;
  return [
    ["Reset", () => view.reset()],
    document.fullscreenEnabled && [full ? "Leave full screen" : "Full screen", () => (full ? document.exitFullscreen() : root.requestFullscreen())],
  ].filter(Boolean);
}
