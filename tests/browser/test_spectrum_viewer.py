"""A person mixes, hears and slides, and hands a file over, in a real JupyterLab."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import wait_until
from tests.browser.view import View

pytestmark = pytest.mark.browser

CELL = """from fewidgets.explorables import SpectrumViewer

w = SpectrumViewer()
w"""


def wav(samples: np.ndarray, rate: int) -> bytes:
    """Give the bytes of a WAV file of 16 bits."""
    data = np.round(32767 * samples).astype("<i2").tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
    body = b"WAVE" + head + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def long_wav(seconds: int = 65, rate: int = 48_000) -> bytes:
    """Give a WAV file of 24 bits in stereo: 1500 Hz on the left and silence on the right."""
    left = np.round(8e6 * np.sin(2 * np.pi * 1500 * np.arange(rate) / rate)).astype("<i4")
    second = np.stack([left, np.zeros_like(left)], axis=1).view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 2, rate, 6 * rate, 6, 24)
    body = b"WAVE" + head + b"data" + struct.pack("<I", seconds * len(second)) + seconds * second
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook("spectrum.ipynb", CELL)


@pytest.fixture(scope="module")
def shown(notebook):
    return View(notebook.run_cell(0))


@pytest.fixture
def view(notebook, shown):
    notebook.lab.forget()
    yield shown
    assert notebook.lab.errors == []


def test_the_sound_is_played_and_stopped(view):
    view.root.get_by_role("button", name="Play sinusoids").click()
    stop = view.root.get_by_role("button", name="Stop sinusoids")
    expect(stop).to_be_visible()
    stop.click()
    expect(view.root.get_by_role("button", name="Play sinusoids")).to_be_visible()


def test_a_file_is_handed_over_and_a_bad_one_refused(notebook, view, tmp_path):
    chooser = view.root.get_by_role("button", name="Your sound (WAV)")
    radios, before = view.root.get_by_role("radio"), view.caption
    shown = next(name for name in ("sinusoids", "chirp", "vowels") if radios.and_(view.root.get_by_label(name)).is_checked())
    view.root.get_by_role("radio", name="your own").click()
    expect(view.part("message")).to_contain_text("Press “Your sound (WAV)” and choose a file")
    expect(view.root.get_by_role("radio", name=shown)).to_be_checked()
    assert view.caption == before
    tone = wav(0.5 * np.sin(2 * np.pi * 750 * np.arange(6000) / 12000), 12000)
    chooser.set_input_files({"name": "tone.wav", "mimeType": "audio/wav", "buffer": tone})
    wait_until(lambda: "750 Hz is strongest" in view.caption, "the file's tone", view.page)
    expect(view.root.get_by_role("radio", name="your own")).to_be_checked()
    (tmp_path / "long.wav").write_bytes(long_wav())
    chooser.set_input_files(tmp_path / "long.wav")
    wait_until(lambda: view.caption.startswith("The first 60 s of 65 s at 48000 Hz, 2 channels"), "a minute", view.page)
    view.control("time").press("End")
    wait_until(lambda: "around 60.0 s, 1500 Hz is strongest" in view.caption, "the end of the minute", view.page)
    view.keep("SpectrumViewer-minute")
    chooser.set_input_files({"name": "tone.wav", "mimeType": "audio/wav", "buffer": tone})
    wait_until(lambda: "750 Hz is strongest" in view.caption, "the tone again", view.page)
    before = view.at_rest()
    chooser.set_input_files({"name": "song.wav", "mimeType": "audio/wav", "buffer": b"ID3 no wave"})
    expect(view.part("message")).to_contain_text("song.wav must be a WAV file; this one is an MP3 file")
    assert view.at_rest() == before
    assert notebook.value("w.file.name") == "tone.wav"
    view.root.get_by_role("radio", name="vowels").check()
    wait_until(lambda: "that says a, i, u" in view.caption, "the vowels", view.page)
    expect(view.part("message")).to_be_empty()
    notebook.wait_value("w.sound", "vowels")
