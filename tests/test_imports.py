"""Who may import whom, and what ``import fewidgets`` costs. The rule stands in the design: everything flows one way."""

import ast
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import fewidgets

PACKAGE = Path(fewidgets.__file__).parent
#: What each package may import of ours, besides itself.
MAY_IMPORT = {
    "algorithms": set(),
    "data": set(),
    "scene": set(),
    "explorables": {"algorithms", "data", "scene"},
    "exercises": {"algorithms"},
}
#: Who may import explorables.
MAY_IMPORT_EXPLORABLES = {"__init__.py", "cli.py"}
HEAVY = {"matplotlib", "sklearn", "mlxtend", "pandas", "ipywidgets", "anywidget", "numpy", "pooch", "jupyterlab"}


def ours(path):
    """List the parts of fewidgets that a module imports, wherever in it."""
    found = set()
    inside = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ["fewidgets", *inside[: len(inside) - node.level + 1]] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            modules = [f"{module}.{alias.name}" for alias in node.names] if module == "fewidgets" else [module]
        else:
            continue
        found |= {module.split(".")[1] for module in modules if module.startswith("fewidgets.")}
    return found


def modules_of(part):
    return sorted((PACKAGE / part).rglob("*.py"))


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_who_may_import_whom(part):
    for path in modules_of(part):
        extra = ours(path) - {part} - MAY_IMPORT[part]
        assert not extra, f"{path.relative_to(PACKAGE)} imports {', '.join(sorted(extra))} of ours"


def test_who_may_import_explorables():
    users = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "explorables" in ours(path)}
    outside = {user for user in users if not user.startswith("explorables/")}
    assert outside <= MAY_IMPORT_EXPLORABLES


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


def test_importing_the_package_loads_nothing_heavy():
    loaded = run("import sys, fewidgets; print(*sorted({name.split('.')[0] for name in sys.modules}))").split()
    assert not HEAVY & set(loaded)


def test_an_explorable_loads_neither_matplotlib_nor_scikit_learn():
    loaded = run(
        "import sys; from fewidgets import LambdaSlider; print(*sorted({n.split('.')[0] for n in sys.modules}))"
    ).split()
    assert not {"matplotlib", "sklearn", "mlxtend", "pandas"} & set(loaded)


def test_the_package_costs_little_beyond_ipywidgets_and_numpy():
    code = (
        "from time import process_time as now; start = now(); import ipywidgets, numpy; base = now(); import fewidgets; "
        "then = now(); fewidgets.LambdaSlider; print((then - base) / (base - start), (now() - base) / (base - start))"
    )
    alone, with_explorable = zip(*[map(float, run(code).split()) for _ in range(3)], strict=True)
    assert statistics.median(alone) < 0.1
    assert statistics.median(with_explorable) < 3


def test_one_explorable_does_not_load_the_others():
    loaded = run("import sys, fewidgets; fewidgets.LambdaSlider; print(*sys.modules)").split()
    assert "fewidgets.explorables.lambda_slider" in loaded
    assert "fewidgets.explorables.boosting_stepper" not in loaded


def test_public_names():
    assert set(fewidgets._EXPLORABLES) == set(fewidgets.explorables.EXPLORABLES)
    for name in fewidgets.__all__:
        assert name in dir(fewidgets)
        assert getattr(fewidgets, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'Lambda'"):
        _ = fewidgets.Lambda
