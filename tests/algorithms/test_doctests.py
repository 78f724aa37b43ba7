import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import fewidgets.algorithms


def test_everything_public_is_documented_with_an_example():
    for name in fewidgets.algorithms.__all__:
        thing = getattr(fewidgets.algorithms, name)
        assert ">>>" in thing.__doc__, name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                assert not callable(value) or member.startswith("_") or value.__doc__, (name, member)
        else:
            for section in ("Parameters", "Returns", "Raises"):
                assert f"{section}\n    ---" in thing.__doc__, (name, section)
            assert "Source:" in thing.__doc__, name


# Imported inside a function only, each for the caller who asks for it: scikit-learn reads its own kind of tags, and
# `set_output(transform="pandas")` makes DataFrames.
WHERE_NEEDED = {"estimator.py": {"sklearn", "pandas"}}


def imported(tree):
    """List the packages that are imported anywhere below a node of the syntax tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


@pytest.mark.slow
def test_algorithms_need_numpy_and_a_stemmer_alone():
    allowed = {"numpy", "snowballstemmer", "__future__", *sys.stdlib_module_names}
    for path in Path(fewidgets.algorithms.__path__[0]).rglob("*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        inside = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
        later = {name for function in inside for name in imported(function)}
        module.body = [node for node in module.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
        assert set(imported(module)) <= allowed, path
        assert later <= allowed | WHERE_NEEDED.get(path.name, set()), path


@pytest.mark.slow
def test_transformers_run_where_neither_scikit_learn_nor_pandas_is_installed():
    code = (
        "import sys, copy, pickle\n"
        "for name in ('sklearn', 'pandas', 'scipy'):\n"
        "    sys.modules[name] = None\n"
        "from fewidgets.algorithms import *\n"
        "X = [[0.0, 1.0], [2.0, 0.0], [1.0, 5.0], [4.0, 2.0]]\n"
        "for made in (StandardNormalizer(), MinMaxNormalizer(), PCASphering(), MeanImputer(), OrthogonalPolynomials(2)):\n"
        "    try:\n"
        "        made.transform(X)\n"
        "    except RuntimeError as error:\n"
        "        assert 'not fitted' in str(error)\n"
        "    copy.copy(made).set_params(**made.get_params()).fit_transform(X, None)\n"
        "    print(len(pickle.loads(pickle.dumps(made.fit(X))).get_feature_names_out()), made)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert [line.split()[0] for line in run.stdout.splitlines()] == ["2", "2", "2", "2", "3"]
