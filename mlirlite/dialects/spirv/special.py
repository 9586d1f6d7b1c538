"""The syntax of specialization constants, switches, operands of images and blocks of subgroups."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.cases import read_case, words_of
from mlirlite.dialects.spirv.types import PointerType
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, StringAttr, i32_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.interfaces import AsmNames, BranchOp
from mlirlite.ir.types import VectorType
from mlirlite.ods.hooks import DataOp, behavior, directive


@directive("ImageOperands", "spirv")
class ImageOperands:
    """`["Bias|Lod"]`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> Attribute | None:
        if not p.accept("["):
            return None
        found = read_case(p, "ImageOperands")
        p.expect("]")
        return found

    @staticmethod
    def print(p: Any, op: DataOp, words: Any) -> None:
        if words is not None:
            p.text(f'["{words_of(words)}"]')


@behavior("spirv.Switch")
class SwitchSyntax(BranchOp):
    """`spirv.Switch %x : i32, [default: ^a, 2: ^b(%y : i32)]`."""

    __slots__ = ()

    def successor_operand_range(self: Any, index: int) -> range:
        sizes = [len(self.defaultOperands), *self.properties["case_operand_segments"].value]
        start = 1 + sum(sizes[:index])
        return range(start, start + sizes[index])

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        selector = p.operand()
        p.expect(":")
        type = p.type()
        state.operands.append(p.resolve(selector, type))
        p.expect(",")
        p.expect("[")
        p.expect("default")
        p.expect(":")
        sizes: list[int] = []
        numbers: list[int] = []

        def target() -> None:
            block, operands = p.successor_with_operands()
            state.successors.append(block)
            state.operands += operands
            sizes.append(len(operands))

        target()
        while p.accept(","):
            numbers.append(p.integer())
            p.expect(":")
            target()
        p.expect("]")
        p.op_attr_dict(state)
        if numbers:
            literals: VectorType = VectorType((len(numbers),), type)
            state.properties["literals"] = DenseElementsAttr.of(literals, numbers)
        state.properties["case_operand_segments"] = i32_array(sizes[1:])
        state.properties["operandSegmentSizes"] = i32_array([1, sizes[0], sum(sizes[1:])])

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.value(self.operands[0])
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(", [")
        literals = self.properties.get("literals")
        names = ["default", *(literals.values() if literals is not None else ())]
        for i, (name, block) in enumerate(zip(names, self.successors, strict=True)):
            p.text("," if i else "")
            p.newline()
            p.text(f"  {name}: ")
            p.successor(block, [self.operands[k] for k in self.successor_operand_range(i)])
        if literals is not None:
            p.newline()
        p.text("]")
        p.attr_dict(self, ("literals", "case_operand_segments", "operandSegmentSizes"))


@behavior("spirv.mlir.addressof")
class AddressNames(AsmNames):
    """An address is named after its variable."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return [f"{self.properties['variable'].root}_addr"]


@behavior("spirv.SpecConstantComposite")
class CompositeSyntax:
    """`spirv.SpecConstantComposite @name (@a, @b) : !spirv.array<2xf32>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        found = p.comma_list(p.attribute, "(", ")")
        state.properties["constituents"] = ArrayAttr(tuple(found))
        p.expect(":")
        state.properties["type"] = p.type()

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        p.text(" (")
        for i, name in enumerate(self.properties["constituents"]):
            p.text(", " if i else "")
            p.attribute(name)
        p.text(") : ")
        p.type(self.properties["type"])


@behavior("spirv.EXT.SpecConstantCompositeReplicate")
class ReplicateSyntax:
    """`spirv.EXT.SpecConstantCompositeReplicate @name (@a) : !spirv.array<2xf32>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect("(")
        state.properties["constituent"] = p.attribute()
        p.expect(")")
        p.expect(":")
        state.properties["type"] = p.type()

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        p.text(" (")
        p.attribute(self.properties["constituent"])
        p.text(") : ")
        p.type(self.properties["type"])


@behavior("spirv.INTEL.SubgroupBlockWrite")
class BlockWriteSyntax:
    """`spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %p, %x : i32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        storage = words_of(read_case(p, "StorageClass"))
        pointer = p.operand()
        p.expect(",")
        value = p.operand()
        p.expect(":")
        type = p.type()
        element = type.element_type if isinstance(type, VectorType) else type
        state.operands.append(p.resolve(pointer, PointerType(element, storage)))
        state.operands.append(p.resolve(value, type))

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.text(" : ")
        p.type(self.operands[1].type)
