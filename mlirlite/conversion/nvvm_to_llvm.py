"""nvvm → llvm: instructions that LLVM has no intrinsic for become PTX text.

`nvvm.mbarrier.init %b, %n, predicate = %p` --> `llvm.inline_asm "@$2 mbarrier.init.b64 [$0], $1;"`

The other ops stay: the translation to LLVM IR makes calls of intrinsics of them.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion._llvm_ops import extract_value, int_constant
from mlirlite.conversion._llvm_types import llvm_types, run
from mlirlite.dialects import llvm, nvvm
from mlirlite.dialects.llvm.types import LLVMPointerType, LLVMStructType
from mlirlite.dialects.nvvm.matrix_enums import MMAIntOverflow, WGMMATypes
from mlirlite.dialects.nvvm.types import SHARED, space_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I8, I32, I64, FloatType, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import NoCounterpart

lower = Lowerings("convert-nvvm-to-llvm", llvm_types())


class Use(enum.Enum):
    """How an instruction uses a register."""

    READ = ""
    WRITE = "="
    READ_WRITE = "+"


@dataclass(frozen=True)
class Ptx:
    """An instruction: its text with `%0` or `{$r0}` for registers, their values, and the predicate
    that guards it, which is the last of them. `numbered`: a struct that is read and written names
    the registers of its members by number, so that the text contains `$0` itself."""

    text: str
    registers: Sequence[tuple[Value, Use]]
    predicate: Value | None = None
    numbered: bool = False


_CONSTRAINTS = {"i1": "b", "i16": "h", "i32": "r", "i64": "l", "f32": "f", "f64": "d"}
_PACKED_FLOATS = {(2, 16): "f32", (2, 8): "i16", (4, 8): "f32", (4, 4): "i16"}
_PLACEHOLDER = re.compile(r"\{\$(rw|w|r)([0-9]+)\}")


def _packed_width(type: VectorType) -> str:
    """The scalar that holds a vector of a few narrow elements; empty for others."""
    element = type.element_type
    if isinstance(element, FloatType):
        return _PACKED_FLOATS.get((type.num_elements, element.width), "")
    return "i32" if type.num_elements == 4 and element is I8 else ""


def constraint_of(type: Type) -> str:
    """The letter of the register for a type. NoCounterpart if there is none."""
    if isinstance(type, LLVMPointerType):
        return "r" if type.address_space == SHARED else "l"
    scalar = type.element_type if isinstance(type, VectorType) else type
    word = (isinstance(type, VectorType) and _packed_width(type)) or str(scalar)
    if word not in _CONSTRAINTS:
        raise NoCounterpart(f"no register holds a value of type '{type}'")
    return _CONSTRAINTS[word]


def _constraint(value: Value) -> str:
    if isinstance(value.defining_op, llvm.ConstantOp):
        return "n"
    return constraint_of(value.type)


def _constraints(registers: Sequence[tuple[Value, Use]]) -> str:
    """`=r,l,0`: written registers come first, and those that are read and written are repeated by
    number at the end."""
    found: list[str] = []
    for value, use in registers:
        if not isinstance(value.type, LLVMStructType):
            found.append(use.value + _constraint(value))
        elif use is Use.READ_WRITE:
            found += [str(i) for i in range(len(value.type.body))]
        else:
            found += [use.value + constraint_of(t) for t in value.type.body]
    tied = [str(i) for i, c in enumerate(found) if c.startswith("+")]
    return ",".join([*(c.replace("+", "=") for c in found), *tied])


def _numbered(text: str) -> str:
    """`{$rw0}`, `{$w0}` and `{$r0}` as `$0`, `$1` …, in this order."""
    seen = {(m[1], int(m[2])) for m in _PLACEHOLDER.finditer(text)}
    order = sorted(seen, key=lambda s: (("rw", "w", "r").index(s[0]), s[1]))
    numbers = {s: i for i, s in enumerate(order)}
    return _PLACEHOLDER.sub(lambda m: f"${numbers[m[1], int(m[2])]}", text)


def _emit(op: Operation, ptx: Ptx, rw: ConversionRewriter) -> None:
    """Replace the op by the instruction."""
    constraints = _constraints(ptx.registers)
    operands: list[Value] = []
    for value, use in ptx.registers:
        if use is Use.WRITE:
            continue
        if isinstance(value.type, LLVMStructType):
            operands += [extract_value(rw, value, i) for i in range(len(value.type.body))]
        else:
            operands.append(value)
    changed = [v for v, use in ptx.registers if use is Use.READ_WRITE]
    types: list[Type] = list(op.result_types)
    if not ptx.numbered:
        types = [*(v.type for v in changed), *types]
    packed = len(types) > 1
    text = ptx.text if ptx.numbered else _numbered(ptx.text)
    if ptx.predicate is not None:
        text = f"@${len(operands) - 1} {text}"
    properties: dict[str, Attribute] = {
        "asm_dialect": IntegerAttr(int(llvm.AsmDialect.att), I64),
        "asm_string": StringAttr(text.replace("%", "$")),
        "constraints": StringAttr(constraints),
        "has_side_effects": UNIT,
        "tail_call_kind": llvm.TailCallKindAttr(llvm.TailCallKind.none),
    }
    made = rw.insert(
        llvm.InlineAsmOp.create(
            operands, (LLVMStructType(tuple(types)),) if packed else tuple(types), properties
        )
    )
    values: list[Value] = list(made.results)
    if packed:
        values = [extract_value(rw, made.results[0], i) for i in range(len(types))]
        for old, new in zip(changed, values, strict=False):
            rw.replace_uses_except(old, new, op, made)
        values = values[len(changed) :]
    if op.results:
        rw.replace(op, values)
    else:
        rw.erase(op)


def _reads(values: Sequence[Value]) -> list[tuple[Value, Use]]:
    return [(v, Use.READ) for v in values]


def _shared(pointer: Value) -> str:
    return ".shared" if space_of(pointer) == SHARED else ""


_Builder = Callable[[Any, ConversionRewriter], "Ptx | None"]
"""The instruction of an op; None for an op that LLVM has an intrinsic for."""


def _instruction(*classes: type[Operation]) -> Callable[[_Builder], _Builder]:
    """Registers the PTX of an op class."""

    def register(build: _Builder) -> _Builder:
        def lower_op(op: Operation, rw: ConversionRewriter) -> Any:
            ptx = build(op, rw)
            if ptx is None:
                return rw.fail("LLVM has an intrinsic for it")
            _emit(op, ptx, rw)
            return None

        for cls in classes:
            lower.add(cls, lower_op)
        return build

    return register


@_instruction(nvvm.InlinePtxOp)
def _inline(op: nvvm.InlinePtxOp, rw: ConversionRewriter) -> Ptx:
    registers = [(v, Use.READ_WRITE) for v in op.readWriteArgs]
    registers += [(v, Use.WRITE) for v in op.results]
    registers += _reads(op.readOnlyArgs)
    if op.predicate is not None:
        registers.append((op.predicate, Use.READ))
    return Ptx(op.ptxCode, registers, op.predicate)


@_instruction(nvvm.BarrierArriveOp)
def _arrive(op: nvvm.BarrierArriveOp, rw: ConversionRewriter) -> Ptx:
    names = "0, %0" if op.barrierId is None else "%0, %1"
    return Ptx(f"bar.arrive {names};", _reads(op.operands))


@_instruction(nvvm.MBarrierInitOp)
def _init(op: nvvm.MBarrierInitOp, rw: ConversionRewriter) -> Ptx | None:
    if op.predicate is None:
        return None
    text = f"mbarrier.init{_shared(op.addr)}.b64 [%0], %1;"
    return Ptx(text, _reads(op.operands), op.predicate)


@_instruction(nvvm.MBarrierArriveExpectTxOp)
def _expect(op: nvvm.MBarrierArriveExpectTxOp, rw: ConversionRewriter) -> Ptx | None:
    if op.predicate is None:
        return None
    text = f"mbarrier.arrive.expect_tx{_shared(op.addr)}.b64 _, [%0], %1;"
    return Ptx(text, _reads(op.operands), op.predicate)


@_instruction(nvvm.MBarrierTryWaitParityOp)
def _try_wait(op: nvvm.MBarrierTryWaitParityOp, rw: ConversionRewriter) -> Ptx:
    lines = (
        "{",
        ".reg .pred       P1; ",
        "LAB_WAIT: ",
        f"mbarrier.try_wait.parity{_shared(op.addr)}.b64 P1, [%0], %1, %2; ",
        "@P1 bra.uni DONE; ",
        "bra.uni     LAB_WAIT; ",
        "DONE: ",
        "}",
    )
    return Ptx("\n\t".join(lines), _reads(op.operands))


@_instruction(nvvm.PrefetchOp)
def _prefetch(op: nvvm.PrefetchOp, rw: ConversionRewriter) -> Ptx | None:
    if op.predicate is None or op.tensormap is None:
        return None
    return Ptx("prefetch.tensormap [%0];", _reads(op.operands), op.predicate)


@_instruction(nvvm.CpAsyncBulkTensorSharedCTAToGlobalOp)
def _store_tile(
    op: nvvm.CpAsyncBulkTensorSharedCTAToGlobalOp, rw: ConversionRewriter
) -> Ptx | None:
    if op.predicate is None:
        return None
    rank = len(op.coordinates)
    position = ", ".join(f"%{i + 2}" for i in range(rank))
    text = (
        f"cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [%0, {{{position}}} ], [%1];"
    )
    return Ptx(text, _reads(op.operands), op.predicate)


@_instruction(nvvm.CpAsyncBulkTensorGlobalToSharedClusterOp)
def _load_tile(
    op: nvvm.CpAsyncBulkTensorGlobalToSharedClusterOp, rw: ConversionRewriter
) -> Ptx | None:
    if op.predicate is None:
        return None
    numbers = iter(range(2, len(op.operands)))

    def registers(count: int) -> str:
        return ",".join(f"%{next(numbers)}" for _ in range(count))

    rank = len(op.coordinates)
    kind = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes"
    places = f"[%0], [%1, {{{registers(rank)}}} ], [{registers(1)}]"
    if op.im2colOffsets:
        kind += ".im2col"
        places += f",{{{registers(len(op.im2colOffsets))}}}"
    if op.multicastMask is not None:
        kind += ".multicast::cluster"
        places += f", {registers(1)}"
    if op.l2CacheHint is not None:
        kind += ".L2::cache_hint"
        places += f", {registers(1)}"
    return Ptx(f"{kind} {places};", _reads(op.operands), op.predicate)


@_instruction(nvvm.WgmmaMmaAsyncOp)
def _wgmma(op: nvvm.WgmmaMmaAsyncOp, rw: ConversionRewriter) -> Ptx:
    _constraints([(op.results[0], Use.WRITE)])  # refuses a type before anything is inserted
    d, a = op.typeD.value, op.typeA.value
    count = op.shape.n // (4 if d is WGMMATypes.f16 else 2)
    first = 2 * count  # the accumulator's registers are numbered twice: as input and as output
    inputs: list[int] = [op.scaleD.value]
    extra = ""
    if d is not WGMMATypes.s32:
        inputs += [op.scaleA.value, op.scaleB.value]
        extra += f", ${first + 3},  ${first + 4}"
    if a in (WGMMATypes.f16, WGMMATypes.bf16):
        inputs += [op.layoutA.value, 1 - op.layoutB.value]
        extra += f", ${first + 5},  ${first + 6}"
    saturates = op.satfinite is not None and op.satfinite.value is MMAIntOverflow.satfinite
    shape = f"m{op.shape.m}n{op.shape.n}k{op.shape.k}"
    text = (
        f"{{\n.reg .pred p;\nsetp.ne.b32 p, ${first + 2}, 0;\n"
        f"wgmma.mma_async.sync.aligned.{shape}.{d.name}.{a.name}.{op.typeB.value.name}"
        f"{'.satfinite' if saturates else ''} {{{', '.join(f'${i}' for i in range(count))}}},"
        f" ${first}, ${first + 1}, p{extra};\n}}\n"
    )
    registers = [
        (op.results[0], Use.WRITE),
        (op.inouts, Use.READ_WRITE),
        *_reads((op.descriptorA, op.descriptorB)),
        *_reads([int_constant(rw, int(n), I32) for n in inputs]),
    ]
    return Ptx(text, registers, numbered=True)


@compiler_pass("convert-nvvm-to-llvm")
def convert_nvvm_to_llvm(op: Operation, state: PassState) -> None:
    """Lower instructions of the nvvm dialect that LLVM has no intrinsic for to PTX text."""
    run(lower, op)
