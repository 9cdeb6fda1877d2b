# SPDX-License-Identifier: Apache-2.0
"""What a harness is written with."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager
from typing import Any, Callable, ClassVar, Iterable, Mapping

from . import errors
from .parameters import Parameters
from .wire import Wire

OMIT = object()
"""Returned by a fact that an object does not have at all, as a released carrier has no `stored`."""


class Kind:
    """What is seen of the objects of some classes: for each fact its name and the function that tells it.

    Facts are read raw: past spies, without calling the operations under test, changing nothing. What such a function
    raises is the fact, as an error; `errors.Unreadable` where it cannot be told; OMIT where there is none. Where objects
    of one kind differ in the facts they have, `facts` is a function of the object that returns the mapping.
    """

    def __init__(
        self,
        kind: str,
        classes: type | Iterable[type],
        facts: Mapping[str, Callable[[Any], Any]] | Callable[[Any], Mapping[str, Callable[[Any], Any]]],
    ) -> None:
        self.kind = kind
        self.classes: tuple[type, ...] = (classes,) if isinstance(classes, type) else tuple(classes)
        self._facts = facts

    @property
    def names(self) -> list[str]:
        """The facts known beforehand."""
        return [] if callable(self._facts) else list(self._facts)

    def facts(self, thing: Any) -> Mapping[str, Callable[[Any], Any]]:
        return self._facts(thing) if callable(self._facts) else self._facts


class Harness:
    """Answers the protocol for one implementation. A derived class has

    - `name` and `version`, of the implementation;
    - a method for each operation, by its name in the protocol, with the operation's parameters: arguments come as None,
      bool, int, float, str, list, slice, dict and the objects other operations returned. It returns the answer, or
      raises what the implementation raises; `Unsupported`, `Absent` and `Internal` say more. A name that is a keyword
      of Python takes a trailing underscore: `class_`. Methods that begin with an underscore are no operations;
    - `kinds`: the classes whose objects have identity, and their facts;
    - `values`: for the classes without identity a function that writes them: `{MyLayout: lambda x: layout(x.s, x.d)}`;
    - `no_grad`, if recording can be disabled: a method that returns a context manager;
    - `identity(thing)`, where objects of the language are only handles: None, or the key that is equal for equal objects
      and a function that says whether the object still lives, and keeps it alive no more than the key does.

    There is one instance for each case: what operations of a case share belongs into `self`.
    """

    name: ClassVar[str] = "unnamed"
    version: ClassVar[str] = "0"
    language: ClassVar[str] = "Python"
    kinds: ClassVar[Iterable[Kind]] = ()
    values: ClassVar[Mapping[type, Callable[[Any], Wire | None]]] = {}
    no_grad: ClassVar[Callable[[Any], AbstractContextManager[Any]] | None] = None
    identity: ClassVar[Callable[[Any, Any], tuple[Any, Callable[[], bool]] | None] | None] = None

    def error(self, kind: str, message: str | None = None) -> BaseException:
        """An exception object, to be raised later."""
        if kind not in errors.KINDS:
            raise errors.Internal(f"there is no kind of error {kind}")
        return errors.KINDS[kind](f"a prepared {kind}" if message is None else message)


_NO_OPERATIONS = frozenset(("no_grad", "identity"))


class Description:
    """A harness class as the runner of cases sees it."""

    def __init__(self, harness: type[Harness]) -> None:
        self.harness = harness
        self.operations: dict[str, tuple[str, Parameters]] = {}
        for name, method in inspect.getmembers(harness, inspect.isfunction):
            if not name.startswith("_") and name not in _NO_OPERATIONS:
                self.operations[name.removesuffix("_")] = (name, Parameters(method))
        self._kinds = {cls: kind for kind in harness.kinds for cls in kind.classes}
        self._kinds.setdefault(BaseException, Kind("error", BaseException, {}))
        self._values = dict(harness.values)

    def kind_of(self, thing: Any) -> Kind | None:
        return next((self._kinds[cls] for cls in type(thing).__mro__ if cls in self._kinds), None)

    def value_of(self, thing: Any) -> Wire | None:
        write = next((self._values[cls] for cls in type(thing).__mro__ if cls in self._values), None)
        return None if write is None else write(thing)

    def hello(self) -> dict[str, Any]:
        facts = dict.fromkeys(name for kind in self._kinds.values() for name in kind.names)
        options = {name for _, parameters in self.operations.values() for name in parameters.optional}
        return {
            "name": self.harness.name,
            "version": self.harness.version,
            "language": self.harness.language,
            "protocol": 1,
            "operations": sorted({*self.operations, "drop"}),
            "facts": [*facts, "alive"],
            "options": sorted(options),
        }
