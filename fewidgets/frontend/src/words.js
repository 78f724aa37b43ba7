// The second module (../static/words.js): a picture's data in words and tables, tooltips, tones, and the menu. The renderer loads it
// when the picture is there, and works without it.

import { actionsOf } from "./actions.js";
import { dataView } from "./data/dataview.js";
import { keepInSight } from "./insight.js";
import { menu } from "./menu.js";
import { tooltip } from "./tooltip.js";
import css from "./words.css";

/** Add words and tables to a view, with its menu in `head` and tooltips over `grid`. */
export function words(view, head, grid) {
  const { root, views: panels } = view;
  view.style(css);
  const list = menu(() => actionsOf(view, list.tell));
  const tips = tooltip(root, grid, panels);
  head.append(list.node);
  keepInSight(root);

  return {
    /** The picture has changed. */
    update() {
      for (const panel of panels) (panel.data ??= dataView(panel)).update(view.now);
      tips.update();
    },
    /** The hand rests. */
    rest: () => panels.forEach(({ data }) => data?.rest()), // a view that is not laid out yet may have new panels
    close() {
      for (const end of [list.close, tips.close, view.silence]) end?.();
    },
  };
}
