# SPDX-License-Identifier: Apache-2.0
"""What `cmake --install` puts somewhere works there: nothing of the checkout is used."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Runs the installed program, or another command, in an empty folder."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run(
        [os.environ["CMAKE"], "--install", os.environ["SWCONFORM_BUILD_DIR"], "--prefix", str(prefix)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    # As pip does with all that it installs.
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(prefix / "share")], check=True)
    folder = tmp_path_factory.mktemp("elsewhere")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(prefix / "bin" / "swconform"), *words[1:]] if words[0] == "swconform" else list(words)
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment["SWCONFORM_CACHE"] = str(folder / "cache")
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)

    run.prefix = prefix
    return run


def test_it_judges_by_the_specs_that_lie_beside_it(installed):
    judged = installed("swconform", "run", "friendly.item", "--report", "json")
    assert judged.returncode == 0, judged.stderr
    explained = installed("swconform", "explain", "friendly.item.8")
    assert str(installed.prefix / "share" / "swconform" / "spec") in explained.stdout


def test_a_harness_in_python_finds_the_sdk(installed):
    assert installed("swconform", "init", "python", "mine").returncode == 0
    smoked = installed("swconform", "smoke", "--impl", "python:mine/harness.py")
    assert smoked.returncode == 0, smoked.stdout + smoked.stderr


def test_the_reference_is_a_module_there_too(installed):
    folder = installed.prefix / "share" / "swconform" / "python"
    program = "import strideweave_reference as sw; print(sw.Shape(2, 3), sw.__file__)"
    imported = installed("env", f"PYTHONPATH={folder}", sys.executable, "-c", program)
    assert imported.returncode == 0, imported.stderr
    assert imported.stdout.split() == ["[2,3]", str(folder / "strideweave_reference" / "__init__.py")]
    assert (folder / "strideweave_reference" / "py.typed").is_file()
    judged = installed("swconform", "run", "--impl", "python:swconform.harnesses.reference", "friendly.item")
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_the_interpreter_beside_the_program_is_taken_as_in_a_virtual_environment(installed):
    beside = installed.prefix / "bin" / "python3"
    ran = installed.prefix / "ran"
    beside.write_text(f'#!/bin/sh\n: >"{ran}"\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    beside.chmod(0o755)
    program = str(installed.prefix / "bin" / "swconform")
    words = ("run", "--impl", "python:swconform.harnesses.reference", "friendly.item")
    try:
        judged = installed("env", "-u", "SWCONFORM_PYTHON", program, *words)
    finally:
        beside.unlink()
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert ran.is_file()


def test_a_harness_in_cpp_finds_the_sdk(installed):
    assert installed("swconform", "init", "cpp", "mine-cpp").returncode == 0
    for words in (["-S", "mine-cpp", "-B", "mine-cpp/build"], ["--build", "mine-cpp/build"]):
        built = installed(os.environ["CMAKE"], *words)
        assert built.returncode == 0, built.stdout + built.stderr
    smoked = installed("swconform", "smoke", "--impl", "exec:mine-cpp/build/harness")
    assert smoked.returncode == 0, smoked.stdout + smoked.stderr
