"""The syntax of constants, composites, branches and arithmetic."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.composites import element_at
from mlirlite.dialects.spirv.types import ArrayType, StructType
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, i32_array
from mlirlite.ir.interfaces import AsmNames, BranchOp
from mlirlite.ir.types import (
    I1,
    I32,
    FloatType,
    IntegerType,
    NoneType,
    TensorType,
    VectorType,
)
from mlirlite.ods.hooks import behavior, function


@function("getUnaryOpResultType")
def truth_like(type: Any) -> Any:
    """A truth value, or a vector of them like another."""
    return type.replace(element_type=I1) if isinstance(type, VectorType) else I1


def _indices(p: Any, state: Any) -> list[int]:
    where = p.here()
    found = p.attribute()
    if not isinstance(found, ArrayAttr):
        raise p.error("expected a 32-bit integer array attribute for 'indices'", where)
    if not len(found):
        raise p.error("expected at least one index for spirv.CompositeExtract", where)
    state.properties["indices"] = found
    return [index.value for index in found if isinstance(index, IntegerAttr)]


@behavior("spirv.CompositeExtract")
class ExtractSyntax:
    """`%0 = spirv.CompositeExtract %c[1 : i32] : !spirv.array<4xf32>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        composite = p.operand()
        where = p.here()
        indices = _indices(p, state)
        p.expect(":")
        type = p.type()
        try:
            result = element_at(type, indices)
        except ValueError as e:
            raise p.error(str(e), where) from e
        state.operands.append(p.resolve(composite, type))
        state.result_types.append(result)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.value(self.operands[0])
        p.attribute(self.properties["indices"])
        p.text(" : ")
        p.type(self.operands[0].type)


@behavior("spirv.CompositeInsert")
class InsertSyntax:
    """`%0 = spirv.CompositeInsert %x, %c[1 : i32] : f32 into !spirv.array<4xf32>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        part = p.operand()
        p.expect(",")
        composite = p.operand()
        _indices(p, state)
        p.expect(":")
        first = p.type()
        p.expect("into")
        second = p.type()
        state.operands += [p.resolve(part, first), p.resolve(composite, second)]
        state.result_types.append(second)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.attribute(self.properties["indices"])
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(" into ")
        p.type(self.operands[1].type)


@behavior("spirv.Constant")
class ConstantSyntax(AsmNames):
    """`%0 = spirv.Constant 1 : i32`."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        type, value = self.results[0].type, self.properties["value"]
        name = "cst"
        if isinstance(value, IntegerAttr):
            if type is I1:
                return ["true" if value.value else "false"]
            name += str(value.value)
        if isinstance(type, (IntegerType, FloatType)):
            name += f"_{type}"
        if isinstance(type, VectorType):
            element = type.element_type
            plain = isinstance(element, (IntegerType, FloatType))
            name += f"_vec_{type.shape[0]}" + (f"x{element}" if plain else "")
        return [name]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        value = p.attribute()
        state.properties["value"] = value
        type = getattr(value, "type", None)
        if type is None or isinstance(type, (NoneType, TensorType)):
            p.expect(":")
            type = p.type()
        state.result_types.append(type)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.properties["value"])
        if isinstance(self.results[0].type, ArrayType):
            p.text(" : ")
            p.type(self.results[0].type)


class _SameType:
    """`%0 = spirv.GL.Fma %a, %b, %c : f32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        operands = p.operand_list()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands += [p.resolve(operand, type) for operand in operands]
        state.result_types.append(type)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self)
        p.text(" : ")
        p.type(self.results[0].type)


@behavior("spirv.GL.FClamp", "spirv.GL.UClamp", "spirv.GL.SClamp", "spirv.GL.Fma")
class GLSyntax(_SameType):
    """Operands and result have one type."""


@behavior("spirv.IAddCarry", "spirv.ISubBorrow", "spirv.SMulExtended", "spirv.UMulExtended")
class ExtendedSyntax:
    """`%0 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        p.op_attr_dict(state)
        operands = p.operand_list()
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, StructType) or len(type.members) != 2:
            raise p.error("expected spirv.struct type with two members", where)
        state.operands += [p.resolve(operand, type.members[0]) for operand in operands]
        state.result_types.append(type)

    def print(self: Any, p: Any) -> None:
        p.attr_dict(self)
        p.text(" ")
        p.values(self.operands)
        p.text(" : ")
        p.type(self.results[0].type)


@behavior("spirv.BranchConditional")
class BranchConditionalSyntax(BranchOp):
    """`spirv.BranchConditional %c [1, 2], ^a(%x : i32), ^b`."""

    __slots__ = ()

    def successor_operand_range(self: Any, index: int) -> range:
        count = len(self.trueTargetOperands)
        return range(1 + count, len(self.operands)) if index else range(1, 1 + count)

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.operands.append(p.resolve(p.operand(), I1))
        if p.accept("["):
            first = IntegerAttr(p.integer(), I32)
            p.expect(",")
            state.properties["branch_weights"] = ArrayAttr((first, IntegerAttr(p.integer(), I32)))
            p.expect("]")
        sizes = [1]
        for _ in range(2):
            p.expect(",")
            block, operands = p.successor_with_operands()
            state.successors.append(block)
            state.operands += operands
            sizes.append(len(operands))
        state.properties["operandSegmentSizes"] = i32_array(sizes)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.value(self.operands[0])
        weights = self.properties.get("branch_weights")
        if weights is not None:
            p.text(f" [{', '.join(str(w.value) for w in weights)}]")
        for i, block in enumerate(self.successors):
            p.text(", ")
            p.successor(block, [self.operands[k] for k in self.successor_operand_range(i)])
