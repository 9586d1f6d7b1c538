"""How StableHLO writes the types of an op: once where all are alike, else as a function type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import ComplexType, FunctionType, ShapedType, TupleType
from mlirlite.ods.hooks import DataOp, directive


def _of_function(p: Any, type: FunctionType, operands: int, where: Any) -> tuple[Type, ...]:
    """The types of operands and of the only result."""
    if len(type.inputs) != operands:
        raise p.fail(f"{operands} operands present, but expected {len(type.inputs)}", where)
    if len(type.results) != 1:
        raise p.fail("expected single output", where)
    return *type.inputs, type.results[0]


def _same(p: Any, operands: int) -> tuple[Type, ...]:
    where = p.here()
    type = p.type()
    if isinstance(type, FunctionType):
        return _of_function(p, type, operands, where)
    return (type,) * (operands + 1)


def _print_same(p: Any, op: DataOp, operands: Sequence[Type], result: Type) -> None:
    if all(t is result for t in operands):
        p.type(result)
    else:
        p.functional_type(op.operands, op.results)


@directive("SameOperandsAndResultType", "chlo")
@directive("SameOperandsAndResultType", "stablehlo")
class SameOperandsAndResultType:
    """One type for all operands and the result, or a function type."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, ...]:
        return _same(p, len(p.op_class.definition.operands))

    @staticmethod
    def print(p: Any, op: DataOp, *types: Type) -> None:
        _print_same(p, op, types[:-1], types[-1])


@directive("VariadicSameOperandsAndResultType", "stablehlo")
class VariadicSameOperandsAndResultType:
    """As above, for a list of operands."""

    @staticmethod
    def parse(p: Any, state: Any, operands: Sequence[Any]) -> tuple[Any, Type]:
        *types, result = _same(p, len(operands))
        return types, result

    @staticmethod
    def print(p: Any, op: DataOp, operands: Any, types: Sequence[Type], result: Type) -> None:
        _print_same(p, op, types, result)


@directive("TupleOpType", "stablehlo")
class TupleOpType:
    """The type of a tuple gives the types of the operands."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Type]:
        where = p.here()
        type = p.type()
        if not isinstance(type, TupleType):
            raise p.fail("expected tuple type", where)
        return list(type.types), type

    @staticmethod
    def print(p: Any, op: DataOp, types: Any, result: Type) -> None:
        p.type(result)


@directive("PairwiseOpType", "stablehlo")
class PairwiseOpType:
    """Each operand has the type of its result."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        types = p.type_list()
        return types, types

    @staticmethod
    def print(p: Any, op: DataOp, operands: Any, results: Any) -> None:
        p.types(operands)


def real_type(type: ShapedType) -> Type:
    """The type with real elements in place of complex ones."""
    element = type.element_type
    if not isinstance(element, ComplexType):
        return type
    found: Type = type.replace(element_type=element.element_type)
    return found


@directive("ComplexOpType", "stablehlo")
class ComplexOpType:
    """The complex type of the result gives the real ones of the operands."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, ...]:
        where = p.here()
        type = p.type()
        if isinstance(type, FunctionType):
            return _of_function(p, type, 2, where)
        if not isinstance(type, ShapedType) or not isinstance(type.element_type, ComplexType):
            raise p.fail("expected tensor with complex element type", where)
        real = real_type(type)
        return real, real, type

    @staticmethod
    def print(p: Any, op: DataOp, lhs: Type, rhs: Type, result: Any) -> None:
        real = real_type(result)
        if lhs is real and rhs is real:
            p.type(result)
        else:
            p.functional_type(op.operands, op.results)


@directive("SelectOpType", "stablehlo")
class SelectOpType:
    """The types of the condition and of everything else, or a function type."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, ...]:
        where = p.here()
        types = p.type_list()
        if len(types) == 2:
            return types[0], types[1], types[1], types[1]
        if len(types) == 1 and isinstance(types[0], FunctionType):
            return _of_function(p, types[0], 3, where)
        raise p.fail("expected functional type or list of two types", where)

    @staticmethod
    def print(p: Any, op: DataOp, pred: Type, yes: Type, no: Type, result: Type) -> None:
        if yes is result and no is result:
            p.types((pred, result))
        else:
            p.functional_type(op.operands, op.results)
