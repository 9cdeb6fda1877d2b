# SPDX-License-Identifier: Apache-2.0
"""The process: what `--impl python:...` starts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HELLO = b'{"verb": "hello", "protocol": 1}\n{"verb": "bye"}\n'
HARNESS = """
import os, sys
from swconform import Harness

print("printed while imported")

class Mine(Harness):
    name = "mine"

    def chatter(self):
        print("printed")
        os.write(1, b"written\\n")
        os.system("echo from a child")
        return sys.stdin.read()
"""


def host(*arguments: str, lines: bytes = HELLO, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "swconform.host", *arguments], input=lines, capture_output=True, timeout=60, cwd=cwd
    )


def test_a_file(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text(HARNESS)
    ended = host(str(file))
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["name"] == "mine"


def test_a_module(tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "module.py").write_text(HARNESS)
    assert json.loads(host("package.module", cwd=tmp_path).stdout)["name"] == "mine"


def test_what_is_printed_goes_to_standard_error(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text(HARNESS)
    ended = host(str(file), lines=b'{"verb": "case", "steps": [{"do": "chatter"}]}\n')
    assert ended.stdout.splitlines() == [b'{"step":0,"value":""}', b'{"done":true}']
    for text in (b"printed while imported", b"printed", b"written", b"from a child"):
        assert text in ended.stderr


def test_it_imports_what_stands_beside_it(tmp_path):
    (tmp_path / "beside.py").write_text("NAME = 'beside'")
    file = tmp_path / "harness.py"
    file.write_text("from swconform import Harness\nimport beside\nclass H(Harness):\n    name = beside.NAME\n")
    assert json.loads(host(str(file)).stdout)["name"] == "beside"


def failed(ended: subprocess.CompletedProcess[bytes]) -> str:
    assert ended.returncode != 0
    assert ended.stdout == b""
    return ended.stderr.decode()


def test_no_such_file(tmp_path):
    assert "no such file" in failed(host(str(tmp_path / "none.py")))


def test_no_such_module():
    assert "No module named 'no_such_module'" in failed(host("no_such_module"))


def test_an_import_that_fails_shows_its_traceback(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text("import swconform\n\nraise LookupError('deliberate')\n")
    text = failed(host(str(file)))
    assert "Traceback" in text and "LookupError: deliberate" in text and "line 3" in text


def test_no_harness_in_it(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text("from swconform import Harness\n")
    assert "has no harness" in failed(host(str(file)))


def test_several_harnesses_in_it(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text("from swconform import Harness\nclass A(Harness): pass\nclass B(Harness): pass\n")
    assert "several harnesses: A, B" in failed(host(str(file)))


def test_a_derived_harness_is_the_one(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text("from swconform import Harness\nclass A(Harness): pass\nclass B(A):\n    name = 'b'\n")
    assert json.loads(host(str(file)).stdout)["name"] == "b"


def test_what_is_not_available_says_so_plainly(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text("from swconform import NotAvailable\nraise NotAvailable('install it')\n")
    assert failed(host(str(file))).strip() == "install it"


def test_running_out_of_stack_ends_the_process(tmp_path):
    file = tmp_path / "harness.py"
    file.write_text(
        "from swconform import Harness\nclass H(Harness):\n    def go(self):\n        return self.go()\n"
    )
    ended = host(str(file), lines=b'{"verb": "case", "steps": [{"do": "go"}]}\n')
    assert ended.returncode != 0
    assert b"RecursionError" in ended.stderr
    assert ended.stdout == b""
