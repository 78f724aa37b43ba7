"""Repeat one case, or run many and count: ``python -m tests.attack [PROPERTY [SEED]] [--cases N] [--first SEED]``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.attack.attacks import load, run, spread

parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
parser.add_argument("property", nargs="?", help="name, or the beginning of one; all where not given")
parser.add_argument("seed", nargs="?", type=int, help="repeat this case alone")
parser.add_argument("--cases", type=int, default=1000, help="how many, over all properties that match")
parser.add_argument("--first", type=int, default=0, help="the first seed")
parser.add_argument("--show", type=int, default=3, help="violations to print of each property")
arguments = parser.parse_args()

properties = load()
chosen = [name for name in properties if name.startswith(arguments.property or "")]
if not chosen:
    sys.exit(f"no property begins with {arguments.property!r}; there are {', '.join(properties)}")
if arguments.seed is not None:
    outcome = run(chosen[0], arguments.seed)
    print(outcome.ended, outcome.message, sep="\n")
    sys.exit(outcome.ended == "violated")

total, violated = Counter(), 0
each = spread(arguments.cases) if arguments.property is None else dict.fromkeys(chosen, arguments.cases // len(chosen))
for name in chosen:
    start = time.perf_counter()
    outcomes = [run(name, seed) for seed in range(arguments.first, arguments.first + each[name])]
    ended = Counter(outcome.ended for outcome in outcomes)
    total += ended
    per_case = 1000 * (time.perf_counter() - start) / len(outcomes)
    print(
        f"{name:45} {ended['held']:5} held {ended['refused']:5} refused {ended['violated']:4} violated {per_case:7.1f} ms",
        flush=True,
    )
    for outcome in [outcome for outcome in outcomes if outcome.ended == "violated"][: arguments.show]:
        print(outcome.message)
print(dict(total))
sys.exit(total["violated"] > 0)
