"""The table of hosts holds: every host that can be started here shows an explorable that works as the table says."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_inside
from tests.browser.host_table import host_table
from tests.browser.hosts import HOSTS
from tests.browser.jupyter import wait_until

pytestmark = pytest.mark.browser

#: What pages of Voilà and nbconvert ask of the network for themselves: fonts, mathematics, and a loader of old widgets.
THEIR_OWN = (
    "https://cdn.jsdelivr.net/npm/@fortawesome/",
    "https://cdn.jsdelivr.net/npm/mathjax",
    "https://cdnjs.cloudflare.com/ajax/libs/mathjax/",
    "https://cdnjs.cloudflare.com/ajax/libs/require.js/",
)
OWN_REQUESTS = {"Voilà": THEIR_OWN, "w.embed() in a page of nbconvert": THEIR_OWN}
NO_KERNEL = ("No kernel is running, so you cannot use", "This page works without Python, so you cannot use")


@pytest.fixture(scope="module", params=HOSTS)
def host(request, lab, tmp_path_factory):
    """One page load for all checks of a host."""
    opening = contextmanager(HOSTS[request.param])
    with opening(lab, tmp_path_factory.mktemp("host")) as shown:
        shown.claims = host_table()[request.param]
        shown.name = request.param
        yield shown


def press(view, name, key):
    """Press a key on a slider; give the caption from before."""
    before = view.caption
    view.control(name).press(key)
    return before


def check_replay(view):
    """Move the replay control and see the picture change at once."""
    picture = view.picture
    before = press(view, "step", "Home")
    assert view.caption != before
    assert view.picture != picture
    press(view, "step", "End")
    assert view.caption == before


def check_answer(host, view):
    """Move the compute control and see the kernel's answer."""
    before = press(view, "step_length", "ArrowLeft")
    wait_until(lambda: view.caption != before, "the kernel answered", host.page)


def check_that_it_says_why_not(view):
    expect(view.control("step_length")).to_be_disabled()
    assert view.part("offline").inner_text().startswith(NO_KERNEL)


def check_that_it_answers_from_a_list(host, view):
    check_answer(host, view)
    assert "computed states, without Python" in view.part("offline").inner_text()


def test_it_draws(host):
    assert host.claims["draws"] == "yes"
    assert host.view.panels.count() == 4
    assert host.view.caption.startswith("At step 60 ")


def test_axe_finds_no_violation_in_it(host):
    host.view.root.locator(".fw-data table").first.wait_for(state="attached")  # what comes when the page is idle counts, too
    assert violations_inside(host.view.root) == []


def test_it_replays(host):
    assert host.claims["replays"] == "yes"
    check_replay(host.view)


def test_it_computes_or_says_why_not(host):
    view = host.view
    if host.claims["computes"] == "from a list":
        check_that_it_answers_from_a_list(host, view)
        return
    assert host.claims["computes"] == "yes"
    check_answer(host, view)
    if host.name == "marimo":
        python = host.page.get_by_text("Python: At step")
        expect(python).to_have_text(f"Python: {view.caption}")  # the dependent cell ran again
        host.page.get_by_role("button", name="From Python").click()
        wait_until(lambda: view.caption.startswith("At step 7 "), "what Python sets is shown", host.page)
        expect(python).to_contain_text("At step 7 ")


def test_it_explains_errors(host):
    view = host.view
    if host.claims["explains errors"] == "no Python":
        assert "run the cell" not in view.root.inner_text()
        return
    assert host.claims["explains errors"] == "yes"
    view.control("step_length")  # unfolds the field beside it
    field = view.root.get_by_label("Step length, raw, typed")
    field.fill("1000000")
    field.press("Enter")
    expect(view.part("message")).to_contain_text("step_length must be")
    check_answer(host, view)
    expect(view.part("message")).to_be_empty()


def test_it_is_there_after_loading_again(host):
    host.reload()
    view = host.view
    check_replay(view)
    assert "model not found" not in host.page.locator("body").inner_text()
    if host.claims["after loading again"] == "computes":
        check_answer(host, view)
    elif host.claims["after loading again"] == "from a list":
        check_that_it_answers_from_a_list(host, view)
    else:
        assert host.claims["after loading again"] == "replays"
        check_that_it_says_why_not(view)


def test_nothing_was_asked_of_the_network(host):
    assert host.claims["asks nothing of the network"] == "yes"
    assert [url for url in host.outside if not url.startswith(OWN_REQUESTS.get(host.name, ("nothing",)))] == []
    if host.name == "marimo":  # last, since its server ends
        host.stop()
        press(host.view, "step_length", "ArrowRight")
        expect(host.view.part("offline")).to_contain_text("Python does not answer")
