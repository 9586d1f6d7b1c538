"""Behavior of ops whose dialect is a .td file, from a Python file beside it:

    from mlirlite.ods.hooks import verifier

    @verifier("my.add")
    def _(op):
        if op.lhs is op.rhs:
            return op.error("adds a value to itself")

`custom<Name>` in an assembly format is a class with `@directive("Name", "my")`."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any, TypeVar

from mlirlite.parser.format.directives import directive as directive
from mlirlite.support.diagnostics import DiagnosticError

F = TypeVar("F", bound=Callable[..., Any])

METHODS = ("verify_op", "verify_regions", "fold", "parse", "print", "infer_types")
_READING: list[Hooks] = []


class Hooks:
    """The functions of a file, by the full name of an op and the method that they stand for."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, Any]] = {}

    @classmethod
    def read(cls, path: str) -> Hooks:
        """Run a file. DiagnosticError if it fails."""
        found = cls()
        _READING.append(found)
        try:
            runpy.run_path(path, run_name="mlirlite_hooks")
        except DiagnosticError:
            raise
        except Exception as e:
            raise DiagnosticError(f"'{path}' fails: {type(e).__name__}: {e}") from e
        finally:
            _READING.pop()
        return found


def _hook(method: str, names: tuple[str, ...]) -> Callable[[F], F]:
    def register(function: F) -> F:
        if not _READING:
            raise RuntimeError("hooks are read with their dialect: mlirlite.load_dialect('X.td')")
        for name in names:
            _READING[-1].of.setdefault(name, {})[method] = function
        return function

    return register


def verifier(*ops: str) -> Callable[[F], F]:
    """`f(op)` returns an error, or None: what `hasVerifier` names."""
    return _hook("verify_op", ops)


def region_verifier(*ops: str) -> Callable[[F], F]:
    """As `verifier`, after the ops inside: `hasRegionVerifier`."""
    return _hook("verify_regions", ops)


def folder(*ops: str) -> Callable[[F], F]:
    """`f(op, operands)` as `Op.fold`: `hasFolder`."""
    return _hook("fold", ops)


def inference(*ops: str) -> Callable[[F], F]:
    """`f(op)` gives the result types: `InferTypeOpInterface`."""
    return _hook("infer_types", ops)


def parser(*names: str) -> Callable[[F], F]:
    """`f(p, state)` for an op, `f(p)` for a type `!my.x` or attribute `#my.x`, reads what
    `hasCustomAssemblyFormat` declares."""
    return _hook("parse", names)


def printer(*names: str) -> Callable[[F], F]:
    """`f(op, p)`, or `f(attribute, p)`, prints it."""
    return _hook("print", names)
