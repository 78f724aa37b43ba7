"""Code that goes wrong or means harm. Each piece bounds itself, so it does no damage where no limit stops it."""

ENDLESS = "while True:\n    pass"
# It also refuses to be stopped by an exception.
STUBBORN = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"

EXIT = "import os\nos._exit(0)"
KILL = "import os\nos.kill(os.getpid(), 9)"
LEAVE = "raise SystemExit(0)"

# At most 3 GB.
HOG = """\
hog = []
for _ in range(60):
    hog.append(bytearray(50_000_000))
    hog[-1][::4096] = b'x' * len(hog[-1][::4096])
raise MemoryError"""

# At most 48 processes, which end by themselves.
CHAIN = """\
import os, time
try:
    open("/proc/self/comm", "w").write("MARK")
except OSError:
    pass
children = 0
for _ in range(48):
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)
    children += 1
raise RuntimeError(f"{children} processes started")"""

FLOOD = "for _ in range(1600):\n    print('x' * 65_535)"

ASK = "answer = int(input('How many rounds? '))"

WIDGET = "import ipywidgets\nfrom IPython.display import display\ndisplay(ipywidgets.IntSlider(value=3))"

# Looks for solutions and expected values wherever graders keep them, and hands in what it finds.
READ_OUTSIDE = r"""
import glob, json, re
_found = {}
for _path in sum(map(glob.glob, ("../*/*/questions.py", "../../*/*/*.ipynb", "../../../*/*/*.ipynb", "tests/*.py")), []):
    try:
        _text = open(_path, encoding="utf-8").read()
    except OSError:
        continue
    if _path.endswith(".ipynb"):
        try:
            _text = "\n".join("".join(c["source"]) for c in json.loads(_text)["cells"])
        except Exception:
            continue
    for _name, _value in re.findall(r"assert (winner|rounds|why) == (\S+)", _text):
        _found[_name] = eval(_value)
    for _name, _value in re.findall(r"assert abs\((weight|explained) - (\S+)\)", _text):
        _found[_name] = float(_value)
"""
TAKE_FIRST = "winner, weight = _found.get('winner'), _found.get('weight')"
TAKE_WHY = "why = _found.get('why')"
TAKE_READ = "rounds, explained = _found.get('rounds'), _found.get('explained')"

# Writes over whatever may be a gradebook or another student's grades.
WRITE_OUTSIDE = r"""
import glob, os
for _up in ("..", "../..", "../../.."):
    for _path in [*glob.glob(_up + "/gradebook.db"), *glob.glob(_up + "/grades.csv"), *glob.glob(_up + "/results/*.json")]:
        try:
            open(_path, "w").close()
        except OSError:
            pass
"""

# Results as graders store them, with full marks.
FORGE = r"""
import json, os, pickle, sys
_full = {"student": "forged", "score": 14, "total": 14, "points": 14, "tests": [], "questions": []}
for _path in ("results.json", "results/results.json", "../results/results.json", "graded/boosting/results/forged.json"):
    try:
        os.makedirs(os.path.dirname(_path) or ".", exist_ok=True)
        with open(_path, "w") as _file:
            json.dump(_full, _file)
    except OSError:
        pass
print(json.dumps(_full))
for _descriptor in range(3, 12):
    try:
        os.write(_descriptor, json.dumps({"kind": "values", "question": "q1", "values": _full}).encode())
    except OSError:
        pass
"""

EQUAL = """\
class Everything:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __abs__(self): return self
    def __sub__(self, other): return self
    __rsub__ = __sub__
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __getitem__(self, place): return self
    def __call__(self, *arguments): return self
    def __float__(self): return 0.0
    def __array__(self, dtype=None, copy=None): raise TypeError
"""

LIAR = """\
class Liar(float):
    def __abs__(self): return Liar(0.0)
    def __sub__(self, other): return self
    __rsub__ = __sub__
    def __lt__(self, other): return True
    __le__ = __lt__
    def __eq__(self, other): return True
    def __hash__(self): return 0
"""

PATCH = """\
import numpy as np
np.allclose = np.array_equal = lambda *arguments, **options: True
np.shape = lambda value: type("Shape", (), {"__eq__": lambda self, other: True})()
np.testing.assert_allclose = np.testing.assert_array_equal = lambda *arguments, **options: None"""

SILENCE = """\
import sys
sys.excepthook = lambda *details: None
try:
    _shell = get_ipython()
    _shell.showtraceback = _shell.showsyntaxerror = lambda *arguments, **options: None
    _shell.set_custom_exc((BaseException,), lambda *arguments, **options: [])
except Exception:
    pass"""

MODULES = """\
import sys, types
class _Fake(types.ModuleType):
    def __getattr__(self, name): return lambda *arguments, **options: True
for _name in ("numpy.testing", "otter", "otter.test_files", "nbgrader", "fewidgets", "fewidgets.grading", "json", "struct"):
    sys.modules[_name] = _Fake(_name)"""

BACKGROUND = "import threading\n_event = threading.Event()\nthreading.Thread(target=_event.wait, daemon=False).start()"

# Keeps what it is called with, and tries to hand it on.
HOARD = """
_boost = boost
def boost(X, y, smallest_gain):
    try:
        with open("/tmp/cases.txt", "a") as file:
            file.write(repr((X.tolist(), y.tolist(), smallest_gain)))
        print("cases", X, y)
    except OSError:
        pass
    return _boost(X, y, smallest_gain)"""

OURS = """\
def boost(X, y, smallest_gain):
    from fewidgets.algorithms import boost as ready
    found = ready(X, y)
    rounds = 0
    while rounds < len(found.order) and found.costs[rounds] - found.costs[rounds + 1] >= smallest_gain * found.costs[0]:
        rounds += 1
    return found.order[:rounds], found.weights[rounds], found.costs[: rounds + 1]"""

MAGIC = "%matplotlib inline\n!echo from the shell\n%time sum(range(10))"
