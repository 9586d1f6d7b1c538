"""What clauses for variables, recipes, routines and atomic accesses have to satisfy, in upstream's
words."""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.dialects._atomics import verify_capture, verify_update, verify_updated
from mlirlite.dialects.acc.data import is_mappable, is_pointer, target_of
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ods.hooks import DataOp, behavior, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None


def plain(op: DataOp, message: str) -> Diagnostic:
    """An error at an op that does not begin with its name."""
    return error(message, op.where)


class Clause(NamedTuple):
    """What an op for a variable may say."""

    clauses: str
    """The clauses that it may come from, without `acc_`."""
    modifiers: str = ""
    name: str = ""
    """What the error calls it, if not by its own name."""
    same_type: bool = True
    """Whether the variable has the same type on the host and on the device."""
    recipe: bool = False


_MANY = "zero always capture"
_CLAUSES = {
    "private": Clause("private", same_type=False, recipe=True),
    "firstprivate": Clause("firstprivate", same_type=False, recipe=True),
    "firstprivate_map": Clause("firstprivate", name="firstprivate", same_type=False),
    "reduction": Clause("reduction", same_type=False, recipe=True),
    "deviceptr": Clause("deviceptr"),
    "present": Clause("present"),
    "copyin": Clause("copyin copyin_readonly copy reduction", "readonly always capture"),
    "create": Clause("create create_zero copyout copyout_zero", _MANY),
    "nocreate": Clause("no_create", name="no_create"),
    "attach": Clause("attach"),
    "declare_device_resident": Clause("declare_device_resident", name="device_resident"),
    "declare_link": Clause("declare_link", name="link"),
    "copyout": Clause("copyout copyout_zero copy reduction", _MANY),
    "delete": Clause(
        "delete create create_zero copyin copyin_readonly present no_create "
        "declare_device_resident declare_link",
        "zero readonly always capture",
    ),
    "detach": Clause("detach attach"),
    "update_host": Clause("update_host update_self", name="host"),
    "update_device": Clause("update_device", name="device"),
    "use_device": Clause("use_device"),
    "cache": Clause("cache cache_readonly", "readonly"),
}
_DECOMPOSED = ("update_device", "use_device")
"""Ops of one clause whose errors still speak of others."""


@verifier(*(f"acc.{name}" for name in _CLAUSES))
def _clause(op: DataOp) -> Problem:
    short = op.name.removeprefix("acc.")
    rule = _CLAUSES[short]
    allowed = rule.clauses.split()
    name = rule.name or short
    implicit = short == "copyin" and op.implicit
    if op.dataClause.value.name.removeprefix("acc_") not in allowed and not implicit:
        more = len(allowed) > 1 or short in _DECOMPOSED
        rest = " or specify original clause this operation was decomposed from" if more else ""
        return plain(
            op, f"data clause associated with {name} operation must match its intent{rest}"
        )
    return _variable(op, rule) or _modifiers(op, rule)


def _variable(op: DataOp, rule: Clause) -> Problem:
    var = getattr(op, "var", None)
    if var is None:
        return None
    if not is_pointer(var.type) and not is_mappable(var.type):
        return plain(op, "var must be mappable or pointer-like")
    if is_pointer(var.type) and op.varType is var.type:
        return plain(op, "varType must capture the element type of var")
    if rule.same_type and var.type is not op.accVar.type:
        return plain(op, "input and output types must match")
    return None


def _modifiers(op: DataOp, rule: Clause) -> Problem:
    cases = type(op.modifiers.value)
    allowed = 0
    for word in rule.modifiers.split():
        allowed |= int(cases[word])
    wrong = int(op.modifiers.value) & ~allowed
    if not wrong:
        return None
    if not rule.modifiers:
        return plain(op, "no data clause modifiers are allowed")
    words = [
        case.name
        for case in cases.__members__.values()
        if int(case) & wrong and not int(case) & (int(case) - 1)
    ]
    return plain(op, f"invalid data clause modifiers: {','.join(words)}")


@behavior(*(f"acc.{name}" for name, rule in _CLAUSES.items() if rule.recipe))
class WithRecipe(SymbolUser):
    """A clause that names how its variable is made."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        name = self.name.removeprefix("acc.")
        found: Problem = None
        if self.recipe is None:
            found = self.error(f"recipe expected for {name}")
            return found
        target = tables.lookup(self, self.recipe)
        if getattr(target, "name", "") != f"acc.{name}.recipe":
            found = self.error(
                f"expected symbol reference {self.recipe} to point to a {name} declaration"
            )
        return found


@verifier("acc.bounds")
def _bounds(op: DataOp) -> Problem:
    if op.extent is None and op.upperbound is None:
        return plain(op, "expected extent or upperbound.")
    return None


@region_verifier("acc.private.recipe", "acc.firstprivate.recipe", "acc.reduction.recipe")
def _recipe_regions(op: DataOp) -> Problem:
    is_reduction = op.name == "acc.reduction.recipe"
    kind = "reduction" if is_reduction else "privatization"
    type = op.properties["type"]
    found = _starts(op, op.initRegion, "init", kind, type)
    if found is None and op.name == "acc.firstprivate.recipe":
        found = _starts(op, op.copyRegion, "copy", kind, type, arguments=2)
    if found is None and is_reduction:
        return _combiner(op, type)
    if found is None and not op.destroyRegion.empty:
        found = _starts(op, op.destroyRegion, "destroy", kind, type)
    return found


def _starts(
    op: DataOp, region: Any, name: str, kind: str, type: Any, *, arguments: int = 1
) -> Problem:
    found: Problem = None
    if region.empty:
        found = op.error(f"expects non-empty {name} region")
        return found
    args = region.first.args
    if len(args) < arguments or args[0].type is not type:
        words = "first argument" if arguments == 1 else "with two arguments"
        found = op.error(f"expects {name} region {words} of the {kind} type")
    return found


def _combiner(op: DataOp, type: Any) -> Problem:
    found: Problem = None
    region = op.combinerRegion
    if region.empty:
        found = op.error("expects non-empty combiner region")
        return found
    args = region.first.args
    if len(args) < 2 or args[0].type is not type or args[1].type is not type:
        found = op.error(
            "expects combiner region with the first two arguments of the reduction type"
        )
        return found
    lasts = [block.last for block in region.blocks]
    for last in lasts:
        is_yield = last is not None and last.name == "acc.yield"
        if is_yield and [v.type for v in last.operands] != [type]:
            found = op.error("expects combiner region to yield a value of the reduction type")
    return found


@verifier("acc.routine")
def _routine(op: DataOp) -> Problem:
    parts: dict[Any, int] = {}
    groups = (
        [*(op.gang or ()), *(op.gangDimDeviceType or ())],
        list(op.worker or ()),
        list(op.vector or ()),
        list(op.seq or ()),
    )
    for group in groups:
        for device in {d.value: d for d in group}:
            parts[device] = parts.get(device, 0) + 1
    words = "only one of `gang`, `worker`, `vector`, `seq` can be present at the same time"
    base = sum(count for device, count in parts.items() if device.value == 0)
    if base > 1:
        return plain(op, words)
    for device, count in sorted(parts.items(), key=lambda pair: int(pair[0])):
        if device.value and (count > 1 or base):
            keyword = type(device).__keywords__[device.name]
            return plain(op, f"{words} for device_type `{keyword}`")
    return None


@verifier("acc.atomic.write")
def _write(op: DataOp) -> Problem:
    if target_of(op.x.type) not in (None, op.expr.type):
        return plain(op, "address must dereference to value type")
    return None


@verifier("acc.atomic.update")
def _update(op: DataOp) -> Problem:
    return verify_update(op)


@region_verifier("acc.atomic.update")
def _updated(op: DataOp) -> Problem:
    return verify_updated(op)


@region_verifier("acc.atomic.capture")
def _capture(op: DataOp) -> Problem:
    return verify_capture(op)
