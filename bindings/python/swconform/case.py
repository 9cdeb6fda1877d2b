# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of one case, in order, and replies as the protocol says."""

from __future__ import annotations

import gc
import numbers
from contextlib import nullcontext
from typing import Any, Callable

from . import wire
from .errors import Internal, Skipped, Stop, Unreadable, Unsupported, forget_traceback, kind_of
from .harness import OMIT, Description
from .identities import Identities, Known
from .wire import ProtocolError, Wire

Reply = Callable[[Any], None]
_STEP = {"do": str, "arguments": list, "keywords": dict, "as": str, "no_grad": bool, "facts": bool}


def check_request(request: Any) -> list[dict[str, Any]]:
    """The steps of a `case` request. ProtocolError for anything that is none."""
    if set(request) != {"verb", "steps"} or not isinstance(request["steps"], list):
        raise ProtocolError('a case has the members "verb" and "steps", a list')
    for step in request["steps"]:
        if not isinstance(step, dict) or "do" not in step:
            raise ProtocolError('a step: expected a record with a member "do"')
        for member, content in step.items():
            if member not in _STEP:
                raise ProtocolError(f'a step: unknown member "{member}"')
            if not isinstance(content, _STEP[member]):
                raise ProtocolError(f"{member}: expected a {_STEP[member].__name__}")
    return request["steps"]


class CaseRunner:
    """One case. Nothing of it is left when `done` is sent."""

    def __init__(self, description: Description, reply: Reply) -> None:
        self._description = description
        self._reply = reply
        self._harness = description.harness()
        self._identities = Identities(self._harness)
        self._names: dict[str, Any] = {}
        self._sent_names: dict[str, Any] = {}
        self._walk = 0
        self._collect = False  # whether something may have become garbage

    def run(self, steps: list[dict[str, Any]]) -> None:
        for i, step in enumerate(steps):
            self._reply({"step": i, **self._outcome(step)})
            if step.get("facts", False):
                self._reply({"facts": self._facts()})

    def _outcome(self, step: dict[str, Any]) -> dict[str, Any]:
        try:
            try:
                result = self._call(step)
                value = self._answer(result)
                if step.get("as"):
                    if step["as"] in self._names:
                        self._collect = True
                    self._names[step["as"]] = result
                return {"value": value}
            except (MemoryError, RecursionError):
                raise  # a crash
            except Exception as error:  # noqa: BLE001  whatever the implementation raises
                forget_traceback(error)
                self._collect = True
                token = self._token(error, None)
                return {"error": {"kind": kind_of(error), "message": _text(error), "token": token}}
        except Stop as stop:
            return {stop.outcome: stop.why}

    def _answer(self, result: Any) -> Any:
        try:
            return self._encode(result, None)
        except (MemoryError, RecursionError):
            raise
        except Exception as error:  # noqa: BLE001  the harness's own, not the implementation's
            raise Internal(f"writing the answer failed: {type(error).__name__}: {_text(error)}") from None

    def _call(self, step: dict[str, Any]) -> Any:
        operation = step["do"]
        arguments = step.get("arguments", [])
        keywords = step.get("keywords", {})
        found = self._description.operations.get(operation)
        if found is None:
            if operation != "drop":
                raise Unsupported(f"there is no operation {operation}")
            return self._drop(arguments, keywords)
        method, parameters = found
        if step.get("no_grad", False) and self._harness.no_grad is None:
            raise Unsupported("gradient recording cannot be disabled")
        # Everything about the form of the call comes before a name is looked at.
        problem = parameters.problem(operation, len(arguments), keywords)
        if problem is not None:
            outcome, why = problem
            raise (Unsupported if outcome == "unsupported" else Internal)(why)
        items = [self._decode(argument) for argument in arguments]
        named = {name: self._decode(argument) for name, argument in keywords.items()}
        with self._harness.no_grad() if step.get("no_grad", False) else nullcontext():  # type: ignore[misc]
            return parameters.call(getattr(self._harness, method), items, named)

    def _drop(self, arguments: list[Any], keywords: dict[str, Any]) -> None:
        if keywords:
            raise Unsupported("drop has no keywords")
        for argument in arguments:
            for reference in argument if isinstance(argument, list) else [argument]:
                name = reference.get("ref") if isinstance(reference, dict) and len(reference) == 1 else None
                if not isinstance(name, str):
                    raise Internal('drop takes names: {"ref": ...}')
                if name not in self._names:
                    raise Skipped(f"{name} is not bound")
                del self._names[name]
                self._collect = True

    # Arguments.

    def _decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._decode(item) for item in value]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((tag, content),) = value.items()
            if tag == "ref" and isinstance(content, str):
                return self._resolve(content)
            if tag == "slice" and isinstance(content, list) and len(content) == 3:
                return slice(*(self._decode(part) for part in content))
            if tag == "map" and isinstance(content, dict):
                return {name: self._decode(item) for name, item in content.items()}
        raise Internal(
            'an argument is a record other than {"ref": name}, {"slice": [a, b, c]} and {"map": {...}}'
        )

    def _resolve(self, path: str) -> Any:
        # Names may hold dots: the longest one that is bound counts, the rest are facts.
        name = path
        while name not in self._names:
            name, dot, _ = name.rpartition(".")
            if not dot:
                raise Skipped(f"{path.partition('.')[0]} is not bound")
        thing = self._names[name]
        for fact in path[len(name) + 1 :].split(".") if len(path) > len(name) else ():
            thing = self._fact_of(thing, fact, path)
        return thing

    def _fact_of(self, owner: Any, name: str, path: str) -> Any:
        if isinstance(owner, (list, tuple)):
            if name.isascii() and name.isdigit() and int(name) < len(owner):
                return owner[int(name)]
            raise Skipped(f"{path}: a list of {len(owner)} has no {name}")
        if isinstance(owner, dict) and name in owner:
            return owner[name]
        kind = self._description.kind_of(owner)
        if kind is None:
            raise Unsupported(f"{path}: {type(owner).__name__} has no facts")
        facts = kind.facts(owner)
        if name not in facts:
            raise Unsupported(f"{path}: {kind.kind} has no fact {name}")
        try:
            fact = facts[name](owner)
        except Unreadable as error:
            raise Skipped(f"{path} cannot be read: {error}") from None
        except Exception as error:  # noqa: BLE001
            raise Skipped(f"{path} raises {kind_of(error)}") from None
        if fact is OMIT:
            raise Unsupported(f"{path}: {kind.kind} has no fact {name}")
        return fact

    # Answers and facts. Objects with identity are added to `met`, if given.

    def _encode(self, thing: Any, met: list[tuple[Known, Any]] | None) -> Any:
        if thing is None or isinstance(thing, (bool, str)):
            return thing
        if isinstance(thing, Wire):
            return thing.record
        if isinstance(thing, numbers.Integral):
            return wire.integer(int(thing))
        if isinstance(thing, numbers.Real):
            return wire.floating(float(thing))
        if (value := self._description.value_of(thing)) is not None:
            return value.record
        if self._description.kind_of(thing) is not None:
            return self._token(thing, met)
        if isinstance(thing, (list, tuple)):
            return [self._encode(item, met) for item in thing]
        if isinstance(thing, slice):
            return {"slice": [self._encode(part, met) for part in (thing.start, thing.stop, thing.step)]}
        if isinstance(thing, dict):
            return {"map": {str(name): self._encode(item, met) for name, item in thing.items()}}
        raise Internal(f"the harness does not say what a {type(thing).__qualname__} is")

    def _token(self, thing: Any, met: list[tuple[Known, Any]] | None) -> dict[str, int]:
        kind = self._description.kind_of(thing)
        assert kind is not None
        known = self._identities.of(thing, kind)
        if met is not None and known.walk != self._walk:
            known.walk = self._walk
            met.append((known, thing))
        return {"object": known.token}

    def _facts(self) -> dict[str, Any]:
        self._walk += 1
        names: dict[str, Any] = {}
        objects: dict[str, dict[str, Any]] = {}
        self._walk_names(names, objects)
        # Only now, when the walk holds nothing any more.
        if self._collect:
            gc.collect()
            self._collect = False
        for known in self._identities.all:
            if known.facts is None or known.lives is None or known.alive is False:
                continue
            alive = known.lives()
            if alive != known.alive:
                known.alive = alive
                objects.setdefault(str(known.token), {})
        for token, told in objects.items():
            alive = self._identities.all[int(token) - 1].alive
            if alive is not None:
                told["alive"] = alive
        return {"names": names, "objects": objects}

    def _walk_names(self, names: dict[str, Any], objects: dict[str, dict[str, Any]]) -> None:
        met: list[tuple[Known, Any]] = []
        for name, thing in self._names.items():
            value = self._encode(thing, met)
            if name not in self._sent_names or self._sent_names[name] != value:
                names[name] = self._sent_names[name] = value
        while met:
            known, thing = met.pop()
            told = {}
            for name, ask in known.kind.facts(thing).items():
                fact = self._ask(ask, thing, met)
                if fact is not OMIT:
                    told[name] = fact
            if told != known.facts:
                known.facts = told
                objects[str(known.token)] = {"kind": known.kind.kind, "facts": told}

    def _ask(self, ask: Callable[[Any], Any], thing: Any, met: list[tuple[Known, Any]]) -> Any:
        try:
            fact = ask(thing)
            return OMIT if fact is OMIT else self._encode(fact, met)
        except Stop as stop:
            return {"unreadable": stop.why}
        except Unreadable as error:
            return {"unreadable": str(error)}
        except (MemoryError, RecursionError):
            raise
        except Exception as error:  # noqa: BLE001  the answer of the query
            forget_traceback(error)
            return {"error": {"kind": kind_of(error), "message": _text(error)}}


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001
        return type(error).__name__
