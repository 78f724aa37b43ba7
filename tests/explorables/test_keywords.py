"""Every constructor refuses a keyword that it does not know, and a value that a control of its scene does not accept."""

import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.framework.keywords import defaults_of
from fewidgets.explorables.framework.state import states_of

each = pytest.mark.parametrize("name", EXPLORABLES)


@each
def test_a_misspelt_keyword_is_refused_with_the_right_one(name):
    kind = EXPLORABLES[name]
    keywords = examples()[file_name(name)]().opened_with[1]
    known = next(iter([*keywords, *states_of(kind)]))
    with pytest.raises(TypeError, match=rf"^{name} has no keyword '{known}_': did you mean '{known}'"):
        kind(**{f"{known}_": 1})


@each
def test_a_constructor_names_what_a_control_refuses(name):
    w = examples()[file_name(name)]()
    given, keywords = w.opened_with
    parameters = defaults_of(type(w))
    for control in w.scene.controls:
        if control.name in parameters and not getattr(control, "idle", False):
            with pytest.raises((TypeError, ValueError), match=rf"^{control.name} must "):
                type(w)(*given, **{**keywords, control.name: object()})
