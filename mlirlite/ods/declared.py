"""Dialects of the package that upstream declares: their classes are made of data at the first use,
except those that a module has written by hand."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mlirlite.ir.dialect import Dialect
from mlirlite.support.late import import_module
from mlirlite.support.once import once

if TYPE_CHECKING:
    from mlirlite.ods.dialect import ODSDialect

_DATA = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "dialects", "_data"
)


class DeclaredDialect(Dialect):
    """A dialect whose ops, types and attributes are declared in `dialects/_data/NAME.ods`:

        DIALECT = DeclaredDialect("mpi", __name__)

        def __getattr__(name: str) -> Any:
            return DIALECT.member(name)

    What the data cannot say is in the modules named by `hooks`: functions by the name of an op
    (see hooks.py). Classes that the module itself has take precedence."""

    def __init__(self, name: str, module: str, *hooks: str) -> None:
        super().__init__(name, module)
        self.hook_modules = hooks
        """The modules whose functions are hooks."""

    @once
    def upstream(self) -> ODSDialect:
        """What upstream declares of the dialect, read at the first use."""
        from mlirlite.ods.compact import read_compact  # late: a dialect may not be used at all
        from mlirlite.ods.dialect import ODSDialect
        from mlirlite.ods.hooks import Hooks

        records = read_compact(self.data())
        hooks = Hooks()
        for module in self.hook_modules:
            hooks.add(import_module(module))
        record = records.place_of_dialects[self.name]
        return ODSDialect(record, hooks.of, super().classes(), self.module)

    def data(self) -> str:
        """What is declared, as the text that `compact.py` describes."""
        with open(os.path.join(_DATA, f"{self.name}.ods"), encoding="utf-8") as stream:
            return stream.read()

    def member(self, name: str) -> Any:
        """The class of an op, type, attribute or enum by its name in C++: what `__getattr__` of the
        dialect's module gives. AttributeError if there is none."""
        found = None if name.startswith("__") else self.upstream.made_of_cpp(name)
        if found is None:
            raise AttributeError(f"module '{self.module}' has no attribute '{name}'")
        return found

    def classes(self) -> dict[str, type[Any]]:
        return {**self.upstream.classes(), **super().classes()}

    def op_class(self, name: str) -> Any:
        return super().classes().get(name) or self.upstream.made(name)

    def type_class(self, name: str) -> Any:
        return super().classes().get("!" + name) or self.upstream.made("!" + name)

    def attribute_class(self, name: str) -> Any:
        return super().classes().get("#" + name) or self.upstream.made("#" + name)

    def class_of_cpp(self, name: str) -> type[Any] | None:
        own = (c for c in Dialect.classes(self).values() if c.__name__ == name)
        return next(own, None) or self.upstream.class_of_cpp(name)

    def cpp_function(self, name: str) -> Callable[..., Any] | None:
        return self.upstream.function(name)

    def op_names(self) -> list[str]:
        own = {n for n in super().classes() if n[0] not in "!#"}
        return sorted({*own, *self.upstream.op_names()})


class GeneratedDialect(DeclaredDialect):
    """A dialect of a plugin that `mlirlite-tblgen --gen-python` has written: the plugin holds the
    data as text. Its classes and its hooks take precedence."""

    def __init__(self, name: str, module: str, data: str) -> None:
        super().__init__(name, module, module)
        self._text = data

    def data(self) -> str:
        return self._text
