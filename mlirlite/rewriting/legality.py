"""Which ops may stay at the end of a conversion: by op, class, interface or dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mlirlite.ir.context import builtin_dialect, builtin_dialect_names
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import did_you_mean

Targets = Iterable[Any] | Mapping[Any, Callable[[Any], bool]]
"""Op classes, interfaces, names of ops or of dialects, or a mapping from these to predicates on
ops."""

_Rule = bool | Callable[[Operation], bool] | None
_UNKNOWN: Any = object()


class Legality:
    """Looks up whether an op was declared legal: True, False, or None if nothing was declared."""

    def __init__(self, legal: Targets, illegal: Targets) -> None:
        self._rules: dict[Any, _Rule] = {}
        self._found: dict[type, _Rule] = {}
        for targets, value in ((legal, True), (illegal, False)):
            if isinstance(targets, (str, type)):
                targets = (targets,)
            for target in targets:
                test = targets[target] if isinstance(targets, Mapping) else None
                if test is None or isinstance(test, bool):
                    self._rules[target] = value if test is None else test is value
                else:
                    self._rules[target] = test if value else _opposite(test)

    def check_names(self, root: Operation) -> None:
        """ValueError for a name of which there is neither a dialect nor an op."""
        for name in self._rules:
            if isinstance(name, str) and not _is_known(name) and name not in _names(root):
                near = did_you_mean(name, (*builtin_dialect_names(), *_names(root)))
                raise ValueError(f"expected the name of a dialect or op, found '{name}'{near}")

    def of(self, op: Operation) -> bool | None:
        cls = type(op)
        try:
            rule = self._found[cls]
        except KeyError:
            rule = self._rule(op)
            if op.definition is not None:  # classes without a name stand for many ops
                self._found[cls] = rule
        if rule is None or isinstance(rule, bool):
            return rule
        return bool(rule(op))

    def of_class(self, cls: type[Operation]) -> bool | None:
        """What holds for all ops of a class; False also where it depends on the op."""
        if cls.definition is None:
            return False
        rule = self._found.get(cls, _UNKNOWN)
        if rule is _UNKNOWN:
            rule = self._found[cls] = self._rule(cls)
        return rule if rule is None or isinstance(rule, bool) else False

    def _rule(self, op: Operation | type[Operation]) -> Any:
        rules = self._rules
        cls = op if isinstance(op, type) else type(op)
        candidates: list[Any] = [op.name, *cls.__mro__, op.name.partition(".")[0]]
        return next((rules[c] for c in candidates if c in rules), None)


def _is_known(name: str) -> bool:
    """Whether a name is that of a dialect of the package, or of an op of one."""
    head, dot, _ = name.partition(".")
    if not dot:
        return head in builtin_dialect_names()
    dialect = builtin_dialect(head)
    return dialect is not None and dialect.op_class(name) is not None


def _names(root: Operation) -> set[str]:
    """The ops of the IR, which need not be registered, those that are declared in this process, as
    by plugins, and their dialects."""
    names, classes = {op.name for op in root.walk()}, [Operation]
    for cls in classes:
        classes += cls.__subclasses__()
        if isinstance(name := getattr(cls, "name", None), str):
            names.add(name)
    return names | {name.partition(".")[0] for name in names}


def _opposite(test: Callable[[Operation], bool]) -> Callable[[Operation], bool]:
    return lambda op: not test(op)
