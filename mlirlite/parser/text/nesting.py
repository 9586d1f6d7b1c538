"""Hooks of types and attributes read nested ones by calls of the cursor, which call further hooks.
Where that goes too deep, reading restarts from the inside out, so that hooks need no limit of
depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

_DEEP = 16
"""How deep hooks may recurse."""

Hook = Callable[[Any], Any]


class _Call(NamedTuple):
    """A hook that is to read with a cursor at a position."""

    hook: Hook
    cursor: Any
    pos: int
    enclosing: dict[Any, Any]


class _TooDeep(BaseException):
    """Ends the running hooks; not an Exception, since no hook should catch it."""

    def __init__(self, call: _Call) -> None:
        self.call = call


class Nesting:
    """Runs the hooks of one parse. A hook may run again: it changes only the cursor."""

    __slots__ = ("_depth", "_known", "enclosing")

    def __init__(self) -> None:
        self.enclosing: dict[Any, Any] = {}
        """Named types whose bodies are being read, by class and name."""
        self._depth = 0
        self._known: dict[tuple[int, Hook], tuple[Any, int]] | None = None
        """While reading from the inside out: the results of hooks at a position, a value or an
        error, and where they ended."""

    def read(self, hook: Hook, cursor: Any) -> Any:
        """The value that the hook reads."""
        pos = cursor.pos
        if self._known is not None:
            known = self._known.get((pos, hook))
            if known is not None:
                return _result(known, cursor)
        if self._depth == _DEEP:
            raise _TooDeep(_Call(hook, cursor, pos, dict(self.enclosing)))
        self._depth += 1
        try:
            found = hook(cursor)
        except _TooDeep as deep:
            if self._depth > 1:
                raise
            outermost = _Call(hook, cursor, pos, self.enclosing)
            return _result(self._inside_out([outermost, deep.call]), cursor)
        finally:
            self._depth -= 1
        if self._known is not None:
            self._known[pos, hook] = found, cursor.pos
        return found

    def _inside_out(self, calls: list[_Call]) -> tuple[Any, int]:
        """The outcome of the first call. A call that went too deep waits for the one at which it
        stopped."""
        before = self.enclosing
        self._known = known = {}
        try:
            while True:
                call = calls[-1]
                hook, cursor = call.hook, call.cursor
                cursor.pos, self.enclosing = call.pos, call.enclosing
                try:
                    found = hook(cursor)
                except _TooDeep as deep:
                    calls.append(deep.call)
                    continue
                except Exception as e:
                    found = e
                calls.pop()
                if not calls:
                    return found, cursor.pos
                known[call.pos, hook] = found, cursor.pos
        finally:
            self._known = None
            self.enclosing = before

    @contextmanager
    def inside(self, key: Any, value: Any = True) -> Iterator[None]:
        """While the body of a named type is read."""
        enclosing = self.enclosing
        enclosing[key] = value
        try:
            yield
        finally:
            del enclosing[key]


def _result(outcome: tuple[Any, int], cursor: Any) -> Any:
    found, cursor.pos = outcome
    if isinstance(found, Exception):
        raise found
    return found
