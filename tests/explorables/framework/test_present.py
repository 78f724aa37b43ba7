"""Present mode is a keyword and a trait of every explorable, and a saved page keeps it."""

import fewidgets
from fewidgets import BoostingStepper, Prediction
from fewidgets.data import load_boston
from fewidgets.explorables.framework.renderer import Renderer


def test_it_is_switched_and_survives_a_new_scene():
    w = fewidgets.ContourDescent.example()
    w.present = True
    assert w._scene["present"] is True
    w.step_length = 0.2
    assert w._scene["present"] is True
    w.present = False
    assert "present" not in w._scene


def test_pages_keep_it(tmp_path):
    w = BoostingStepper(load_boston(), present=True)
    assert '"present":true' in w.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "&quot;present&quot;:true" in w.embed().html
    p = Prediction.example()
    assert '"present":true' not in p.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
    p.present = True
    assert '"present":true' in p.to_html(tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_code_opens_for_a_projector():
    w = BoostingStepper(load_boston(), round=3)
    assert fewidgets.from_share(w.share(), present=True).present


def test_the_module_is_sent_once():
    assert "fw-present" in Renderer.shared().present
