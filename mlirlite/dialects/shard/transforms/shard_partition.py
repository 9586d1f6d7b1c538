"""--shard-partition: a function over whole tensors becomes what each device runs.

%1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>, divided in two  -->
%1 = tosa.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import shard
from mlirlite.dialects.shard.annotate import annotation_of
from mlirlite.dialects.shard.interface import Copies, ShardingModel, model_of
from mlirlite.dialects.shard.sharding import Parts, Sharding
from mlirlite.dialects.shard.transforms._reshard import reshard
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import ConstantLike, ReturnLike
from mlirlite.ir.types import FunctionType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error


@compiler_pass("shard-partition")
def shard_partition(op: Operation, state: PassState) -> None:
    """Partition a function into SPMD form.

    Every tensor has to be annotated, as after --sharding-propagation. Tensors become a device's
    parts of them; where a value is wanted in another division than it has, devices exchange data.
    """
    for function in op.walk():
        if isinstance(function, FunctionLike) and not function.is_declaration:
            _partition(function)


def _partition(function: Any) -> None:
    tables = SymbolTables()
    values: dict[Value, Value] = {}
    blocks = [
        block for block in function.body if any(isinstance(op, shard.ShardOp) for op in block)
    ]
    for block in blocks:
        _partition_block(function, block, values, tables)
    for block in blocks:
        block.erase()
    ends = [block.last for block in function.body if block.last is not None]
    end = next((op for op in ends if op.has_trait(ReturnLike)), None)
    if end is not None:
        inputs = tuple([argument.type for argument in function.body.blocks[0].args])
        type = FunctionType(inputs, tuple(end.operand_types))
        function.properties["function_type"] = type


def _partition_block(
    function: Any, block: Block, values: dict[Value, Value], tables: SymbolTables
) -> None:
    types = []
    for argument in block.args:
        type = argument.type
        if _is_divisible(type):
            sharding = _sharding_of_argument(function, block, argument)
            type = Parts(function, tables).type(type, sharding)
        types.append(type)
    new = Block(types, [argument.location for argument in block.args])
    function.body.append(new)
    values.update(zip(block.args, new.args, strict=True))
    copies = Copies(Builder.at_end(new), values, tables)
    for op in block:
        copies.builder.location = op._location
        _partition_op(op, copies)


def _sharding_of_argument(function: Any, block: Block, argument: Any) -> Sharding:
    """What the users of an argument say."""
    number = list(function.body).index(block)
    words = f"block argument {argument.index} in block {number}"
    notes = [annotation_of(user) for user in argument.users]
    first = notes[0] if notes else None
    if first is None or None in notes:
        message = f"Cannot partition: expected a shard.shard op for {words}"
        raise DiagnosticError(error(message, function.where))
    if not all(note is not None and note.sharding.equals(first.sharding) for note in notes):
        message = f"Cannot partition: expected a single use for {words}"
        raise DiagnosticError(error(message, function.where))
    return first.sharding


def _is_divisible(type: Any) -> bool:
    """Whether values of a type need an annotation."""
    return isinstance(type, RankedTensorType) and bool(type.shape)


def _partition_op(op: Operation, copies: Copies) -> None:
    values, b = copies.values, copies.builder
    if isinstance(op, shard.ShardingOp):
        return
    if isinstance(op, shard.GetShardingOp):
        source: Any = op.operands[0].defining_op
        if not isinstance(source, shard.ShardOp):
            raise DiagnosticError(error("expected a shard op as source of get_sharding", op.where))
        stated: Any = source.operands[1].defining_op
        values[op.results[0]] = b.insert(stated.clone(values)).results[0]
        return
    if isinstance(op, shard.ShardOp):
        values[op.results[0]] = _sharded(op, copies)
        return
    model = model_of(op)
    problem = _missing_annotation(op, model)
    if problem is not None:
        raise DiagnosticError(problem)
    operands = [_annotated_operand(value, copies) for value in op.operands]
    results = [_annotated_result(value, copies) for value in op.results]
    if model is None:
        b.insert(op.clone(values))
    else:
        model.partition(operands, results, copies)


def _sharded(op: Operation, copies: Copies) -> Value:
    """A device's part of what a `shard.shard` gives."""
    source = op.operands[0]
    part = copies.values[source]
    before, after = annotation_of(source.defining_op), annotation_of(op)
    if before is None or after is None:
        return part
    old, new = _mapped(before.sharding, copies), _mapped(after.sharding, copies)
    return reshard(op, part, old, new, copies)


def _annotated_operand(value: Value, copies: Copies) -> Sharding | None:
    note = annotation_of(value.defining_op) if _is_divisible(value.type) else None
    return None if note is None else _mapped(note.sharding, copies)


def _annotated_result(value: Value, copies: Copies) -> Sharding | None:
    if not value.has_one_use or not isinstance(value.type, RankedTensorType):
        return None
    note = annotation_of(value.users[0])
    return None if note is None else _mapped(note.sharding, copies)


def _mapped(sharding: Sharding, copies: Copies) -> Sharding:
    """A sharding whose values are those of the partitioned function."""
    halos, offsets = (
        tuple(copies.values.get(m, m) if isinstance(m, Value) else m for m in mixed)
        for mixed in (sharding.halos, sharding.offsets)
    )
    return Sharding(sharding.grid, sharding.split, halos, offsets)


def _missing_annotation(op: Operation, model: ShardingModel | None) -> Diagnostic | None:
    """What the annotations around an op lack. Of an op that is not divided, any user may use the
    results."""
    for i, value in enumerate(op.operands):
        if _is_divisible(value.type) and annotation_of(value.defining_op) is None:
            what = f"tensor operand {i} must be defined by a shard.shard operation."
            return error(f"Cannot partition: {what}", op.where)
    if model is None or op.has_trait(ConstantLike):
        return None
    for i, value in enumerate(op.results):
        if not _is_divisible(value.type):
            continue
        if not value.has_one_use:
            return error(f"Cannot partition: result {i} must have exactly one use.", op.where)
        if annotation_of(value.users[0]) is None:
            what = f"user of result {i} must be shard.shard operation."
            return error(f"Cannot partition: {what}", op.where)
    return None
