"""An explorable with points to drag and a table of counts, and nothing else: for tests of these two marks alone."""

import numpy as np

from fewidgets.explorables import Explorable, State
from fewidgets.scene import (
    Axis,
    CountGrid,
    Counts,
    Dots,
    Handles,
    Panel,
    Points,
    Readout,
    Scene,
    Style,
    Template,
)

PEOPLE = [[2.0, 3.0], [7.0, 8.0], [4.0, 6.0], [4.0, 6.0]]
NAMES = ["Ann", "Bo", "Cy", "Di"]
AGES = [[30.0, 0.0], [41.0, 1.0], [64.0, 2.0]]
DAYS = [[8, 2, 0, 3], [1, 9, 4, 4], [40, 2, 1, 7]]


class Handwork(Explorable):
    """The mean of some points, the oldest of some people, and how far counts are from independent."""

    lesson = "none"
    section = "none"

    people, ages, days = State(), State(), State()

    def __init__(self, people=PEOPLE, days=DAYS, names=None, *, ages=None, **common):
        self.names = names or [f"{NAMES[i % 4]} {i // 4}".removesuffix(" 0") for i in range(len(people))]
        data = np.array(people, dtype=float), np.array(days)
        self.open_with(data, state={"ages": ages})

    def inputs_of(self, data, values):
        people, days = data
        return [
            Points("people", (0, 10), (0, 10), people, names=self.names, axes=("east", "north"), label="People"),
            Points("ages", (0, 1000), (0, 2), AGES, "x", NAMES[:3], axes=("age", "row"), label="Ages"),
            Counts("days", *days.shape, days, label="Days"),
        ]

    def trace_of(self, data, values):
        table = values["days"] / values["days"].sum()
        chance = table.sum(axis=1, keepdims=True) * table.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return values["people"].mean(axis=0), np.where(table > 0, table * np.log2(table / chance), 0.0)

    def scene_of(self, trace, names, inputs):
        controls, values = inputs
        mean, parts = trace
        rows, columns = parts.shape
        largest = float(np.abs(parts).max()) or 1.0
        styles = [Style("old", 0), Style("young", 1)]
        oldest = values["ages"][:, 0].max()
        return Scene(
            "Handwork",
            [
                Panel(
                    "People",
                    [Handles(controls["people"]), Dots([mean[0]], [mean[1]], hollow=True, size=9)],
                    x=Axis("east (km)", domain=(0, 10)),
                    y=Axis("north (km)", domain=(0, 10)),
                    height=260,
                ),
                Panel(
                    "Ages",
                    [Handles(controls["ages"], style=(values["ages"][:, 0] < 40).astype(int), styles=styles)],
                    x=Axis("age (years)", domain=(0, 100)),
                    y=Axis(domain=(2.5, -0.5), ticks=list(enumerate(NAMES[:3]))),
                    column=1,
                    height=260,
                ),
                Panel(
                    "Days",
                    [
                        CountGrid(
                            controls["days"],
                            [
                                ["rain", "dry", "a very long name of a kind of weather"][i % 3] + " " * (i // 3)
                                for i in range(rows)
                            ],
                            [["umbrella", "coat", "both of them", "none"][i % 4] + " " * (i // 4) for i in range(columns)],
                            parts,
                            "contribution (bits)",
                            (-largest, largest),
                        )
                    ],
                    x="carried",
                    y="weather",
                    row=1,
                    axes=False,
                ),
            ],
            list(controls.values()),
            [Readout("Information (bits)", parts.sum()), Readout("Oldest", oldest)],
            Template("The mean is at {x}, {y}.", x=mean[0], y=mean[1]),
            (1.0, 1.0),
        )

    @property
    def selected(self):
        return ()
