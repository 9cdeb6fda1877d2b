# SPDX-License-Identifier: Apache-2.0
"""Every line between the runner and the harnesses that ship, and every JSON report, is one by its schema."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import fastjsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
CPP = [os.environ["SWCONFORM_REFERENCE"]]
JAVASCRIPT = [os.environ["SWCONFORM_NODE"], "bindings/javascript/harness.js"]
PYTHON = [sys.executable, "-m", "swconform.host", "swconform.harnesses.reference"]
WRONG = [os.environ["SWCONFORM_MUTANT"], "views.slice.15: adds an ordinal"]
CRASHING = [os.environ["SWCONFORM_MISBEHAVING"], "exit", "3", "[3,1,0,2]"]

# Runs a harness, and writes down what passes: requests after `>`, replies after `<`.
LISTENER = """
import subprocess, sys, threading
heard = open(sys.argv[1], "ab")
harness = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def pass_requests():
    for line in sys.stdin.buffer:
        heard.write(b">" + line)
        harness.stdin.write(line)
        harness.stdin.flush()
    harness.stdin.close()
requests = threading.Thread(target=pass_requests)
requests.start()
for line in harness.stdout:
    heard.write(b"<" + line)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
requests.join()
heard.close()
sys.exit(harness.wait())
"""


def exec_(*command: str) -> str:
    """As --impl spells a process."""
    return f"exec:{shlex.join(command)}"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [os.environ["SWCONFORM_PROGRAM"], "run", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300
    )


@pytest.fixture(scope="module")
def valid():
    """Checks a line, without the letter of its direction before it."""
    schema = json.loads((ROOT / "bindings" / "protocol" / "protocol.schema.json").read_text(encoding="utf-8"))
    either = schema.pop("oneOf")
    assert [one["$ref"] for one in either] == ["#/definitions/request", "#/definitions/reply"]
    checks = [fastjsonschema.compile({**schema, **one}) for one in either]
    return {">": checks[0], "<": checks[1]}


HARNESSES = {
    "C++": (CPP, [], 5000),
    "Python": (PYTHON, ["friendly.*", "views.slice", "views.backward", "representation.rules"], 1000),
    "JavaScript": (JAVASCRIPT, [], 1000),
}


@pytest.mark.parametrize("language", HARNESSES)
def test_every_line_is_one_of_the_protocol(valid, tmp_path, language):
    harness, selection, at_least = HARNESSES[language]
    (tmp_path / "listener.py").write_text(LISTENER, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "listener.py"), str(tmp_path / "heard"), *harness]
    ended = run(*selection, "--impl", exec_(*command))
    assert ended.returncode == (1 if language == "JavaScript" else 0), ended.stdout + ended.stderr
    lines = set((tmp_path / "heard").read_text(encoding="utf-8").splitlines())
    assert len(lines) > at_least
    for line in lines:
        try:
            valid[line[0]](json.loads(line[1:]))
        except fastjsonschema.JsonSchemaException as error:
            pytest.fail(f"{error.message}\n{line}")


@pytest.mark.parametrize(
    "line",
    [
        '>{"verb": "hello"}',
        '>{"verb": "case"}',
        '>{"verb": "case", "steps": [{"as": "x"}]}',
        '>{"verb": "case", "steps": [{"do": "item", "arguments": [{"float": "one"}]}]}',
        '>{"verb": "case", "steps": [{"do": "item", "argument": []}]}',
        '>{"step": 0, "value": 1}',
        '<{"verb": "bye"}',
        '<{"step": 0}',
        '<{"step": 0, "value": 1, "error": {"kind": "TypeError", "message": ""}}',
        '<{"step": 0, "error": {"kind": "KeyError", "message": ""}}',
        '<{"step": -1, "value": 1}',
        '<{"step": 0, "value": 1.5}',
        '<{"step": 0, "value": {"int": "007"}}',
        '<{"step": 0, "value": {"object": 0}}',
        '<{"facts": {"names": {}}}',
        '<{"facts": {"names": {}, "objects": {"x": {"kind": "tensor", "facts": {}}}}}',
        '<{"facts": {"names": {}, "objects": {"1": {"kind": "tensor"}}}}',
        '<{"done": false}',
    ],
)
def test_what_protocol_md_rules_out_is_none(valid, line):
    with pytest.raises(fastjsonschema.JsonSchemaException):
        valid[line[0]](json.loads(line[1:]))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["views.slice", "--impl", exec_(*WRONG)], 1),
        (["--impl", exec_(*JAVASCRIPT)], 1),
        (["views.permute", "--impl", exec_(*CRASHING)], 1),
    ],
    ids=["passes", "fails", "lacks much", "crashes"],
)
def test_every_report_is_one_by_its_schema(tmp_path, arguments, code):
    ended = run(*arguments, "--report", f"json:{tmp_path / 'report.json'}")
    assert ended.returncode == code, ended.stdout + ended.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    schema = json.loads((ROOT / "spec" / "report.schema.json").read_text(encoding="utf-8"))
    fastjsonschema.validate(schema, report)
    del report["summary"]["cases"]
    with pytest.raises(fastjsonschema.JsonSchemaException):
        fastjsonschema.validate(schema, report)
