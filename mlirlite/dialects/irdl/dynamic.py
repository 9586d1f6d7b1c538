"""Types, attributes and ops defined by irdl, with their checks, whose messages are upstream's."""

from __future__ import annotations

import types as _types
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from mlirlite.dialects.irdl.constraints import (
    AllOfOp,
    AnyOfOp,
    BaseOp,
    IsOp,
    ParametricOp,
    RegionOp,
    find_definition,
)
from mlirlite.dialects.irdl.definitions import (
    AttributeOp,
    AttributesOp,
    DialectOp,
    OperandsOp,
    OperationOp,
    ParametersOp,
    RegionsOp,
    ResultsOp,
    TypeOp,
    name_list,
)
from mlirlite.dialects.irdl.types import Variadicity
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import VarOperand, VarRegion, VarResult
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error


class _Checker:
    """Checks attributes against constraints. A constraint that one attribute has satisfied is then
    only satisfied by the same attribute."""

    def __init__(self) -> None:
        self.known: dict[Value, Attribute] = {}

    def check(self, given: Attribute, constraint: Value) -> str:
        """The error of an attribute; empty if it is valid."""
        known = self.known.get(constraint)
        if known is not None:
            return "" if known is given else f"expected '{known}' but got '{given}'"
        wrong = self._check(given, constraint.defining_op)
        if not wrong:
            self.known[constraint] = given
        return wrong

    def _check(self, given: Attribute, op: Operation | None) -> str:
        match op:
            case IsOp():
                same = op.expected is given
                return "" if same else f"expected '{op.expected}' but got '{given}'"
            case BaseOp():
                return _check_base(op, given)
            case AnyOfOp():
                for constraint in op.args:
                    if not self.check(given, constraint):
                        return ""
                return f"'{given}' does not satisfy the constraint"
            case AllOfOp():
                for constraint in op.args:
                    if wrong := self.check(given, constraint):
                        return wrong
            case ParametricOp():
                base = find_definition(SymbolTables(), op, op.base_type)
                if (
                    not isinstance(given, (DynamicType, DynamicAttr))
                    or given.definition is not base
                ):
                    kind = "type" if isinstance(base, TypeOp) else "attribute"
                    return f"expected base {kind} '{_full_name(base)}' but got '{given}'"
                values = given.values
                for parameter, constraint in zip(values, op.args, strict=False):
                    if wrong := self.check(parameter, constraint):
                        return wrong
        return ""


def _full_name(definition: Operation | None) -> str:
    dialect: Any = definition.parent_op if definition is not None else None
    own: Any = definition
    return f"{dialect.sym_name}.{own.sym_name.lstrip('!#')}"


def _check_base(op: BaseOp, given: Attribute) -> str:
    if op.base_ref is not None:
        base = find_definition(SymbolTables(), op, op.base_ref)
        wanted, is_type = _full_name(base), isinstance(base, TypeOp)
    else:
        name = op.base_name or ""
        wanted, is_type = name[1:], name[0] == "!"
    if is_type and not isinstance(given, Type):
        return f"expected type, got attribute '{given}'"
    if not is_type and isinstance(given, Type):
        found = "builtin.type"
    else:
        found = _name_of(given)
    if found == wanted and isinstance(given, Type) == is_type:
        return ""
    kind = "type" if is_type else "attribute"
    return f"expected base {kind} '{wanted}' but got '{found}'"


_BUILTIN = {
    "BoolAttr": "integer",
    "DenseArrayAttr": "dense_array",
    "DenseElementsAttr": "dense_intorfp_elements",
    "DenseStringElementsAttr": "dense_string_elements",
    "AffineMapAttr": "affine_map",
    "IntegerSetAttr": "integer_set",
    "RankedTensorType": "tensor",
    "SymbolRefAttr": "symbol_ref",
    "UnrankedTensorType": "unranked_tensor",
    "UnrankedMemRefType": "unranked_memref",
    "MemRefType": "memref",
}


def _name_of(attribute: Attribute) -> str:
    """The full name of an attribute's or type's kind, as upstream has it."""
    if attribute.name:
        return attribute.name
    cls = type(attribute).__name__
    keyword = getattr(attribute, "keyword", None)
    if cls == "FloatType" and isinstance(keyword, str):
        return f"builtin.{keyword}"
    short = _BUILTIN.get(cls) or cls.removesuffix("Type").removesuffix("Attr").lower()
    return f"builtin.{short}"


def _parameters(definition: Operation) -> Sequence[Value]:
    for op in definition.regions[0].first or ():
        if isinstance(op, ParametersOp):
            return op.args
    return ()


class _Parametric:
    """The common part of types and attributes that irdl defines: parameters in `<…>`."""

    __slots__ = ()

    kind: ClassVar[str]
    DEFINITION: ClassVar[Operation]
    values: tuple[Attribute, ...]

    @property
    def definition(self) -> Operation:
        """The irdl.type or irdl.attribute that defines it."""
        return type(self).DEFINITION

    def verify(self) -> None:
        constraints = _parameters(self.definition)
        given, wanted = len(self.values), len(constraints)
        if given != wanted:
            raise ValueError(f"expected {wanted} {self.kind} arguments, but had {given}")
        checker = _Checker()
        for value, constraint in zip(self.values, constraints, strict=True):
            if wrong := checker.check(value, constraint):
                raise ValueError(wrong)

    @classmethod
    def parse(cls, p: Any) -> Any:
        """Read `<parameters>`."""
        make: Any = cls
        return make(tuple(p.comma_list(p.attribute, "<", ">")) if p.peek("<") else ())

    def print(self, p: Any) -> None:
        """Print the parameters."""
        if self.values:
            p.text("<")
            for i, value in enumerate(self.values):
                p.text(", " if i else "")
                p.attribute(value)
            p.text(">")


class DynamicType(_Parametric, Type):
    """Base of types that irdl defines."""

    kind = "type"
    values: tuple[Attribute, ...] = ()
    extra_slots = ()


class DynamicAttr(_Parametric, Attribute):
    """Base of attributes that irdl defines."""

    kind = "attribute"
    values: tuple[Attribute, ...] = ()


class DynamicOp(Op):
    """Base of ops that irdl defines: generic syntax, checked by the definition."""

    operands_: VarOperand[AnyType]
    results_: VarResult[AnyType]
    regions_: VarRegion
    check: ClassVar[Callable[..., Diagnostic | None]]
    """What the definition requires."""

    def verify_op(self) -> Diagnostic | None:
        return self.check(self)


class IRDLDialect(Dialect):
    """The dialect that an `irdl.dialect` defines. Its name, types, attributes and ops are those of
    the definition."""

    def __init__(self, definition: DialectOp) -> None:
        super().__init__(definition.sym_name, __name__)
        self.definition = definition
        self._classes = {}
        for op in definition.body.first or ():
            if isinstance(op, (TypeOp, AttributeOp, OperationOp)):
                sigil, base, made = _BASES[type(op)]
                full = f"{self.name}.{op.sym_name.lstrip('!#')}"
                self._classes[sigil + full] = made(base, full, op)


def _make_attribute(base: Any, full: str, definition: Operation) -> Any:
    cls: Any = _types.new_class(full, (base,), {"name": full})
    cls.DEFINITION = definition
    return cls


def _make_op(base: Any, full: str, definition: Operation) -> Any:
    cls: Any = _types.new_class(full, (base,), {"name": full})
    cls.check = staticmethod(_Plan(definition).check)
    return cls


_BASES: dict[type[Operation], tuple[str, Any, Callable[..., Any]]] = {
    TypeOp: ("!", DynamicType, _make_attribute),
    AttributeOp: ("#", DynamicAttr, _make_attribute),
    OperationOp: ("", DynamicOp, _make_op),
}


class _Plan:
    """The parts of an irdl.operation, sorted."""

    def __init__(self, definition: Operation) -> None:
        self.operands: Sequence[Value] = ()
        self.results: Sequence[Value] = ()
        self.regions: Sequence[Value] = ()
        self.operand_sizes: list[Variadicity] = []
        self.result_sizes: list[Variadicity] = []
        self.attributes: dict[str, Value] = {}
        for op in definition.regions[0].first or ():
            match op:
                case OperandsOp():
                    self.operands = op.args
                    self.operand_sizes = [v.value for v in op.variadicity.value]
                case ResultsOp():
                    self.results = op.args
                    self.result_sizes = [v.value for v in op.variadicity.value]
                case RegionsOp():
                    self.regions = op.args
                case AttributesOp():
                    names = name_list(op.attributeValueNames)
                    self.attributes = dict(zip(names, op.attributeValues, strict=True))

    def check(self, op: Operation) -> Diagnostic | None:
        """The error of an op; None if it is valid."""
        checker = _Checker()
        groups = []
        for kind, values, sizes, constraints in (
            ("operand", op.operands, self.operand_sizes, self.operands),
            ("result", op.results, self.result_sizes, self.results),
        ):
            segments = _segments(op, kind, len(values), sizes)
            if isinstance(segments, Diagnostic):
                return segments
            groups.append((values, segments, constraints))
        if len(op.regions) != len(self.regions):
            return op.error(
                f"unexpected number of regions: expected {len(self.regions)} but got "
                f"{len(op.regions)}"
            )
        for name, constraint in self.attributes.items():
            attribute = op.attribute(name)
            if attribute is None:
                return error(f'attribute "{name}" is expected but not provided', op.where)
            if wrong := checker.check(attribute, constraint):
                return error(wrong, op.where)
        for values, segments, constraints in groups:
            rest = iter(values)
            for size, constraint in zip(segments, constraints, strict=True):
                for _ in range(size):
                    if wrong := checker.check(next(rest).type, constraint):
                        return error(wrong, op.where)
        for i, (region, value) in enumerate(zip(op.regions, self.regions, strict=True)):
            if wrong := _check_region(checker, i, region, value.defining_op):
                args = region.entry.args if not region.empty else []
                if not args:
                    return error(wrong, op.where)
                return error(wrong, args[0].location).note("see the operation", op.where)
        return None


def _check_region(checker: _Checker, index: int, region: Region, definition: Any) -> str:
    if not isinstance(definition, RegionOp):
        return ""
    if definition.constrainedArguments is not None:
        args = region.entry.args if not region.empty else []
        wanted = definition.entryBlockArgs
        if len(args) != len(wanted):
            return f"expected region {index} to have {len(wanted)} arguments but got {len(args)}"
        for argument, constraint in zip(args, wanted, strict=True):
            if wrong := checker.check(argument.type, constraint):
                return wrong
    count = definition.numberOfBlocks
    blocks = len(list(region))
    if count is not None and blocks != count:
        return f"expected region {index} to have {count} block(s) but got {blocks}"
    return ""


def _segments(
    op: Operation, kind: str, count: int, sizes: Sequence[Variadicity]
) -> Sequence[int] | Diagnostic:
    """How many values each operand or result has, or why that cannot be."""
    variable = [i for i, s in enumerate(sizes) if s is not Variadicity.single]
    fixed = len(sizes) - len(variable)
    if not variable:
        if count != fixed:
            return op.error(f"expects exactly {fixed} {kind}s, but got {count}")
        return [1] * fixed
    if len(variable) == 1:
        if count < fixed:
            return op.error(f"expects at least {fixed} {kind}s, but got {count}")
        if sizes[variable[0]] is Variadicity.optional and count > fixed + 1:
            return op.error(f"expects at most {fixed + 1} {kind}s, but got {count}")
        return [1 if s is Variadicity.single else count - fixed for s in sizes]
    name = f"{kind}SegmentSizes"
    given = op.attribute(name)
    if given is None:
        return error(f"'{name}' attribute is expected but not provided", op.where)
    if not isinstance(given, DenseArrayAttr) or given.element_type is not I32:
        return error(f"'{name}' attribute is expected to be a dense i32 array", op.where)
    segments = [int(v) for v in given.value]
    if len(segments) != len(sizes):
        return error(
            f"'{name}' attribute for specifying {kind} segments must have {len(sizes)} elements, "
            f"but got {len(segments)}",
            op.where,
        )
    for i, (segment, size) in enumerate(zip(segments, sizes, strict=True)):
        if segment < 0:
            return error(
                f"'{name}' attribute for specifying {kind} segments must have non-negative values",
                op.where,
            )
        if size is Variadicity.optional and segment > 1:
            return error(f"element {i} in '{name}' attribute must be equal to 0 or 1", op.where)
        if size is Variadicity.single and segment != 1:
            return error(f"element {i} in '{name}' attribute must be equal to 1", op.where)
    if sum(segments) != count:
        return error(
            f"sum of elements in '{name}' attribute must be equal to the number of {kind}s",
            op.where,
        )
    return segments
