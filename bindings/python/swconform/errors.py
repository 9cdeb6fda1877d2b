# SPDX-License-Identifier: Apache-2.0
"""How a step ends otherwise than by a value, and which kind an exception is."""

from __future__ import annotations


class Stop(BaseException):
    """Ends a step. No Exception, so that an implementation that handles those lets it pass."""

    outcome = "internal"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Unsupported(Stop):
    """This harness has no such operation, keyword or object."""

    outcome = "unsupported"


class Absent(Stop):
    """This implementation's interface cannot even express the call."""

    outcome = "absent"


class Skipped(Stop):
    """An argument names what is not bound, or a fact that cannot be had. The SDK raises it."""

    outcome = "skipped"


class Internal(Stop):
    """The harness, not the implementation, is at fault."""


class Unreadable(Exception):
    """Raised by a fact that exists but cannot be told."""


class NotAvailable(Exception):
    """Raised while a harness module is imported where what it judges is not there: its text is all that is shown."""


class OtherError(Exception):
    """An exception of a kind no spec lists: what `error` makes of `Other`."""


# NotImplementedError is a RuntimeError, so it comes first.
_KINDS: tuple[type[Exception], ...] = (
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
    AttributeError,
)
KINDS = {kind.__name__: kind for kind in _KINDS} | {"Other": OtherError}


def kind_of(error: BaseException) -> str:
    """The protocol's name for the nearest listed kind, else `Other`."""
    return next((kind.__name__ for kind in _KINDS if isinstance(error, kind)), "Other")


def forget_traceback(error: BaseException | None) -> None:
    """A traceback holds frames, and those hold objects that are to be seen to die."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        error.__traceback__ = None
        error = error.__cause__ or error.__context__
