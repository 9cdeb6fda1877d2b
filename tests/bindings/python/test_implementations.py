# SPDX-License-Identifier: Apache-2.0
"""`--impl python:...`, from the command line to the verdicts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

REFERENCE = "python:swconform.harnesses.reference"


def test_the_module_is_judged_as_the_reference_is_case_by_case(swconform, tmp_path):
    def report(implementation: str) -> dict[str, Any]:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        ended = swconform("run", "--impl", implementation, "--report", f"json:{path}")
        assert ended.returncode in (0, 1), ended.stderr
        return json.loads(path.read_text())

    def verdicts(report: dict[str, Any]) -> dict[str, str]:
        return {
            case["id"]: case["verdict"]
            for spec in report["specs"]
            for requirement in spec["requirements"]
            for scenario in requirement["scenarios"]
            for case in scenario["cases"]
        }

    module, built_in = report(REFERENCE), report("builtin:reference")
    assert len(verdicts(built_in)) > 1000
    # What C++ cannot express, Python can: there it is no pass but `absent`, or an option that is not there.
    expressible = {"not applicable", "unsupported"}
    differing = {
        case: (verdict, verdicts(module)[case])
        for case, verdict in verdicts(built_in).items()
        if verdict != verdicts(module)[case] and not (verdict in expressible and verdicts(module)[case] == "pass")
    }
    assert not differing
    taken = [
        {(reading["requirement"], reading["id"]): reading["taken"] for reading in report["readings"]}
        for report in (module, built_in)
    ]
    assert taken[0] == taken[1]
    assert {requirement["verdict"] for spec in module["specs"] for requirement in spec["requirements"]} <= {
        "pass",
        "partial",
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        ("raise LookupError('deliberate')", "LookupError: deliberate"),
        ("import no_such_library", "No module named 'no_such_library'"),
        ("x = 5", "has no harness"),
        ("this is no Python", "SyntaxError"),
    ],
)
def test_what_cannot_start_exits_3_and_says_why(swconform, tmp_path, content, message):
    file = tmp_path / "harness.py"
    if content is not None:
        file.write_text(content)
    ended = swconform("run", "--impl", "python:harness.py")
    assert ended.returncode == 3
    assert message in ended.stderr


def test_no_such_module_and_no_such_interpreter(swconform):
    ended = swconform("run", "--impl", "python:no_such_module")
    assert (ended.returncode, "No module named 'no_such_module'" in ended.stderr) == (3, True)
    ended = swconform("run", "--impl", REFERENCE, SWCONFORM_PYTHON="/no/such/python")
    assert ended.returncode == 3


def test_nothing_after_the_colon(swconform):
    assert swconform("run", "--impl", "python:").returncode == 2


def test_the_interpreter_is_the_one_that_is_named(swconform, tmp_path):
    script = tmp_path / "my-python"
    script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\nexec {sys.executable} "$@"\n')
    script.chmod(0o755)
    ended = swconform("run", "friendly.surface", "--impl", REFERENCE, SWCONFORM_PYTHON=str(script))
    assert ended.returncode == 0, ended.stderr
    assert Path(tmp_path / "arguments").read_text() == "-m swconform.host swconform.harnesses.reference\n"


def test_a_crash_a_hang_and_a_print_are_verdicts(swconform, tmp_path):
    (tmp_path / "harness.py").write_text(
        "import os\n"
        "from swconform.harnesses.reference import ReferenceHarness\n"
        "class Broken(ReferenceHarness):\n"
        "    def item(self, tensor):\n"
        "        print('about to go', flush=True)\n"
        "        os.abort()\n"
    )
    ended = swconform("run", "friendly.item", "friendly.to-list", "--impl", "python:harness.py")
    assert ended.returncode == 1
    assert "about to go" in ended.stdout and "SIGABRT" in ended.stdout
    assert "pass" in next(line for line in ended.stdout.splitlines() if "friendly.to-list" in line and "To-list" in line)
def test_upstream_says_plainly_that_it_is_not_there(swconform, tmp_path):
    pytest.importorskip("strideweave_reference")
    try:
        import strideweave  # noqa: F401
    except ImportError:
        pass
    else:
        pytest.skip("the public strideweave package is installed")
    ended = swconform("run", "--impl", "python:swconform.harnesses.upstream")
    assert ended.returncode == 3
    assert "strideweave" in ended.stderr and "Traceback" not in ended.stderr


