"""Arithmetic, comparisons and casts in LLVM IR."""

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.enums import FastmathFlags
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.emitter import Emitter, Instruction, instruction

# Arithmetic: a word, flags, the type once, the operands.


def _plain(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


def _flagged(word: str, flag: str, property: str) -> Instruction:
    """`exact` or `disjoint` when the property is there."""

    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        extra = f" {flag}" if property in op.properties else ""
        return f"{word}{extra} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_OVERFLOW = ("", " nsw", " nuw", " nuw nsw")


def _overflow(op: Operation) -> str:
    flags = op.properties.get("overflowFlags")
    return _OVERFLOW[flags.value & 3] if isinstance(flags, IntegerAttr) else ""


def _wrapping(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word}{_overflow(op)} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_fastmath_texts: dict[FastmathFlagsAttr, str] = {NO_FASTMATH: ""}


def fastmath(op: Operation) -> str:
    """` fast`, ` nnan contract` …, "" for none."""
    flags = op.properties.get("fastmathFlags", NO_FASTMATH)
    if not isinstance(flags, FastmathFlagsAttr):
        return ""
    found = _fastmath_texts.get(flags)
    if found is None:
        value = flags.value
        if value == FastmathFlags.fast:
            found = " fast"
        else:
            order = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
            found = "".join([f" {n}" for n in order if value & FastmathFlags[n]])
        _fastmath_texts[flags] = found
    return found


def _floating(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word}{fastmath(op)} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_BINARY: dict[type[Operation], Instruction] = {
    llvm.AddOp: _wrapping("add"),
    llvm.SubOp: _wrapping("sub"),
    llvm.MulOp: _wrapping("mul"),
    llvm.ShlOp: _wrapping("shl"),
    llvm.UDivOp: _flagged("udiv", "exact", "isExact"),
    llvm.SDivOp: _flagged("sdiv", "exact", "isExact"),
    llvm.LShrOp: _flagged("lshr", "exact", "isExact"),
    llvm.AShrOp: _flagged("ashr", "exact", "isExact"),
    llvm.OrOp: _flagged("or", "disjoint", "isDisjoint"),
    llvm.URemOp: _plain("urem"),
    llvm.SRemOp: _plain("srem"),
    llvm.AndOp: _plain("and"),
    llvm.XOrOp: _plain("xor"),
    llvm.FAddOp: _floating("fadd"),
    llvm.FSubOp: _floating("fsub"),
    llvm.FMulOp: _floating("fmul"),
    llvm.FDivOp: _floating("fdiv"),
    llvm.FRemOp: _floating("frem"),
}
for _cls, _emit in _BINARY.items():
    instruction.add(_cls, _emit)


@instruction(llvm.FNegOp)
def fneg(op: llvm.FNegOp, e: Emitter) -> str:
    """`fneg float %0`."""
    return f"fneg{fastmath(op)} {e.typed(op.operands[0])}"


@instruction(llvm.FreezeOp)
def freeze(op: llvm.FreezeOp, e: Emitter) -> str:
    """`freeze i32 %0`."""
    return f"freeze {e.typed(op.operands[0])}"


_ICMP = tuple(p.name for p in llvm.ICmpPredicate)
_FCMP = tuple(p.name.lstrip("_") for p in llvm.FCmpPredicate)


@instruction(llvm.ICmpOp)
def icmp(op: llvm.ICmpOp, e: Emitter) -> str:
    """`icmp slt i32 %0, %1`."""
    word = _ICMP[op.predicate.value]
    return f"icmp {word} {e.typed(op.operands[0])}, {e.names[op.operands[1]]}"


@instruction(llvm.FCmpOp)
def fcmp(op: llvm.FCmpOp, e: Emitter) -> str:
    """`fcmp oeq float %0, %1`."""
    word = _FCMP[op.predicate.value]
    return f"fcmp{fastmath(op)} {word} {e.typed(op.operands[0])}, {e.names[op.operands[1]]}"


@instruction(llvm.SelectOp)
def select(op: llvm.SelectOp, e: Emitter) -> str:
    """`select i1 %0, i32 %1, i32 %2`."""
    return f"select{fastmath(op)} {e.typed_all(op.operands)}"


def _cast(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        extra = " nneg" if "nonNeg" in op.properties else _overflow(op)
        return f"{word}{extra} {e.typed(op.operands[0])} to {e.types[op.results[0].type]}"

    return emit


_CASTS: dict[type[Operation], str] = {
    llvm.ZExtOp: "zext",
    llvm.SExtOp: "sext",
    llvm.TruncOp: "trunc",
    llvm.UIToFPOp: "uitofp",
    llvm.SIToFPOp: "sitofp",
    llvm.FPToUIOp: "fptoui",
    llvm.FPToSIOp: "fptosi",
    llvm.FPExtOp: "fpext",
    llvm.FPTruncOp: "fptrunc",
    llvm.PtrToIntOp: "ptrtoint",
    llvm.AddrSpaceCastOp: "addrspacecast",
    llvm.BitcastOp: "bitcast",
}
for _cls, _word in _CASTS.items():
    instruction.add(_cls, _cast(_word))
