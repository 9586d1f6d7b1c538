"""Behavior of ops whose declarations are data, from a Python file beside the .td, or from a module
of the package:

    from mlirlite.ods.hooks import verifier

    @verifier("my.add")
    def _(op):
        if op.lhs is op.rhs:
            return op.error("adds a value to itself")

`custom<Name>` in an assembly format is a class with `@directive("Name", "my")`. A class of a type,
an attribute or an op takes the place of the declared one, or adds one. `HOOK_MODULES` of the file
names modules whose hooks and classes it takes, too: installed ones, and files beside it."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from mlirlite.ir.context import find_neighbors
from mlirlite.ir.dialect import classes_in
from mlirlite.parser.format.directives import directive as directive
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.late import import_module

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)

DataOp: TypeAlias = Any
"""An op whose class is made of data, so that the type checker knows none of its fields."""

METHODS = ("verify_op", "verify_regions", "fold", "parse", "print", "infer_types")
BASES = "bases"
_HOOKS = "_HOOKS"
"""Where a module keeps its own: the functions by the full name of an op and by the method that they
stand for; `BASES` has the classes that an op inherits from."""


class Hooks:
    """The functions of files, by the full name of an op and the method that they stand for."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, Any]] = {}
        self._namespaces: list[dict[str, Any]] = []

    def add(self, module: ModuleType) -> None:
        """Take the hooks of a module that was imported."""
        self._take(vars(module))

    @classmethod
    def read(cls, path: str) -> Hooks:
        """Run a file. DiagnosticError if it fails."""
        found = cls()
        find_neighbors(path)
        try:
            found._take(runpy.run_path(path, run_name="mlirlite_hooks"))
        except DiagnosticError:
            raise
        except Exception as e:
            raise DiagnosticError(f"'{path}' fails: {type(e).__name__}: {e}") from e
        return found

    def classes_of(self, dialect: str) -> dict[str, type[Any]]:
        """The classes of a dialect that a person has written, by full name."""
        found: dict[str, type[Any]] = {}
        for namespace in self._namespaces:
            found.update(classes_in(namespace, dialect))
        return found

    def _take(self, namespace: dict[str, Any]) -> None:
        for name in namespace.get("HOOK_MODULES", ()):
            self.add(import_module(name))
        self._namespaces.append(namespace)
        for name, own in namespace.get(_HOOKS, {}).items():
            known = self.of.setdefault(name, {})
            bases = (*known.get(BASES, ()), *own.get(BASES, ()))
            known.update(own)
            if bases:
                known[BASES] = bases


def _hook(method: str, names: tuple[str, ...]) -> Callable[[F], F]:
    def register(function: F) -> F:
        hooks = vars(sys.modules[function.__module__]).setdefault(_HOOKS, {})
        for name in names:
            hooks.setdefault(name, {})[method] = function
        return function

    return register


def behavior(*ops: str) -> Callable[[C], C]:
    """A class with methods and interfaces that the classes of these ops inherit from."""

    def register(cls: C) -> C:
        hooks = vars(sys.modules[cls.__module__]).setdefault(_HOOKS, {})
        for name in ops:
            own = hooks.setdefault(name, {})
            own[BASES] = (*own.get(BASES, ()), cls)
        return cls

    return register


def verifier(*names: str) -> Callable[[F], F]:
    """`f(op)` returns an error, or None: what `hasVerifier` names. Of a type `!my.x` or attribute
    `#my.x`, `f(attribute)` returns the message: what `genVerifyDecl` names."""
    return _hook("verify_op", names)


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
    `hasCustomAssemblyFormat` declares. `my.*` stands for all ops with it that have no parser and
    printer of their own."""
    return _hook("parse", names)


def printer(*names: str) -> Callable[[F], F]:
    """`f(op, p)`, or `f(attribute, p)`, prints it."""
    return _hook("print", names)


def function(*names: str) -> Callable[[F], F]:
    """What functions of the dialect's C++ do that predicates call."""
    return _hook("call", tuple(f"{name}()" for name in names))


def trait(*names: str) -> Callable[[F], F]:
    """`f(*arguments)` makes what a C++ trait `NAME<arguments>::Impl` stands for; arguments are
    numbers or texts."""
    return _hook("trait", tuple(f"{name}<>" for name in names))
