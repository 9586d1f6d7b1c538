"""cf → llvm. `cf.br ^bb1(%a : index)` --> `llvm.br ^bb1(%a : i64)`; the arguments of the blocks are
converted with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import call_void
from mlirlite.conversion._llvm_ops import gep
from mlirlite.conversion._llvm_types import llvm_types, run
from mlirlite.dialects import cf, llvm
from mlirlite.dialects.llvm.attributes import PRIVATE
from mlirlite.dialects.llvm.types import PTR, LLVMArrayType
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import I8, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-cf-to-llvm", llvm_types())


def _convert_successors(op: Operation, rw: ConversionRewriter) -> None:
    for block in dict.fromkeys(op.successors):
        if block.args and not block.is_entry:
            rw.convert_block(block)


_HINT = "llvm.loop_annotation"
"""The attribute with a loop's hints to the optimizer, on its backward branch before that is an llvm
op."""


def _branch(
    op: Operation,
    rw: ConversionRewriter,
    cls: type[Operation],
    operands: Sequence[Value],
    properties: dict[str, Attribute],
) -> None:
    attributes = dict(op._attributes) if op._attributes else None
    if attributes and _HINT in attributes:
        properties["loop_annotation"] = attributes.pop(_HINT)
    _convert_successors(op, rw)
    rw.insert(cls.create(operands, (), properties, attributes, (), op.successors))
    rw.erase(op)


@lower(cf.BranchOp)
def lower_br(op: cf.BranchOp, rw: ConversionRewriter) -> None:
    """`llvm.br`."""
    properties: dict[str, Attribute] = {}
    _branch(op, rw, llvm.BrOp, rw.operands, properties)


@lower(cf.CondBranchOp)
def lower_cond_br(op: cf.CondBranchOp, rw: ConversionRewriter) -> Any:
    """`llvm.cond_br`."""
    operands = rw.operands
    if len(operands) != len(op.operands):
        return rw.fail("a value becomes several")
    _branch(op, rw, llvm.CondBrOp, operands, dict(op.properties))
    return None


@lower(cf.SwitchOp)
def lower_switch(op: cf.SwitchOp, rw: ConversionRewriter) -> Any:
    """`llvm.switch`."""
    operands = rw.operands
    if len(operands) != len(op.operands):
        return rw.fail("a value becomes several")
    properties = dict(op.properties)
    properties.setdefault("case_operand_segments", i32_array(()))
    _branch(op, rw, llvm.SwitchOp, operands, properties)
    return None


@lower(cf.AssertOp)
def lower_assert(op: cf.AssertOp, rw: ConversionRewriter) -> Any:
    """Continues if the condition holds, else prints the message and aborts."""
    block = op.parent
    region = block.parent if block is not None else None
    if block is None or region is None:
        return rw.fail("it stands in no block")
    location = op._location
    condition = rw.operand(0)
    name = _message(op, op.msg, rw)
    rest = rw.split_block(op)
    failed = rw.create_block(region)
    rw.location = location
    data = LLVMArrayType(len(op.msg.encode("utf-8", "surrogateescape")) + 1, I8)
    text = create(rw, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)})
    call_void(rw, op, "puts", (gep(rw, text, data, (0,)),))
    call_void(rw, op, "abort", ())
    rw.insert(llvm.UnreachableOp.create())
    rw.set_end(block)
    rw.location = location
    properties: dict[str, Attribute] = {"operandSegmentSizes": i32_array((1, 0, 0))}
    rw.insert(llvm.CondBrOp.create((condition,), (), properties, None, (), (rest, failed)))
    rw.erase(op)
    return None


def _message(op: Operation, message: str, rw: ConversionRewriter) -> str:
    """A global with the text at the top of the module; returns its name."""
    table = op.parent_op
    while table is not None and not table.has_trait(SymbolTable):
        table = table.parent_op
    name = "assert_msg"
    if table is None:
        return name
    block: Block = table.regions[0].entry
    taken = {n.value for o in block if isinstance(n := o.properties.get("sym_name"), StringAttr)}
    number = 0
    while name in taken:
        name = f"assert_msg_{number}"
        number += 1
    raw = message.encode("utf-8", "surrogateescape") + b"\0"
    value = DenseElementsAttr(RankedTensorType((len(raw),), I8), raw)
    made = llvm.GlobalOp.of(
        name, LLVMArrayType(len(raw), I8), value=value, linkage=PRIVATE, constant=True
    )
    at = rw.block, rw.before, rw.location
    rw.set_start(block)
    rw.insert(made)
    rw.block, rw.before, rw.location = at
    return name


@compiler_pass("convert-cf-to-llvm", each_function=True)
def convert_cf_to_llvm(op: Operation, state: PassState, *, index_bitwidth: int = 0) -> None:
    """Lower the cf dialect to the llvm dialect.

    index_bitwidth: bits of the index type, 0 for the machine's word
    """
    run(lower, op, index_bitwidth, fold=False)  # as upstream, where other ops are legal
