"""Who may import whom, and what ``import fewidgets`` costs. The rule stands in the design: everything flows one way."""

import ast
import statistics
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import fewidgets

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(fewidgets.__file__).parent

NUMERICS = "algorithms._numerics"
SCENE = {"scene", "scene.controls", "scene.text", "scene.types"}
#: What each room may import of ours besides itself. "algorithms" stands for all its rooms but `_numerics`.
MAY_IMPORT = {
    "algorithms._numerics": set(),
    "algorithms.plain": set(),
    "algorithms.text": {NUMERICS},
    "algorithms.images": {NUMERICS},
    "algorithms.audio": {NUMERICS},
    "algorithms.scaling": {NUMERICS},
    "algorithms.optimization": {NUMERICS},
    "algorithms.polynomial": {NUMERICS, "algorithms.scaling"},
    "algorithms.reduction": {NUMERICS, "algorithms.optimization"},
    "algorithms.ranking": {NUMERICS, "algorithms.optimization"},
    "algorithms.selection": {NUMERICS, "algorithms.optimization"},
    "algorithms.regularization": {NUMERICS, "algorithms.optimization", "algorithms.polynomial", "algorithms.selection"},
    "algorithms.model_selection": {
        NUMERICS,
        "algorithms.optimization",
        "algorithms.polynomial",
        "algorithms.regularization",
        "algorithms.scaling",
        "algorithms.selection",
    },
    "algorithms.comparison": {
        NUMERICS,
        "algorithms.optimization",
        "algorithms.ranking",
        "algorithms.regularization",
        "algorithms.selection",
    },
    "algorithms": {
        "algorithms.comparison",
        "algorithms.text",
        "algorithms.images",
        "algorithms.audio",
        "algorithms.scaling",
        "algorithms.optimization",
        "algorithms.polynomial",
        "algorithms.reduction",
        "algorithms.ranking",
        "algorithms.selection",
        "algorithms.regularization",
        "algorithms.model_selection",
        NUMERICS,
    },
    "data": set(),
    "files": set(),
    "site": set(),
    "lessons": {"files"},
    "scene.text": set(),
    "scene.types": set(),
    "scene.controls": {"scene.text", "scene.types"},
    "scene": {"scene.text", "scene.types", "scene.controls"},
    "scene.page": SCENE,
    "scene.side_by_side": SCENE,
    "codes": {"scene.text"},
    "explorables.framework": {"algorithms", NUMERICS, "codes", "data", "scene.page", *SCENE},
    "explorables.shared": {"explorables.framework", "algorithms", NUMERICS, "data", *SCENE},
    "explorables": {
        "codes",
        "explorables.framework",
        "explorables.shared",
        "algorithms",
        NUMERICS,
        "data",
        "scene.side_by_side",
        *SCENE,
    },
    "exercises.predicting": {"codes", "explorables.framework", "files", "lessons", "scene.page", *SCENE},
    "exercises.differences.views": {
        "algorithms",
        NUMERICS,
        "explorables.framework",
        "explorables.shared",
        "scene.side_by_side",
        *SCENE,
    },
    "exercises": {
        "algorithms",
        "data",
        "exercises.differences.views",
        "exercises.predicting",
        "explorables",
        "lessons",
        *SCENE,
    },
    "classroom": {
        "codes",
        "exercises",
        "exercises.predicting",
        "explorables",
        "explorables.framework",
        "files",
        "lessons",
        "scene.page",
        *SCENE,
    },
    "authoring": {"__init__", "data", "explorables", "files", "lessons", "scene.page", *SCENE},
    "sphinx": {"__init__", "authoring", "exercises.predicting", "explorables", "files", "scene.page", *SCENE},
    "grading": {"exercises", "files"},
    "grading.course": {"grading", "files", "lessons"},
    "grading.run": {"grading", "grading.course", "site"},
    "grading.mark": {"grading", "grading.run", "exercises", "files"},
    "grading.release": {"grading", "grading.course", "grading.mark", "grading.run", "authoring", "files"},
    "grading.collect": {"grading", "grading.course", "grading.release", "grading.run", "files"},
    "grading.report": {
        "grading",
        "grading.course",
        "grading.mark",
        "authoring",
        "exercises",
        "files",
        "lessons",
        "scene.page",
        *SCENE,
    },
    "grading.bridges": {"grading", "grading.collect", "grading.course", "grading.report", "files"},
    "grading.commands": {
        "grading",
        "grading.bridges",
        "grading.collect",
        "grading.course",
        "grading.mark",
        "grading.release",
        "grading.report",
        "grading.run",
        "authoring",
        "files",
        "lessons",
        "site",
    },
    "grading.for_nbgrader": {"grading", "grading.mark", "grading.run"},
    "cli": {"__init__", "authoring", "classroom", "grading", "grading.commands", "lessons"},
    "__init__": {"algorithms", "classroom", "data", "exercises", "exercises.predicting", "explorables", "lessons", "scene"},
}
HEAVY = {"matplotlib", "sklearn", "mlxtend", "pandas", "ipywidgets", "anywidget", "numpy", "pooch", "jupyterlab"}


def room_of(module):
    """Return the room of the table that a module such as ``algorithms.text.tokens`` belongs to."""
    parts = module.split(".")
    return next(name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in MAY_IMPORT)


def module_name(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


@cache
def parsed(path):
    """Return the imports of a file, its functions with their lengths, and what it binds twice. Parsing is what takes long."""
    imports, functions, twice = [], [], []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef):
            bound = Counter(name.id for line in node.body for name in assigned(line))
            twice += [name for name, times in bound.items() if times > 1]
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
        elif isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            functions.append((node.name, node.end_lineno - first.lineno + 1))
    return imports, functions, twice


def assigned(line):
    """Return the names that an assignment binds."""
    targets = line.targets if isinstance(line, ast.Assign) else [line.target] if isinstance(line, ast.AnnAssign) else []
    return [
        name
        for target in targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    ]


def imported_rooms(path):
    """Return the rooms from which a file imports, wherever in it."""
    package = ["fewidgets", *path.relative_to(PACKAGE).parts[:-1]]
    found = set()
    for node in parsed(path)[0]:
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            # A name that is imported from a package may be one of its modules.
            modules = [f"{module}.{alias.name}" for alias in node.names]
        for module in modules:
            if module == "fewidgets":
                found.add("__init__")
            elif module.startswith("fewidgets."):
                name = module.removeprefix("fewidgets.")
                public = module.startswith("fewidgets.__")  # such as __version__
                found.add("__init__" if public or not is_module(name) else room_of(name))
    return found


def is_module(name):
    """Whether the first part of a dotted name is a module or a folder of the package."""
    first = name.split(".")[0]
    return (PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file()


SOURCES = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyi")]
FILES = sorted(path for path in SOURCES if not {"node_modules", "notebooks"} & {*path.parts})


@pytest.mark.slow
@pytest.mark.parametrize("room", MAY_IMPORT)
def test_who_may_import_whom(room):
    files = [path for path in FILES if room_of(module_name(path)) == room]
    assert files, f"{room} stands in the table and has no file"
    for path in files:
        allowed = {room, *MAY_IMPORT[room]}
        if "algorithms" in allowed:
            allowed |= {name for name in MAY_IMPORT if name.startswith("algorithms.") and name != NUMERICS}
        extra = imported_rooms(path) - allowed
        assert not extra, f"{path.relative_to(PACKAGE)} must not import from {', '.join(sorted(extra))}"


def test_no_room_imports_itself_by_a_detour():
    list(TopologicalSorter(MAY_IMPORT).static_order())  # raises CycleError


def test_every_folder_of_the_algorithms_is_a_room():
    folders = {path.name for path in (PACKAGE / "algorithms").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {f"algorithms.{name}" for name in folders} <= set(MAY_IMPORT)


def test_no_private_name_is_imported_from_another_file():
    for path in FILES:
        for node in parsed(path)[0]:
            if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("fewidgets")):
                private = [
                    alias.name for alias in node.names if alias.name.startswith("_") and not alias.name.startswith("__")
                ]
                assert not private, f"{path.relative_to(PACKAGE)} imports {', '.join(private)}"


def test_no_file_and_no_function_is_too_long_to_be_read():
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 450, f"{path.relative_to(PACKAGE)} has {text.count(chr(10))} lines; at most 450 are allowed"
        for name, length in parsed(path)[1]:
            assert length <= 60, f"{name} in {path.relative_to(PACKAGE)} has {length} lines; at most 60 are allowed"


def test_no_constant_is_defined_twice():
    """The second definition would win, also where the first was meant. No rule of ruff looks for it."""
    for path in FILES:
        assert not parsed(path)[2], f"{path.relative_to(PACKAGE)} defines {', '.join(parsed(path)[2])} twice"


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


def test_importing_the_package_loads_nothing_heavy():
    loaded = run("import sys, fewidgets; print(*sorted({name.split('.')[0] for name in sys.modules}))").split()
    assert not HEAVY & set(loaded)


@pytest.mark.slow
def test_an_explorable_loads_neither_matplotlib_nor_scikit_learn():
    loaded = run(
        "import sys; from fewidgets import LambdaSlider; print(*sorted({n.split('.')[0] for n in sys.modules}))"
    ).split()
    assert not {"matplotlib", "sklearn", "mlxtend", "pandas"} & set(loaded)


@pytest.mark.slow
def test_the_package_costs_little_beyond_ipywidgets_and_numpy():
    code = (
        "from time import process_time as now; start = now(); import ipywidgets, numpy; base = now(); import fewidgets; "
        "then = now(); fewidgets.LambdaSlider; print((then - base) / (base - start), (now() - base) / (base - start))"
    )
    alone, with_explorable = zip(*[map(float, run(code).split()) for _ in range(3)], strict=True)
    assert statistics.median(alone) < 0.1
    assert statistics.median(with_explorable) < 3


@pytest.mark.slow
def test_one_explorable_does_not_load_the_others():
    loaded = run("import sys, fewidgets; fewidgets.LambdaSlider; print(*sys.modules)").split()
    assert "fewidgets.explorables.lambda_slider.lambda_slider" in loaded
    assert "fewidgets.explorables.boosting_stepper.boosting_stepper" not in loaded


def test_public_names():
    assert set(fewidgets.explorables.EXPLORABLES) < set(fewidgets.__all__)
    for name in fewidgets.__all__:
        assert name in dir(fewidgets)
        assert getattr(fewidgets, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'Lambda'"):
        _ = fewidgets.Lambda
