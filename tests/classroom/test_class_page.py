"""The class page reads the codes that Python writes, counts as Python does, and holds no truth in sight."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import fewidgets
from fewidgets import cli
from fewidgets.classroom import page as module
from fewidgets.classroom.page import class_page
from fewidgets.exercises.bank import questions
from tests.classroom.codes import code
from tests.exercises.predicting.kinds import any_answer

SOURCES = Path(__file__).parents[2] / "fewidgets" / "frontend" / "src" / "classpage"

DRIVER = """
import { readFileSync } from "node:fs";
const { answerIn } = await import(process.argv[2] + "/answers.js");
const { COUNTED } = await import(process.argv[2] + "/../asking/kinds.js");
const { codesIn } = await import(process.argv[2] + "/codes.js");
const { page, cases, wrong } = JSON.parse(readFileSync(0, "utf8"));
const counted = await Promise.all(cases.map(async (text) => {
  const found = await Promise.all(codesIn(text).map((code) => answerIn(code, page)));
  const { question } = found[0];
  const answers = found.map(({ answer }) => answer);
  return COUNTED[question.type].bars?.(question, answers) ?? answers;
}));
const told = await Promise.all(wrong.map((code) => answerIn(code, page).catch(({ message }) => message)));
console.log(JSON.stringify({ counted, told }));
"""


def test_every_question_is_read_and_counted_as_in_python(tmp_path):
    node = shutil.which("node")
    assert node, "node is needed: install Node.js 20 or newer"
    rng = np.random.default_rng(3)
    asked = list(questions().values())
    answers = [[each.kind.check(any_answer(each.kind, rng)) for _ in range(6)] for each in asked]
    # As a mail quotes them and breaks them into lines, with characters that nobody sees.
    cases = [
        "\n".join(f"> \u200b{text[:30]}\n> {text[30:]}, that's all" for text in (code(each.name, answer) for answer in some))
        for each, some in zip(asked, answers, strict=True)
    ]
    data = {"questions": [module._asked(each) for each in asked]}
    good = code("9.6 first feature", "RM")
    swapped = f"{good[:-1]}{'Z' if good[-1] != 'Z' else 'Y'}"
    wrong = [
        swapped,
        good.replace("FW2", "FW3"),
        fewidgets.OneHotViewer().share().text,
        code("9.6 first feature", None, "open"),
    ]
    driver = tmp_path / "drive.mjs"
    driver.write_text(DRIVER, encoding="utf-8")
    given = json.dumps({"page": data, "cases": cases, "wrong": wrong})
    run = subprocess.run(
        [node, str(driver), SOURCES.as_uri()], input=given, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for each, some, counted in zip(asked, answers, found["counted"], strict=True):
        coded = [each.kind.coded(answer) for answer in some]
        assert list(map(tuple, counted)) == (list(map(tuple, coded)) if each.kind.drawn else each.kind.distribution(some)), (
            each.name
        )
    for text, says in zip(
        found["told"], ["is damaged", "newer version", "opens an explorable", "has not answered"], strict=True
    ):
        assert says in text


def test_the_page_shows_no_truth_and_asks_nobody(tmp_path):
    text = class_page(tmp_path / "class.html", ["9.6"]).read_text(encoding="utf-8")
    visible = text.replace(re.search(r'"sealed":"([^"]+)"', text)[1], "")
    for each in questions().values():
        if each.name.startswith("9.6 "):
            assert json.dumps(each.name)[1:-1] in visible
            assert each.kind.why()[:40] not in visible
            assert each.kind.true_in_words() == "" or each.kind.true_in_words() not in visible
    assert set(re.findall(r"https?://[^\"'`\s)]+", text)) <= {"http://www.w3.org/2000/svg"}
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src &#x27;none&#x27;; script-src &#x27;sha256-")
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ((3,), TypeError, "path must be a path"),
        (("x.html", "9.6"), TypeError, "lessons must be a sequence of lessons"),
        (("x.html", ["8.1"]), ValueError, r"lessons must be among .*; got '8.1'"),
        (("x.html", ["9.6"], [1]), TypeError, "questions must be a sequence of Question"),
    ],
)
def test_bad_arguments_are_refused(arguments, error, says):
    with pytest.raises(error, match=says):
        class_page(*arguments)


def test_the_command_writes_it_once(tmp_path, capsys):
    target = tmp_path / "class.html"
    assert cli.main(["class-page", str(target), "--lesson", "9.6_boosting"]) == 0
    assert target.stat().st_size > 12_000
    assert cli.main(["class-page", str(target), "--lesson", "9.6"]) == 1
    assert "add --force" in capsys.readouterr().err
    assert cli.main(["class-page", str(tmp_path / "no" / "class.html")]) == 1
    assert f"{tmp_path / 'no'}: there is no such folder" in capsys.readouterr().err
    assert cli.main(["class-page", str(tmp_path), "--force"]) == 1
    assert "this is a folder" in capsys.readouterr().err
    assert cli.main(["class-page", str(target), "--lesson", "99", "--force"]) == 1
    assert "lessons must be among" in capsys.readouterr().err
