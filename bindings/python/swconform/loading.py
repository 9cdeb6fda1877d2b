# SPDX-License-Identifier: Apache-2.0
"""From what is written after `python:` to a harness class."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from .harness import Harness


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(f"no such file: {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    sys.path.insert(0, str(path.resolve().parent))  # what stands beside it can be imported
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def load_harness(spelling: str) -> type[Harness]:
    """The harness of a file (`folder/harness.py`) or a module (`package.module`). ImportError where there is not exactly
    one; what the import raises passes through."""
    if spelling.endswith(".py") or "/" in spelling:
        module = _import_file(Path(spelling))
    else:
        module = importlib.import_module(spelling)
    found = {
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Harness) and thing is not Harness
    }
    own = {harness for harness in found if harness.__module__ == module.__name__} or found
    leaves = {a for a in own if not any(a is not b and issubclass(b, a) for b in own)}
    if not leaves:
        raise ImportError(f"{spelling} has no harness: no class derived from swconform.Harness")
    if len(leaves) > 1:
        raise ImportError(f"{spelling} has several harnesses: {', '.join(sorted(h.__name__ for h in leaves))}")
    return leaves.pop()
