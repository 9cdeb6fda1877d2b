# SPDX-License-Identifier: Apache-2.0
"""bindings/TUTORIAL.md and the pages of the SDKs, done as they stand there: files are written and commands run, in order.

In what it prints `…` stands for anything within a line, and a line of it for any lines. Folders of the suite are printed
relative to the root of a checkout, where its reader is.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Iterator, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "bindings" / "TUTORIAL.md"
CPP_PAGE = ROOT / "bindings" / "cpp" / "README.md"
PYTHON_PAGE = ROOT / "bindings" / "python" / "swconform" / "README.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(at the end of )?`([\w./-]+)`:\s*$")


class Block(NamedTuple):
    language: str
    text: str
    before: str  # the prose that leads to it


def blocks(page: str) -> Iterator[Block]:
    end = 0
    for found in FENCE.finditer(page):
        yield Block(found[1], found[2], page[end : found.start()])
        end = found.end()


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Each command with what it is to print."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def pattern(expected: str) -> re.Pattern[str]:
    lines = []
    for line in expected.splitlines():
        lines.append("(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n")
    return re.compile("".join(lines))


def section(page: str, title: str) -> str:
    start = page.index(f"\n## {title}\n")
    end = page.find("\n## ", start + 1)
    return page[start : len(page) if end < 0 else end]


def follow(text: str, tmp_path: Path) -> int:
    """Does what a page says, in an empty folder where its reader's checkout would be; how many commands it ran."""
    program = os.environ["SWCONFORM_PROGRAM"]
    (tmp_path / "swconform").symlink_to(program)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "release").symlink_to(os.environ["SWCONFORM_BUILD_DIR"])
    environment = {**os.environ, "SWCONFORM_CACHE": str(tmp_path / "cache")}
    ran = 0
    for block in blocks(text):
        if block.language != "console":
            where = FILE.search(block.before)
            assert where, f"no file is named before this block:\n{block.text}"
            (tmp_path / where[2]).parent.mkdir(exist_ok=True)
            with open(tmp_path / where[2], "a" if where[1] else "w", encoding="utf-8") as file:
                file.write(block.text)
            continue
        for command, expected in commands(block.text):
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
            )
            printed = done.stdout.replace(f"{ROOT}/", "")
            assert pattern(expected).fullmatch(printed), f"$ {command}\n{printed}{done.stderr}\nis not\n{expected}"
            ran += 1
    return ran


@pytest.mark.parametrize("language", ["Python", "C++"])
def test_the_tutorial_prints_what_it_says(language, tmp_path):
    assert follow(section(PAGE.read_text(encoding="utf-8"), f"In {language}"), tmp_path) >= 4


@pytest.mark.parametrize(("page", "commands_on_it"), [(PYTHON_PAGE, 2), (CPP_PAGE, 5)], ids=["Python", "C++"])
def test_the_page_of_an_sdk_prints_what_it_says(page, commands_on_it, tmp_path):
    assert follow(page.read_text(encoding="utf-8"), tmp_path) == commands_on_it


@pytest.mark.parametrize(("file", "most"), [("mine/harness.py", 40), ("mine-cpp/harness.cpp", 60)])
def test_a_harness_is_short(file, most):
    texts = [b.text for b in blocks(PAGE.read_text(encoding="utf-8")) if b.before.rstrip().endswith(f"`{file}`:")]
    assert len(texts) == 1
    assert len([line for line in texts[0].splitlines() if line.strip()]) <= most
