"""Traits of records as ours: by name where they are markers, else from their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.ir import traits as ours
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Predicate, Trait
from mlirlite.ods.cpp import Unknown, compiled
from mlirlite.ods.data import RecordData
from mlirlite.ods.predicates import Predicates

_MARKERS: dict[str, Trait] = {
    "IsTerminator": ours.Terminator,
    "IsIsolatedFromAbove": ours.IsolatedFromAbove,
    "NoTerminator": ours.NoTerminator,
    "HasOnlyGraphRegion": ours.GraphRegion,
    "SymbolTable": ours.SymbolTable,
    "AffineScope": ours.AffineScope,
    "AutomaticAllocationScope": ours.AutomaticAllocationScope,
    "ReturnLike": ours.ReturnLike,
    "HasRecursiveMemoryEffects": ours.RecursiveMemoryEffects,
    "RecursivelySpeculatableImplTrait": ours.RecursivelySpeculatable,
    "AlwaysSpeculatableImplTrait": ours.AlwaysSpeculatable,
    "IsCommutative": ours.Commutative,
    "IsIdempotent": ours.Idempotent,
    "IsInvolution": ours.Involution,
    "ConstantLike": ours.ConstantLike,
    "AttrSizedOperandSegments": ours.AttrSizedOperandSegments,
    "AttrSizedResultSegments": ours.AttrSizedResultSegments,
    "SameVariadicOperandSize": ours.SameVariadicOperandSize(),
    "SameVariadicResultSize": ours.SameVariadicResultSize(),
    "NoRegionArguments": ours.NoRegionArguments,
    "SingleBlock": ours.SingleBlock(),
    "SameOperandsAndResultType": ours.SameOperandsAndResultType,
    "SameTypeOperands": ours.SameTypeOperands,
    "SameOperandsShape": ours.SameOperandsShape,
    "SameOperandsElementType": ours.SameOperandsElementType,
    "SameOperandsAndResultShape": ours.SameOperandsAndResultShape,
    "SameOperandsAndResultElementType": ours.SameOperandsAndResultElementType,
    "Elementwise": ours.Elementwise,
    "Scalarizable": ours.Marker("Scalarizable"),
    "Vectorizable": ours.Marker("Vectorizable"),
    "Tensorizable": ours.Marker("Tensorizable"),
}
_INTERFACES: dict[str, Trait] = {
    "NoMemoryEffect": ours.NoMemoryEffect,
    "Symbol": ours.Symbol,
    "SymbolOpInterface": ours.Symbol,
    "RegionKindInterface": ours.GraphRegion,
}
_OF_PURE = (ours.NoMemoryEffect, ours.AlwaysSpeculatable)
_TEMPLATE = re.compile(r"(\w+)<(.*)>(?:::Impl)?")
_PARENT = re.compile(r"HasParent<(.*)>::Impl|ParentOneOf<\[(.*)\]>", re.DOTALL)
_TERMINATOR = re.compile(r"SingleBlockImplicitTerminator<(?:::)?(.*)>::Impl", re.DOTALL)


class Traits:
    """Makes traits. `op_name` gives the name in text for a C++ class of an op."""

    def __init__(
        self,
        predicates: Predicates,
        op_name: Callable[[str], str | None],
        hooks: Mapping[str, dict[str, Any]],
    ) -> None:
        self.predicates = predicates
        self.op_name = op_name
        self.hooks = hooks
        self.unknown: dict[str, list[str]] = {}
        """Traits whose meaning is not known, with the ops that have them."""

    def of(self, op: RecordData) -> list[Trait]:
        """The traits of an op, in order."""
        found: list[Trait] = []
        for record in op.items("traits"):
            self._add(record, op, found)
        names = [record.text("trait") for record in _flat(op.items("traits"))]
        if {"AlwaysSpeculatableImplTrait", "NoMemoryEffect"} <= set(names) or "Pure" in [
            r.name for r in op.items("traits")
        ]:
            found = [t for t in found if t not in _OF_PURE]
            found.append(ours.Pure)
        if ours.SameOperandsAndResultType in found and len(op.dag("results")) == 1:
            found.append(ours.InferredResult)
        return list(dict.fromkeys(found))

    def _add(self, record: RecordData, op: RecordData, into: list[Trait]) -> None:
        if record.is_a("TraitList"):
            for inner in record.items("traits"):
                self._add(inner, op, into)
            return
        for trait in self._dependent(record):
            self._add(trait, op, into)
        if record.is_a("PredTrait"):
            into.append(self._predicate(record, op))
            return
        name = record.text("trait") or record.text("cppInterfaceName")
        name = name.rpartition("::")[2] if name.count("<") == 0 else name
        known = _MARKERS.get(name) or _INTERFACES.get(record.name) or _INTERFACES.get(name)
        if known is not None:
            into.append(known)
            return
        if record.is_a("MemoryEffects") and not record.items("effects"):
            into.append(ours.NoMemoryEffect)
            return
        if found := _PARENT.search(name):
            parents = [self.op_name(p.strip()) for p in (found[1] or found[2]).split(",")]
            if all(parents):
                into.append(ours.HasParent(*[p for p in parents if p]))
                return
        if found := _TERMINATOR.search(name):
            terminator = self.op_name(found[1].strip())
            if terminator is not None:
                into.append(ours.SingleBlockImplicitTerminator(terminator))
                return
        if known := self._hooked(name):
            into.append(known)
            return
        if not record.is_a("Interface", "InterfaceTrait", "GenInternalTrait", "MemoryEffectsBase"):
            self.unknown.setdefault(name or record.name, []).append(name_of(op))

    def _hooked(self, name: str) -> Trait | None:
        """What a hook makes of a trait; None if there is none."""
        parts = _TEMPLATE.fullmatch(name)
        hook = self.hooks.get(f"{parts[1] if parts else name}<>", {}).get("trait")
        if hook is None:
            return None
        texts = [part.strip() for part in parts[2].split(",")] if parts else []
        made: Trait = hook(*[int(t) if t.lstrip("-").isdigit() else t for t in texts])
        return made

    @staticmethod
    def _dependent(record: RecordData) -> list[Any]:
        return record.items("dependentTraits")

    def _predicate(self, record: RecordData, op: RecordData) -> Trait:
        if record.is_a("AllTypesMatch"):
            return ours.AllTypesMatch(*record.items("values"))
        if record.is_a("TypesMatchWith"):
            return self._types_match(record, op)
        test = self.predicates.test(record.record("predicate"), name_of(op))
        names = [name for field in ("arguments", "results") for _, name in op.dag(field)]

        def holds(operation: Operation) -> bool:
            env: dict[str, Any] = {"$_op": operation}
            env.update({f"${name}": getattr(operation, name, None) for name in names if name})
            return test(env) is not False

        return Predicate(record.text("summary"), holds)

    def _types_match(self, record: RecordData, op: RecordData) -> Trait:
        source, target = record.text("lhs"), record.text("rhs")
        text = record.text("transformer")
        try:
            function = compiled(text, self.predicates.classes, ("$_self",))
        except Unknown as e:
            self.predicates.unknown.setdefault(" ".join(str(e).split()), []).append(name_of(op))
            return Predicate(record.text("summary"), lambda operation: True)

        def transformed(type: Any) -> Any:
            found = function({"$_self": type})
            return tuple(found) if isinstance(found, list) else found

        return ours.TypesMatch(record.text("summary"), source, target, transformed)


def name_of(op: RecordData) -> str:
    """The name of an op in text."""
    return f"{op['opDialect'].text('name')}.{op.text('opName')}"


def _flat(records: list[RecordData]) -> list[RecordData]:
    found: list[RecordData] = []
    for record in records:
        inner = record.items("traits") if record.is_a("TraitList") else []
        found += _flat(inner) if inner else [record]
    return found
