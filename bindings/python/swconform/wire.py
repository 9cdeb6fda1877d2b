# SPDX-License-Identifier: Apache-2.0
"""JSON lines as the protocol has them, and the answers that are values without identity."""

from __future__ import annotations

import json
import math
from typing import Any

LARGEST = 2**53  # the largest bare integer
_DEEPEST = 100


class ProtocolError(Exception):
    """A line that does not follow the protocol."""


class Wire:
    """A value as it is written: `layout([2, 3], [1, 2])`."""

    __slots__ = ("record",)

    def __init__(self, tag: str, content: Any) -> None:
        self.record = {tag: content}


def _nested(modes: Any) -> Any:
    if isinstance(modes, (list, tuple)):
        return [_nested(mode) for mode in modes]
    return modes if modes is None else integer(modes)


def shape(modes: Any) -> Wire:
    """A Shape, from nested lists or tuples of extents: `[3, [2]]`."""
    return Wire("shape", _nested(modes))


def stride(modes: Any) -> Wire:
    """A Stride, likewise."""
    return Wire("stride", _nested(modes))


def layout(shape: Any, stride: Any) -> Wire:
    """A Layout: both as nested lists or tuples, `[]` for rank zero."""
    return Wire("layout", [_nested(shape), _nested(stride)])


def tree(items: Any) -> Wire:
    """A Tree: integers, None for unnamed leaves, and lists of them."""
    return Wire("tree", _nested(items))


def dtype(name: str) -> Wire:
    """The built-in descriptor of this name, that very object."""
    return Wire("dtype", name)


def integer(number: int) -> Any:
    """An integer of any size."""
    number = int(number)
    return number if -LARGEST <= number <= LARGEST else {"int": _decimal(number)}


def _decimal(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # more digits than Python converts
        raise ProtocolError("an integer of more digits than can be written") from None


def floating(number: float) -> Any:
    """A float: the fewest digits that read back as the same number."""
    text = repr(float(number))
    return {"float": text.removesuffix(".0")}


def write(message: Any) -> bytes:
    """One line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _bare_float(text: str) -> Any:
    raise ProtocolError(f'the bare number {text} is neither an integer nor {{"float": "..."}}')


def _bare_integer(text: str) -> int:
    number = int(text) if len(text) < 20 else LARGEST + 1
    if not -LARGEST <= number <= LARGEST:
        raise ProtocolError(f'the bare integer {text} is beyond 2^53; {{"int": "..."}} is needed')
    return number


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any] | int | float:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ProtocolError("a key is there twice")
    if len(record) == 1:
        if "int" in record:
            return _tagged_integer(record["int"])
        if "float" in record:
            return _tagged_float(record["float"])
    return record


def _tagged_integer(text: Any) -> int:
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    plain = digits.isascii() and digits.isdigit() and (digits == text == "0" or digits[0] != "0")
    if not plain:
        raise ProtocolError('{"int": ...} must hold a decimal integer as text')
    return int(text)


def _tagged_float(text: Any) -> float:
    if text in ("nan", "inf", "-inf"):
        return float(text)
    if not isinstance(text, str) or text.strip("0123456789+-.eE"):
        raise ProtocolError('{"float": ...} must hold a number as text')
    try:
        number = float(text)
    except ValueError:
        raise ProtocolError('{"float": ...} must hold a number as text') from None
    if math.isinf(number):
        raise ProtocolError('{"float": ...} holds what is no number of 64 bits')
    return number


def _check_depth(value: Any, depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise ProtocolError(f"nested deeper than {_DEEPEST}")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return
    for item in value:
        _check_depth(item, depth + 1)


def read(line: bytes) -> Any:
    """The message of a line. Numbers come as int and float, records as dicts. ProtocolError for what is none."""
    try:
        message = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_fields,
            parse_float=_bare_float,
            parse_int=_bare_integer,
            parse_constant=_bare_float,
        )
    except UnicodeDecodeError as error:
        raise ProtocolError(f"not UTF-8: {error}") from None
    except json.JSONDecodeError as error:
        raise ProtocolError(f"not JSON: {error}") from None
    except RecursionError:
        raise ProtocolError(f"nested deeper than {_DEEPEST}") from None
    _check_depth(message)
    return message
