"""From a module in the llvm dialect to LLVM IR text, in one pass over the ops.

The translation of each op is in the table `instruction`; a plugin adds to it:

    @instruction(MyOp)
    def my_op(op: MyOp, e: Emitter) -> str:
        return f"call float @my_op(float {e.name(op.operands[0])})"
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.dialects.llvm.control_flow import CondBrOp, SwitchOp
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.types import VOID
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import BranchOp, FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import TensorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.target.llvmir.attributes import attributes_of, convention, function_attributes
from mlirlite.target.llvmir.debug_info import DebugInfo, subprogram_of
from mlirlite.target.llvmir.discardable import attached
from mlirlite.target.llvmir.expressions import CONSTANTS, is_constant
from mlirlite.target.llvmir.linkage import address_word, linkage_words, placement
from mlirlite.target.llvmir.metadata import Metadata
from mlirlite.target.llvmir.types import TypeTable, quoted, symbol

Instruction = Callable[..., "str | None"]
instruction: OpTable[Instruction] = OpTable("llvmir", "instruction")
"""Op class → `(op, emitter) -> text`: the instruction without `%n = `; None for none."""


@dataclass
class Emitter:
    """The text so far, and the services for the emission of an op."""

    types: TypeTable = field(default_factory=TypeTable)
    metadata: Metadata = field(default_factory=Metadata)
    debug: DebugInfo = field(init=False)
    scope: Attribute | None = None
    """The current function in the debug information."""
    names: dict[Value, str] = field(default_factory=dict)
    """Every value's text: `%3`, or the constant."""
    symbols: SymbolTables = field(default_factory=SymbolTables)
    declared: dict[str, str] = field(default_factory=dict)
    """Declarations of intrinsics, by name."""
    groups: dict[str, int] = field(default_factory=dict)
    """Numbers of groups of attributes."""
    labels: dict[Block, str] = field(default_factory=dict)
    targets: list[str] = field(default_factory=list)
    """Labels of the current terminator's successors."""

    def __post_init__(self) -> None:
        self.debug = DebugInfo(self.metadata)

    # Parts of instructions

    def type(self, value: Value) -> str:
        """The type of a value."""
        return self.types[value.type]

    def name(self, value: Value) -> str:
        """A value without its type."""
        return self.names[value]

    def typed(self, value: Value) -> str:
        """A value with its type: `i32 %3`."""
        return f"{self.types[value.type]} {self.names[value]}"

    def typed_all(self, values: Sequence[Value]) -> str:
        """Values with their types, separated by commas."""
        types, names = self.types, self.names
        return ", ".join([f"{types[v.type]} {names[v]}" for v in values])

    def target(self, index: int) -> str:
        """`label %5` for a successor of the current terminator."""
        return f"label %{self.targets[index]}"

    def declare(self, name: str, result: Type | None, parameters: Sequence[str]) -> None:
        """Declare an intrinsic (or a function of the runtime) once."""
        if name not in self.declared:
            word = "void" if result is None else self.types[result]
            self.declared[name] = f"declare {word} {symbol(name)}({', '.join(parameters)})"

    def group(self, attributes: Sequence[str]) -> str:
        """`#0`: a group of attributes, for globals."""
        return f"#{self.groups.setdefault(' '.join(attributes), len(self.groups))}"

    # Functions

    def function(self, op: LLVMFuncOp) -> list[str]:
        """The lines of a definition or declaration."""
        self.scope = subprogram_of(op.location)
        head = self._signature(op)
        entry = op.regions[0].first
        notes = self._notes(op)
        if entry is None:
            return [f"declare {notes}{head}"]
        blocks = list(op.regions[0])
        self._number(blocks)
        lines = [f"define {head} {notes}{{"]
        self._body(blocks, lines)
        lines.append("}")
        return lines

    def _notes(self, op: LLVMFuncOp) -> str:
        """The metadata of a function, each followed by a space."""
        found = {}
        if op.function_entry_count is not None:
            node = f'!"function_entry_count", i64 {op.function_entry_count}'
            found["prof"] = self.metadata.node(node)
        for name in ("work_group_size_hint", "reqd_work_group_size"):
            sizes = op.properties.get(name)
            if isinstance(sizes, DenseArrayAttr):
                found[name] = self.metadata.node(", ".join([f"i32 {n}" for n in sizes.value]))
        hint: Any = op.vec_type_hint
        if hint is not None:
            found["vec_type_hint"] = self.metadata.node(
                f"{self.types[hint.hint]} undef, i32 {int(bool(hint.is_signed))}"
            )
        if op.intel_reqd_sub_group_size is not None:
            node = f"i32 {op.intel_reqd_sub_group_size}"
            found["intel_reqd_sub_group_size"] = self.metadata.node(node)
        if self.scope is not None:
            found["dbg"] = self.debug.node(self.scope)
        return "".join([f"!{name} {node} " for name, node in found.items()])

    def _signature(self, op: LLVMFuncOp) -> str:
        type, types = op.llvm_type, self.types
        words = [linkage_words(op, declaration=op.is_declaration)]
        kernel = op.attribute("nvvm.kernel") is not None
        words.append("ptx_kernel " if kernel else convention(op.CConv.value))
        attributes = attributes_of(op, "res_attrs", 0, types)
        words.append(f"{attributes} " if attributes else "")
        parameters = []
        for i, parameter in enumerate(type.params):
            attributes = attributes_of(op, "arg_attrs", i, types)
            text = f"{types[parameter]} {attributes}" if attributes else types[parameter]
            parameters.append(text if op.is_declaration else f"{text} %{i}")
        if type.vararg:
            parameters.append("...")
        name = symbol(op.sym_name)
        words.append(f"{types[type.result]} {name}({', '.join(parameters)})")
        words.append(address_word(op))
        words.append(function_attributes(op, types))
        words.append(placement(op, separator=" "))
        if op.garbageCollector is not None:
            words.append(f" gc {quoted(op.garbageCollector)}")
        if op.personality is not None:
            words.append(f" personality ptr {symbol(op.personality.root)}")
        return "".join(words)

    def _number(self, blocks: Sequence[Block]) -> None:
        """Names of arguments, blocks, instructions and constants, in LLVM's order of numbers."""
        names = self.names
        names.clear()
        self.labels.clear()
        number = 0
        for argument in blocks[0].args:
            names[argument] = f"%{number}"
            number += 1
        for index, block in enumerate(blocks):
            self.labels[block] = str(number)
            number += 1
            if index:
                for argument in block.args:
                    names[argument] = f"%{number}"
                    number += 1
            for op in block:
                results = op.results
                if not results:
                    continue
                if is_constant(op):
                    names[results[0]] = CONSTANTS[type(op)](op, self)
                elif len(results) == 1:
                    if results[0].type is not VOID:
                        names[results[0]] = f"%{number}"
                        number += 1
                else:
                    raise DiagnosticError(
                        op.error("cannot be an LLVM instruction: it has several results")
                    )

    def _body(self, blocks: Sequence[Block], lines: list[str]) -> None:
        names, labels, table = self.names, self.labels, instruction
        found: dict[type, Instruction] = {}
        incoming = self._edges(blocks)
        scoped = self.scope is not None
        for index, block in enumerate(blocks):
            if index:
                lines.append("")
                lines.append(f"{labels[block]}:")
                edges = incoming.get(block, ())
                for i, argument in enumerate(block.args):
                    pairs = [f"[ {names[values[i]]}, %{label} ]" for label, values in edges]
                    word = self.types[argument.type]
                    where = self._place(argument)
                    lines.append(f"  {names[argument]} = phi {word} {', '.join(pairs)}{where}")
            for op in block:
                cls = type(op)
                if cls in CONSTANTS and is_constant(op):
                    continue
                emit = found.get(cls)
                if emit is None:
                    emit = table.get(cls)
                    if emit is None:
                        raise DiagnosticError(untranslatable(op))
                    found[cls] = emit
                if op.successors:
                    self._terminator(op, emit, lines)
                    continue
                text = emit(op, self)
                if text is None:
                    continue
                if op.attributes:
                    text += attached(op, self.metadata)
                if scoped and not text.startswith("#"):
                    text += self._place(op)
                if op.results and op.results[0] in names:
                    lines.append(f"  {names[op.results[0]]} = {text}")
                else:
                    lines.append(f"  {text}")

    def _place(self, of: Operation | BlockArgument) -> str:
        """The debug location: `, !dbg !3` in a function with debug information."""
        return "" if self.scope is None else self.debug.attached(of.location, self.scope)

    def _terminator(self, op: Operation, emit: Instruction, lines: list[str]) -> None:
        """A branch; a second edge with arguments to the same block goes through a separate
        block."""
        bridges = _bridges(op)
        assert op.parent is not None
        label = self.labels[op.parent]
        self.targets = [
            f"b{label}.{i}" if i in bridges else self.labels[block]
            for i, block in enumerate(op.successors)
        ]
        name = f"{self.names[op.results[0]]} = " if op.results else ""
        where = self._place(op)
        lines.append(f"  {name}{emit(op, self)}{where}")
        for i in bridges:
            lines += ("", f"b{label}.{i}:", f"  br label %{self.labels[op.successors[i]]}{where}")

    def _edges(self, blocks: Sequence[Block]) -> dict[Block, list[tuple[str, Sequence[Value]]]]:
        """For each block with arguments: label and values of every edge that leads to it."""
        found: dict[Block, list[tuple[str, Sequence[Value]]]] = {}
        for block in blocks:
            last = block.last
            if last is None or not last.successors:
                continue
            bridges = _bridges(last)
            label = self.labels[block]
            for i, successor in enumerate(last.successors):
                if not successor.args or not isinstance(last, BranchOp):
                    continue
                span = last.successor_operand_range(i)
                origin = f"b{label}.{i}" if i in bridges else label
                values = last.operands[span.start : span.stop]
                found.setdefault(successor, []).append((origin, values))
        return found


def _bridges(op: Operation) -> Sequence[int]:
    """Successors that need a separate block in between."""
    successors = op.successors
    if len(successors) < 2 or not isinstance(op, (CondBrOp, SwitchOp)):
        return ()
    return [i for i, b in enumerate(successors) if b.args and b in successors[:i]]


def untranslatable(op: Operation) -> Diagnostic:
    """The error about an op that has no translation."""
    hint = ""
    if op.name == "builtin.unrealized_conversion_cast":
        hint = "; a conversion to the llvm dialect is missing before it"
    elif (tensor := _tensor_of(op)) is not None:
        hint = (
            f"; values of type '{tensor}' have no form in LLVM IR: use memrefs, or evaluate the "
            "function (mlirlite-run --interpret)"
        )
    elif op.dialect_name != "llvm":
        hint = f"; lower the {op.dialect_name} dialect to the llvm dialect first"
    return error(
        f"cannot be converted to LLVM IR: no translation for op '{op.name}'{hint}", op.where
    )


def _tensor_of(op: Operation) -> Type | None:
    """The first type of a tensor that an op reads, computes or, as a function, declares."""
    types = [v.type for v in (*op.operands, *op.results)]
    if isinstance(op, FunctionLike):
        signature = op.signature()
        types += [*signature.inputs, *signature.results]
    return next((t for t in types if isinstance(t, TensorType)), None)
