"""--stablehlo-refine-shapes: sizes that follow from those of the arguments.

abs %x : (tensor<4xf32>) -> tensor<?xf32>  -->  abs %x : tensor<4xf32>

Integers that are known, as sums of sizes are, become constants: they are the operands of ops whose
results have these sizes. A function that is called gets the types of its arguments, and constants
for the sizes among them, which it has no longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mlirlite.dialects import stablehlo
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import CallOp, FuncOp, ReturnOp
from mlirlite.dialects.stablehlo.check_shapes import known
from mlirlite.dialects.stablehlo.refinement import refined_types
from mlirlite.interp.machine import Machine
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import TRUE, ArrayAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import (
    DYNAMIC,
    FunctionType,
    IndexType,
    IntegerType,
    RankedTensorType,
)
from mlirlite.ir.values import OpResult, Value
from mlirlite.ods.hooks import DataOp
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import apply_patterns_greedily
from mlirlite.rewriting.casts import CAST
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import Fixed

_ROUNDS: Fixed[int] = 50
"""How often a function is looked through at most: types of loops become known by and by."""

_BARRIER = "stablehlo.shape_refinement_operand_wrapper"
"""A custom call that keeps the old type of an argument for its users."""

_FOLDED = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("add", "and", "broadcast_in_dim", "clamp", "compare", "concatenate", "convert"),
        *("divide", "dynamic_slice", "maximum", "minimum", "multiply", "or", "remainder"),
        *("reshape", "select", "sign", "slice", "subtract"),
    )
)
"""Ops of integers whose values are computed."""


@compiler_pass("stablehlo-refine-shapes", anchor="builtin.module")
def stablehlo_refine_shapes(op: Operation, state: PassState) -> None:
    """Refine shapes across a StableHLO program.

    The types of the arguments of `main`, or of the only function, are those to start from.
    """
    main = _entry(op)
    if main is not None:
        _Refinement(op).function(_Key(main, 0, (), tuple([a.type for a in _arguments(main)])))


def _entry(module: Operation) -> FuncOp | None:
    functions = [f for f in module.regions[0].entry if isinstance(f, FuncOp)]
    named = [f for f in functions if f.sym_name == "main"]
    found = functions if len(functions) == 1 else named
    if not functions:
        return None
    if not found:
        what = (
            "must have no more than one function or a `main` function to clearly identify which "
            "function will be refined"
        )
        raise DiagnosticError(module.error(what))
    return found[0]


def _arguments(function: FuncOp) -> Sequence[Value]:
    blocks = list(function.regions[0])
    if len(blocks) != 1:
        raise DiagnosticError(function.error("must have exactly one block"))
    return blocks[0].args


def _returned(function: FuncOp) -> Sequence[Value]:
    last = function.body.entry.last
    return last.operands if last is not None else ()


class _Key(NamedTuple):
    """What a function is refined for: how many tokens come first, sizes, types of all others."""

    function: FuncOp
    tokens: int
    sizes: tuple[int, ...]
    types: tuple[Type, ...]

    def text(self) -> str:
        """As StableHLO's errors have it."""
        sizes, types = ", ".join(map(str, self.sizes)), ", ".join(f"'{t}'" for t in self.types)
        name = self.function.sym_name
        return f"RefinementKey({name}, toks={self.tokens}, dim_args=[{sizes}], fn_args=[{types}])"


class _Refinement:
    """The functions of a module that are refined, and for what."""

    def __init__(self, module: Operation) -> None:
        self.functions = {symbol_name(op): op for op in module.regions[0].entry}
        self.known: dict[FuncOp, _Key] = {}
        self.running: list[FuncOp] = []

    def function(self, key: _Key) -> None:
        """Refine a function. DiagnosticError if it was refined for something else."""
        function, before = key.function, self.known.get(key.function)
        if before is not None:
            other = bool(key.sizes) and key.sizes != before.sizes
            if other or key.types != before.types:
                raise DiagnosticError(
                    function.error(
                        "refined with incompatible refinement keys:"
                        f"\n  curr={key.text()}\n  prev={before.text()}"
                    )
                )
            if function in self.running:
                what = f"Function {function.sym_name} is being refined recursively\n"
                raise DiagnosticError(function.error(what))
            return
        _arguments(function)
        self.known[function] = key
        self.running.append(function)
        _set_arguments(function, key)
        for _ in range(_ROUNDS):
            if not self._block(function.body.entry):
                break
        apply_patterns_greedily(function, [], fold=False)
        self.running.pop()

    def _block(self, block: Block) -> bool:
        """Look at each op once; whether anything changed."""
        changed = False
        for op in list(block):
            if op.parent is None:
                continue  # dead, and removed with its user
            for region in op.regions:
                for inner in region:
                    changed |= self._block(inner)
            if isinstance(op, CallOp):
                changed |= self._call(op)
            elif isinstance(op, ReturnOp):
                changed |= _without_casts(op)
                changed |= _set_results(op)
            elif op.dialect_name in _REFINED:
                changed |= _folded(op) or _refined(op)
        return changed

    def _call(self, op: CallOp) -> bool:
        function = self.functions.get(op.callee.root)
        if not isinstance(function, FuncOp) or function.is_declaration:
            return False
        key = _key(op, function)
        self.function(key)
        constants = [_constant_of(v) for v in _returned(function)]
        changed = _set_types(op.results, function.function_type.results)
        if key.sizes:
            _drop_operands(op, key)
            changed = True
        if all(c is not None for c in constants) and self._is_pure(function, ()):
            for result, constant in zip(op.results, constants, strict=True):
                result.replace_all_uses_with(_constant(op, constant).results[0])
            op.erase()
            return True
        for result, constant in zip(op.results, constants, strict=True):
            if constant is not None and result.has_uses:
                result.replace_all_uses_with(_constant(op, constant).results[0])
                changed = True
        return changed

    def _is_pure(self, function: Any, callers: tuple[Any, ...]) -> bool:
        """Whether a function has no effects, nor those that it calls."""
        if not isinstance(function, FuncOp) or function.is_declaration or function in callers:
            return False
        for op in function.walk():
            if isinstance(op, CallOp):
                callee = self.functions.get(op.callee.root)
                if not self._is_pure(callee, (*callers, function)):
                    return False
            elif op.name == "stablehlo.custom_call":
                if op.properties.get("has_side_effect") is TRUE:
                    return False
            elif not isinstance(op, (FuncOp, ReturnOp)) and (
                op.name in _EFFECTS or op.dialect_name not in _REFINED
            ):
                return False
        return True


_REFINED = ("stablehlo", "chlo")


def _key(op: CallOp, function: FuncOp) -> _Key:
    tokens, sizes = 0, []
    operands = list(op.operands)
    while tokens < len(operands) and operands[tokens].type.name == "stablehlo.token":
        tokens += 1
    for value in operands[tokens:]:
        type = value.type
        scalar = isinstance(type, RankedTensorType) and not type.shape
        number = known(value) if scalar and _has_integers(type) else None
        if number is None:
            break
        sizes.append(number[0])
    kept = operands[:tokens] + operands[tokens + len(sizes) :]
    return _Key(function, tokens, tuple(sizes), tuple([v.type for v in kept]))


def _drop_operands(op: CallOp, key: _Key) -> None:
    gone = range(key.tokens, key.tokens + len(key.sizes))
    op.set_operands([v for i, v in enumerate(op.operands) if i not in gone])
    attributes = op.properties.get("arg_attrs")
    if isinstance(attributes, ArrayAttr):
        kept = tuple([a for i, a in enumerate(attributes) if i not in gone])
        op.properties["arg_attrs"] = ArrayAttr(kept)


def _set_arguments(function: FuncOp, key: _Key) -> None:
    """Constants for the sizes, and the types of all other arguments."""
    block = function.body.entry
    first = block.first
    for number in key.sizes:
        argument = block.args[key.tokens]
        type: Any = argument.type
        made = _make_constant(DenseElementsAttr.of(type, number))
        block.insert_before(first, made)
        argument.replace_all_uses_with(made.results[0])
        block.erase_argument(key.tokens)
    if len(block.args) != len(key.types):
        raise DiagnosticError(
            function.error(
                f"number of refinements must match number of op operands {len(key.types)} vs "
                f"{len(block.args)}"
            )
        )
    attributes = function.properties.get("arg_attrs")
    if isinstance(attributes, ArrayAttr) and key.sizes:
        gone = range(key.tokens, key.tokens + len(key.sizes))
        kept = tuple([a for i, a in enumerate(attributes) if i not in gone])
        function.properties["arg_attrs"] = ArrayAttr(kept)
    for argument, type in zip(block.args, key.types, strict=True):
        argument.type = type
    function.function_type = FunctionType(key.types, function.function_type.results)


def _set_types(values: Sequence[Value], types: Sequence[Type]) -> bool:
    """Refine types of values whose users take any; whether one changed."""
    changed = False
    for value, type in zip(values, types, strict=True):
        if value.type is type or not all(_takes_any(use.owner) for use in value.uses):
            continue
        value.type = type
        changed = True
    return changed


def _takes_any(op: Operation) -> bool:
    return op.dialect_name in (*_REFINED, "sdy") or isinstance(op, (ReturnOp, CallOp))


def _refined(op: DataOp) -> bool:
    """Refine the types of an op's results, and of what its regions get."""
    if op.name == "stablehlo.while":
        changed = False
        for region in op.regions:
            pairs = zip(region.entry.args, op.operands, strict=True)
            types = [_more(a.type, v.type) for a, v in pairs]
            changed |= _set_types(region.entry.args, types)
        return _of_results(op) or changed
    if op.name == "stablehlo.custom_call" and op.properties["call_target_name"].value == _BARRIER:
        [result] = op.results
        _of_results(op)
        if op.operands[0].type is not result.type:
            return False
        result.replace_all_uses_with(op.operands[0])
        op.erase()
        return True
    return _of_results(op)


def _of_results(op: DataOp) -> bool:
    types = refined_types(op)
    return types is not None and _set_types(op.results, types)


def _more(old: Type, new: Type) -> Type:
    """The type of an argument that gets a value: with its sizes, where it does not know them."""
    if not isinstance(old, RankedTensorType) or not isinstance(new, RankedTensorType):
        return old
    if old.rank != new.rank or old.encoding is not None:
        return old
    shape = [b if a == DYNAMIC else a for a, b in zip(old.shape, new.shape, strict=True)]
    return RankedTensorType(tuple(shape), old.element_type)


def _without_casts(op: ReturnOp) -> bool:
    """Return what casts to types that know less are given."""
    values = [_cast_value(v) for v in op.operands]
    if values == list(op.operands):
        return False
    op.set_operands(values)
    return True


def _cast_value(value: Value) -> Value:
    cast = value.owner if isinstance(value, OpResult) else None
    if cast is None or cast.name != CAST or len(cast.operands) != 1:
        return value
    [given] = cast.operands
    return given if _more(value.type, given.type) is given.type else value


def _set_results(op: ReturnOp) -> bool:
    """Give a function the types of what it returns."""
    function = op.parent_op
    types = tuple(op.operand_types)
    if not isinstance(function, FuncOp) or function.function_type.results == types:
        return False
    function.function_type = FunctionType(function.function_type.inputs, types)
    return True


def _constant_of(value: Value) -> DenseElementsAttr | None:
    """The integers of a constant."""
    op = value.owner if isinstance(value, OpResult) else None
    if op is None or op.name != "stablehlo.constant":
        return None
    found = op.properties["value"]
    return found if isinstance(found, DenseElementsAttr) and _has_integers(found.type) else None


def _has_integers(type: Any) -> bool:
    return isinstance(getattr(type, "element_type", None), (IntegerType, IndexType))


_EFFECTS = frozenset(f"stablehlo.{name}" for name in ("infeed", "outfeed", "send", "recv", "rng"))


def _make_constant(value: Attribute) -> Operation:
    cls: Any = stablehlo.DIALECT.op_class("stablehlo.constant")
    type: Any = getattr(value, "type", None)
    made: Operation = cls.create((), (type,), {"value": value})
    return made


def _constant(op: Operation, value: Attribute | None) -> Operation:
    """A constant before an op."""
    assert value is not None
    made = _make_constant(value)
    made.location = op.location
    assert op.parent is not None
    op.parent.insert_before(op, made)
    return made


def _folded(op: DataOp) -> bool:
    """Replace an op of integers that are known by a constant; whether it was one."""
    value: Attribute | None = None
    if op.name == "stablehlo.get_dimension_size":
        shape = getattr(op.operands[0].type, "shape", None)
        size = DYNAMIC if shape is None else shape[op.properties["dimension"].value]
        if size != DYNAMIC:
            value = DenseElementsAttr.of(op.results[0].type, size)
    elif op.name == "stablehlo.set_dimension_size":
        shape = op.results[0].type.shape
        if getattr(op.results[0].type, "encoding", 0) is None and DYNAMIC not in shape:
            op.results[0].replace_all_uses_with(op.operands[0])
            op.erase()
            return True
    elif op.name in _FOLDED and len(op.results) == 1 and _has_integers(op.results[0].type):
        constants = [_constant_of(v) for v in op.operands]
        if constants and all(c is not None for c in constants):
            value = _evaluated(op, constants)
    if value is None:
        return False
    op.results[0].replace_all_uses_with(_constant(op, value).results[0])
    op.erase()
    return True


def _evaluated(op: DataOp, constants: Sequence[Any]) -> DenseElementsAttr | None:
    """What an op gives for constants; None if it cannot be known."""
    [type] = refined_types(op) or op.result_types
    if not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return None
    block = Block()
    made = [_make_constant(c) for c in constants]
    copy = op.__class__.create(
        [m.results[0] for m in made], (type,), dict(op.properties), dict(op.attributes)
    )
    for one in (*made, copy, ReturnOp.create(copy.results)):
        block.append(one)
    function = FuncOp.create(
        (),
        (),
        {"sym_name": StringAttr("f"), "function_type": FunctionType((), (type,))},
        regions=[Region([block])],
    )
    module = ModuleOp.create(regions=[Region([Block()])])
    module.regions[0].entry.append(function)
    [array] = Machine(module).call("f")
    return DenseElementsAttr.of(type, [int(n) for n in array.reshape(-1)])
