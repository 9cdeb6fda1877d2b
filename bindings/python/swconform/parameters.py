# SPDX-License-Identifier: Apache-2.0
"""The parameters of an operation, read off its method."""

from __future__ import annotations

import inspect
from typing import Any, Callable


class Parameters:
    """A parameter with a default may be left out; `*rest` takes all further arguments. A trailing underscore, as in
    `class_`, is no part of the name."""

    def __init__(self, method: Callable[..., Any]) -> None:
        self.names: list[str] = []  # as the protocol has them
        self.optional: set[str] = set()
        self.rest: str | None = None
        self._python: dict[str, str] = {}
        for parameter in list(inspect.signature(method).parameters.values())[1:]:
            name = parameter.name.removesuffix("_")
            self._python[name] = parameter.name
            if parameter.kind is parameter.VAR_POSITIONAL:
                self.rest = name
            elif parameter.kind is parameter.VAR_KEYWORD:
                raise TypeError(f"{method.__qualname__}: an operation names its keywords, so that others are unsupported")
            else:
                self.names.append(name)
                if parameter.default is not parameter.empty:
                    self.optional.add(name)

    def problem(self, operation: str, positional: int, keywords: dict[str, Any]) -> tuple[str, str] | None:
        """What is wrong with the form of a call: the outcome, `unsupported` or `internal`, and why."""
        for name in keywords:
            if name not in self._python:
                return "unsupported", f"{operation} has no parameter {name}"
        for name in self.names[:positional]:
            if name in keywords:
                return "internal", f"{operation} is given {name} twice"
        if positional > len(self.names) and (self.rest is None or self.rest in keywords):
            return "internal", f"{operation} takes at most {len(self.names)} arguments, not {positional}"
        for name in self.names[positional:]:
            if name not in keywords and name not in self.optional:
                return "internal", f"{operation} needs {name}"
        return None

    def call(self, method: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any]) -> Any:
        """Precondition: `problem` sees none."""
        if self.rest is not None:
            # `*rest` takes no keyword, and nothing may stand before it by name: all in order.
            given = dict(zip(self.names, arguments)) | {name: keywords[name] for name in self.names if name in keywords}
            further = keywords.get(self.rest, arguments[len(self.names) :])
            return method(*(given[name] for name in self.names if name in given), *further)
        return method(*arguments, **{self._python[name]: value for name, value in keywords.items()})
