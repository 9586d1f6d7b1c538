"""Loops over the stored elements of sparse tensors."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects.sparse_tensor.syntax import type_named
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, i32_array
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.types import I64, INDEX
from mlirlite.ods.hooks import DataOp, behavior
from mlirlite.support.diagnostics import Diagnostic


def _yield_class() -> Any:
    dialect = builtin_dialect("sparse_tensor")
    return dialect.op_class("sparse_tensor.yield") if dialect is not None else None


def _defined(p: Any, open: str = "", most: int = 64) -> tuple[int, list[Any]]:
    """`(%a, _, %b)`: new values, and the bits of their positions."""
    arguments: list[Any] = []
    bits: list[bool] = []

    def one() -> None:
        bits.append(not p.optional_keyword("_"))
        if bits[-1]:
            arguments.append(p.argument(type="none"))

    p.comma_list(one, open)
    if len(bits) > most:
        raise p.error("parsed more value than expected.")
    return sum(1 << i for i, bit in enumerate(bits) if bit), arguments


def _defined_words(p: Any, size: int, bits: int, values: Sequence[Any]) -> None:
    left = iter(values)
    for i in range(size):
        p.text(", " if i else "")
        if bits >> i & 1:
            p.value(next(left))
        else:
            p.text("_")


def _iterator(space: Any) -> Any:
    return type_named("iterator")(space.encoding, space.loLvl, space.hiLvl)


class _Loop:
    """`at(%c, _) iter_args(%a = %init)`, types, and the values that regions begin with."""

    def carried(self, p: Any, state: Any) -> tuple[list[Any], list[Any], list[Any], bool]:
        """Coordinates, arguments, initial operands, and whether there are any."""
        bits, coordinates = _defined(p, "(") if p.optional_keyword("at") else (0, [])
        state.properties["crdUsedLvls"] = IntegerAttr(bits, I64)
        has = bool(p.optional_keyword("iter_args"))
        arguments, inits = parse_assignments(p) if has else ([], [])
        return [c._replace(type=INDEX) for c in coordinates], arguments, inits, has

    def typed(self, p: Any, state: Any, arguments: list[Any], inits: list[Any]) -> list[Any]:
        """The arguments with the types of the results."""
        if not len(arguments) == len(inits) == len(state.result_types):
            raise p.error("mismatch in number of iteration arguments and return values")
        pairs = zip(arguments, state.result_types, strict=True)
        return [argument._replace(type=type) for argument, type in pairs]

    def print_carried(self, p: Any, op: DataOp, arguments: Sequence[Any], space: int) -> None:
        """Append what `carried` reads."""
        used, count = op.crdUsedLvls, len(op.results)
        if used:
            p.text(" at(")
            _defined_words(p, space, used, arguments[count : count + used.bit_count()])
            p.text(")")
        print_assignments(p, arguments[:count], op.initArgs, " iter_args")


_LOOP = _Loop()


def _spaces(p: Any, types: Sequence[Any]) -> None:
    for type in types:
        if type.name != "sparse_tensor.iter_space":
            raise p.error("expected sparse_tensor.iter_space type for iteration space operands")


@behavior("sparse_tensor.iterate")
class IterateSyntax:
    """`sparse_tensor.iterate %it in %space at(%c) iter_args(%a = %x) : type -> type {…}`."""

    @classmethod
    def parse(cls: Any, p: Any, state: Any) -> Generator[Any, Any, None]:
        iterators = p.argument_list("", type="none")
        p.expect("in")
        spaces = p.operand_list()
        if len(iterators) != len(spaces):
            raise p.error("mismatch in number of sparse iterators and sparse spaces")
        coordinates, arguments, inits, has = _LOOP.carried(p, state)
        p.expect(":")
        types = p.type_list()
        if len(types) != len(spaces):
            raise p.error(
                "mismatch in number of iteration space operands and iteration space types"
            )
        _spaces(p, types)
        if has:
            state.result_types = p.arrow_types(optional=False)
        if len(iterators) != 1:
            raise p.error("expected only one iterator/iteration space")
        state.operands = [*p.resolve_all(spaces, types)]
        typed = _LOOP.typed(p, state, arguments, inits)
        state.operands += p.resolve_all(inits, state.result_types)
        iterator = iterators[0]._replace(type=_iterator(types[0]))
        region = yield p.region([*typed, *coordinates, iterator])
        p.ensure_terminator(region, _yield_class(), state.location)
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self: Any, p: Any) -> None:
        arguments = self.regions[0].first.args
        space = self.iterSpace.type
        p.text(" ")
        p.value(arguments[-1])
        p.text(" in ")
        p.value(self.iterSpace)
        _LOOP.print_carried(p, self, arguments, space.hiLvl - space.loLvl)
        p.text(" : ")
        p.type(space)
        p.text(" ")
        _print_types(p, self)
        p.text(" ")
        p.region(self.regions[0], False, bool(self.initArgs))

    def verify_op(self: Any) -> Diagnostic | None:
        space = self.iterSpace.type
        return _checked(self, space.hiLvl - space.loLvl)

    def verify_regions(self: Any) -> Diagnostic | None:
        block = self.regions[0].first
        found: Diagnostic | None = None
        if not block.args or block.args[-1].type is not _iterator(self.iterSpace.type):
            found = self.error("mismatch in iterator and iteration space type")
        return found or _carried_types(self, block, "")


@behavior("sparse_tensor.coiterate")
class CoIterateSyntax:
    """`sparse_tensor.coiterate (%a, %b) at(%c) iter_args(%x = %y) : (types) -> type case %i, _
    {…}`."""

    @classmethod
    def parse(cls: Any, p: Any, state: Any) -> Generator[Any, Any, None]:
        spaces = p.operand_list("(", ")")
        coordinates, arguments, inits, has = _LOOP.carried(p, state)
        p.expect(":")
        p.expect("(")
        types = p.type_list()
        p.expect(")")
        _spaces(p, types)
        if has:
            state.result_types = p.arrow_types(optional=False)
        state.operands = [*p.resolve_all(spaces, types)]
        typed = _LOOP.typed(p, state, arguments, inits)
        state.operands += p.resolve_all(inits, state.result_types)
        state.properties["operandSegmentSizes"] = i32_array([len(spaces), len(inits)])
        cases = []
        while p.optional_keyword("case"):
            bits, iterators = _defined(p, most=len(spaces))
            cases.append(IntegerAttr(bits, I64))
            of = [type for i, type in enumerate(types) if bits >> i & 1]
            own = [a._replace(type=_iterator(t)) for a, t in zip(iterators, of, strict=True)]
            region = yield p.region([*typed, *coordinates, *own])
            p.ensure_terminator(region, _yield_class(), state.location)
            state.regions.append(region)
        state.properties["cases"] = ArrayAttr(tuple(cases))
        p.op_attr_dict(state)

    def print(self: Any, p: Any) -> None:
        spaces = self.iterSpaces
        first = spaces[0].type
        p.text(" (")
        p.values(spaces)
        p.text(")")
        arguments = self.regions[0].first.args
        _LOOP.print_carried(p, self, arguments, first.hiLvl - first.loLvl)
        p.text(" : (")
        p.types(v.type for v in spaces)
        p.text(")")
        _print_types(p, self)
        carried = len(self.results) + self.crdUsedLvls.bit_count()
        for region, case in zip(self.regions, self.cases, strict=True):
            p.newline()
            p.text("case ")
            _defined_words(p, len(spaces), case.value, region.first.args[carried:])
            p.text(" ")
            p.region(region, False, bool(self.initArgs))

    def verify_op(self: Any) -> Diagnostic | None:
        space = self.iterSpaces[0].type
        return _checked(self, space.hiLvl - space.loLvl)

    def verify_regions(self: Any) -> Diagnostic | None:
        for i, region in enumerate(self.regions):
            found = _carried_types(self, region.first, f" on {i}th region")
            if found is not None:
                return found
        if len({case.value for case in self.cases}) != len(self.regions):
            duplicated: Diagnostic = self.error("contains duplicated cases.")
            return duplicated
        return None


def _print_types(p: Any, op: DataOp) -> None:
    if not op.initArgs:
        return
    types = [v.type for v in op.initArgs]
    p.text(" -> ")
    p.text("(" if len(types) > 1 else "")
    p.types(types)
    p.text(")" if len(types) > 1 else "")


def _checked(op: DataOp, space: int) -> Diagnostic | None:
    found: Diagnostic | None = None
    if len(op.initArgs) != len(op.results):
        found = op.error("mismatch in number of loop-carried values and defined values")
    elif op.crdUsedLvls.bit_length() > space:
        found = op.error("required out-of-bound coordinates")
    return found


def _carried_types(op: DataOp, block: Any, where: str) -> Diagnostic | None:
    found: Diagnostic | None = None
    results = op.results
    last = block.last
    yielded = last.operands if last is not None else ()
    if len(yielded) != len(results) or len(op.initArgs) != len(results):
        found = op.error(f"number mismatch between iter args and results{where or '.'}")
        return found
    parts = zip(op.initArgs, block.args, yielded, results, strict=False)
    for i, (init, argument, value, result) in enumerate(parts):
        named = (("iter operand", init), ("iter region arg", argument), ("yield value", value))
        for words, one in named:
            if one.type is not result.type:
                message = f"types mismatch between {i}th {words} and defined value{where}"
                found = op.error(message)
                return found
    return None
