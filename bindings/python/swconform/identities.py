# SPDX-License-Identifier: Apache-2.0
"""Tokens for the objects of one case."""

from __future__ import annotations

import weakref
from typing import Any, Callable

from .harness import Harness, Kind


class Known:
    """One object the case has met."""

    def __init__(self, token: int, kind: Kind) -> None:
        self.token = token
        self.kind = kind
        self.lives: Callable[[], bool] | None = None  # None where it cannot be referred to weakly
        self.kept: Any = None  # then this, so that no other object takes its address
        # What was sent of it.
        self.facts: dict[str, Any] | None = None
        self.alive: bool | None = None
        self.walk = 0  # the last walk that came by


class Identities:
    """Equal where the objects are identical, never used twice. Objects that can be referred to weakly are not kept."""

    def __init__(self, harness: Harness) -> None:
        self.all: list[Known] = []
        self._harness = harness
        self._known: dict[Any, Known] = {}

    def of(self, thing: Any, kind: Kind) -> Known:
        handle = self._harness.identity(thing) if self._harness.identity is not None else None
        key = id(thing) if handle is None else ("identity", handle[0])
        known = self._known.get(key)
        if known is not None and (known.lives is None or known.lives()):
            return known
        known = Known(len(self.all) + 1, kind)
        self.all.append(known)
        self._known[key] = known
        if handle is not None:
            known.lives = handle[1]
            return known
        try:
            reference = weakref.ref(thing)
        except TypeError:
            known.kept = thing
        else:
            known.lives = lambda: reference() is not None
        return known
