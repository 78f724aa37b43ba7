from __future__ import annotations

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.importance_viewer.panels import Importances
from fewidgets.explorables.shared.drawn_features import DrawnFeatures
from fewidgets.explorables.shared.layout import over
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Frames, Pick, Slider, Template

NOTHING, RANDOM, TWIN = ADDED = ("nothing", "a random feature", "a twin")


def describe_importances(trace: Importances, names: Names, added: str, slider: Slider | None, tree: Slider) -> Template:
    trees = Frames([counted(count, "tree") for count in trace.at.tolist()], tree)
    changes = "changes held-out accuracy by" if trace.labels else "changes the explained variance by"
    last = len(names) - 1

    def of(values: Array, n: int) -> Frames:
        return over(np.where(np.abs(values[..., n]) < 1e-9, 0.0, values[..., n]), slider, tree, hold=True)

    if added == NOTHING:
        impurity, drops = trace.impurity[0], trace.drops[0]
        return Template(
            "{trees}. By impurity, {a} comes first, with {x} %. By permutation, {b} does: that "
            f"{changes} {{y}} points.",
            trees=trees,
            a=Frames([names[n] for n in impurity.argmax(axis=1)], tree),
            b=Frames([names[n] for n in drops.argmax(axis=1)], tree),
            x=Frames(impurity.max(axis=1), tree),
            y=Frames(-drops.max(axis=1), tree),
        )
    if slider is not None and added == RANDOM:
        ranks = [1 + (values > values[..., -1:]).sum(axis=2) for values in (trace.impurity, trace.drops)]
        return Template(
            "{trees}. {name} has {k} different values. By impurity it ranks {i} of {n}, with {x} %. By permutation it ranks "
            f"{{j}}: that {changes} {{y}} points.",
            trees=trees,
            name=names[last],
            k=Frames(np.asarray(slider.values).astype(int), slider),
            n=len(names),
            i=over(ranks[0], slider, tree, hold=True),
            j=over(ranks[1], slider, tree, hold=True),
            x=of(trace.impurity, last),
            y=of(-trace.drops, last),
        )
    assert slider is not None
    assert trace.correlations is not None
    return Template(
        "{trees}. The twin correlates {r} with {name}. Impurity: {x} % for {name}, {y} % for the twin. Permuting {name} "
        f"{changes} {{c}} points, permuting the twin by {{d}}.",
        trees=trees,
        name=names[trace.copied],
        r=Frames(trace.correlations, slider),
        x=of(trace.impurity, trace.copied),
        y=of(trace.impurity, last),
        c=of(-trace.drops, trace.copied),
        d=of(-trace.drops, last),
    )


def describe_flips(
    trace: Importances, drawn: DrawnFeatures, names: Names, slider: Slider | None, feature: Pick
) -> Template | str:
    """Say how many predictions flip when the picked feature is permuted; "" for outputs."""
    if not trace.labels:
        return ""
    columns = list(drawn.features)
    flips = trace.flips[:, columns]
    text = f" With all {trace.at[-1]} trees, permuting {{who}} once flips {{n}} of {len(trace.truth)} held-out predictions."
    return Template(
        Frames(["", *[text] * len(columns)], feature),
        who=Frames(["", *drawn.of(names)], feature),
        n=over(np.hstack([np.zeros((len(flips), 1), dtype=int), flips]), slider, feature, hold=True),
    )
