"""What a reader does in a browser, for taken_away.py. Each function returns what it found."""

import hashlib
import importlib
import pkgutil
import sys
import time

from taken_away import WEB


def import_everything():
    """Import the package, and say what that has loaded; then import what students use."""
    import fewidgets

    loaded = sorted({name.partition(".")[0] for name in sys.modules})
    found = [
        importlib.import_module(f"fewidgets.{room}") for room in ("algorithms", "data", "exercises", "explorables", "scene")
    ]
    for module in pkgutil.walk_packages(found[0].__path__, "fewidgets.algorithms."):
        importlib.import_module(module.name)
    return loaded, sorted(name for name in fewidgets.algorithms.__all__ if not hasattr(fewidgets.algorithms, name))


def open_explorables(*names):
    """Open explorables, move one control of each and draw it. Return the errors."""
    from fewidgets.explorables import EXPLORABLES

    found = {}
    for name in names or EXPLORABLES:
        kind = EXPLORABLES[name]
        try:
            w = kind.example()
        except ImportError as error:
            found[name] = str(error)
            continue
        control, value = another_value(w)
        w.move(**{control: value})
        assert w.state[control] == value
        assert w.caption in w.still()
    return found


def another_value(w):
    """Return the name of a control and a value that it has not."""
    from fewidgets.scene import Choice, Slider, Stepper, TextArea, Toggle

    for control in w.scene.controls:
        match control:
            case Slider():
                values = control.values
            case Stepper():
                values = range(control.length)
            case Choice():
                values = control.options
            case Toggle():
                values = (False, True)
            case TextArea():
                values = (w.state[control.name][:-1],)  # the last document or letter less
            case _:
                continue
        for value in values:
            if value != w.state[control.name]:
                return control.name, value
    raise AssertionError(w)


def without_scikit_learn():
    for name in ("sklearn", "scipy", "joblib"):
        sys.modules[name] = None
    return open_explorables()


def check_answers():
    """Answer every exercise rightly, and some wrongly. Return what is said about right answers, and the other outcomes."""
    from fewidgets import check
    from fewidgets.exercises.bank.collected import exercises, tasks

    found = [check(name, exercise.solve(**exercise.numbers)) for name, exercise in exercises().items()]
    found += [check(name, task.changed()) for name, task in tasks().items()]
    wrong = ("9.1 shapes", -1), ("9.9 boosting", lambda *_: 0)
    return [str(each) for each in found if not each.passed], [check(*each).outcome for each in wrong]


def endless():
    """Check a function that never ends and one that prints without an end. Return why each was ended, and the seconds."""
    from fewidgets import check
    from fewidgets.exercises.answers import trying

    trying._WITHOUT_THREADS = 0.5

    def boost(*_arguments):
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass

    def flood(*_arguments):
        while True:
            print("weights" * 100)

    began = time.monotonic()
    return check("9.9 boosting", boost).kind, check("9.9 boosting", flood).kind, time.monotonic() - began


def download():
    """Load a data set that the browser can fetch, and one that it cannot."""
    from fewidgets.data import FetchError, fetch_student_debt, fetch_toy_regression, registry

    table = b"1,2\n2,3\n"
    (file,) = registry.REMOTE["toy_regression"]
    registry.REMOTE["toy_regression"] = (registry.RemoteFile(file.url, hashlib.sha256(table).hexdigest()),)
    WEB[file.url] = table
    try:
        fetch_student_debt()
        said = ""
    except FetchError as error:
        said = str(error)
    return fetch_toy_regression().X.shape, said


def predict():
    """Commit a prediction, which is kept beside the lesson, and ask again. Return both outcomes."""
    from fewidgets import predict

    p = predict("9.6 first feature")
    p.answer = "RM"
    p.commit()
    return p.outcome, predict("9.6 first feature").outcome
