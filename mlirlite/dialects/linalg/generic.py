"""Structured ops whose text shows their body: generic, map and reduce."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import array_of, dense_array
from mlirlite.dialects.arith.enums import FastMathFlagsAttr, IntegerOverflowFlagsAttr
from mlirlite.dialects.linalg._numbers import join_numbers, parse_numbers, print_numbers
from mlirlite.dialects.linalg.enums import IteratorType, IteratorTypeAttr
from mlirlite.dialects.linalg.payload import YieldOp
from mlirlite.dialects.linalg.structured import (
    HIDDEN,
    MapArray,
    SegmentedOp,
    StructuredOp,
    TensorOrMemRef,
    Tensors,
    parse_ins_outs,
    parse_long_body,
    print_ins_outs,
    print_long_body,
    shape_of,
    tensor_types,
)
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    StringAttr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField, VarOperand, VarResult
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import SameVariadicOperandSize
from mlirlite.ir.types import I64, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


IteratorTypes = Annotated[ArrayAttr, array_of("Iterator type should be an enum.", IteratorTypeAttr)]
Dimensions = Annotated[DenseArrayAttr, I64, dense_array(I64, "i64 dense array attribute")]
SortedDimensions = Annotated[
    DenseArrayAttr,
    I64,
    Constraint(
        "i64 dense array attribute should be in increasing order",
        lambda a: (
            isinstance(a, DenseArrayAttr)
            and a.element_type is I64
            and all(x < y for x, y in zip(a.value, a.value[1:], strict=False))
        ),
    ),
]
_GENERIC = ("indexing_maps", "iterator_types", "doc", "library_call")


class GenericOp(SegmentedOp, name="linalg.generic"):
    """Loops over a space of indices; maps say which element of each operand the body gets.

    ```mlir
    %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    ```
    """

    indexing_maps: Prop[MapArray]
    iterator_types: Prop[IteratorTypes]
    doc: OptProp[str]
    library_call: OptProp[str]

    def maps(self) -> Sequence[AffineMap]:
        return [m.map for m in self.indexing_maps if isinstance(m, AffineMapAttr)]

    def num_loops(self) -> int:
        return len(self.iterator_types)

    def block_argument_names(self, block: Block) -> Sequence[str]:
        inits = self.num_inits()
        return ["in"] * (len(block.args) - inits) + ["out"] * inits

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        given = p.attribute()
        if not isinstance(given, DictionaryAttr):
            raise p.error("expected a dictionary of the op's attributes")
        entries = given.to_dict()
        names = entries.get("iterator_types")
        if not isinstance(names, ArrayAttr):
            raise p.error('expected "iterator_types" array attribute')
        types = []
        for name in names:
            word = name.value if isinstance(name, StringAttr) else str(name)
            if word not in IteratorType.__members__:
                raise p.error(f"unexpected iterator_type ({word})")
            types.append(IteratorTypeAttr(IteratorType[word]))
        entries["iterator_types"] = ArrayAttr(tuple(types))
        for key, value in entries.items():
            (state.properties if key in _GENERIC else state.attributes)[key] = value
        parse_ins_outs(p, state, segments=True)
        if p.accept("attrs"):
            p.expect("=")
            p.op_attr_dict(state)
        state.regions.append((yield p.region()))
        state.result_types = p.arrow_types(optional=True)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        shown = {name: self.properties[name] for name in _GENERIC if name in self.properties}
        words = [IteratorType(getattr(t, "value", 0)).name for t in self.iterator_types]
        shown["iterator_types"] = ArrayAttr(tuple([StringAttr(w) for w in words]))
        p.text(" ")
        p.dictionary(dict(sorted(shown.items())))
        print_ins_outs(p, self.inputs, self.outputs)
        if self.attributes:
            p.text(" attrs = ")
            p.attr_dict(self, (*HIDDEN, *_GENERIC))
        p.text(" ")
        p.region(self.region)
        p.arrow_types(self.result_types)


class MapOp(StructuredOp, name="linalg.map"):
    """Computes each element of the output from those at the same position of the inputs.

    ```mlir
    %0 = linalg.map { arith.addf } ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
      outs(%c : tensor<4xf32>)
    ```
    """

    inputs: VarOperand[TensorOrMemRef]
    init: Operand[TensorOrMemRef]
    result: VarResult[Tensors]
    mapper: RegionField[OneBlock]

    def maps(self) -> Sequence[AffineMap]:
        rank = len(shape_of(self.init.type))
        return [AffineMap.identity(rank)] * len(self.operands)

    def num_loops(self) -> int:
        return len(shape_of(self.operands[-1].type))

    def result_names(self) -> Sequence[str]:
        return ("mapped",) if self.results else ()

    def block_argument_names(self, block: Block) -> Sequence[str]:
        return ["in"] * (len(block.args) - 1) + ["init"]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        payload = _parse_payload(p)
        inputs, outputs = parse_ins_outs(p, state)
        p.op_attr_dict(state)
        state.result_types = tensor_types(outputs)
        if payload is None:
            state.regions.append((yield from parse_long_body(p)))
        else:
            state.regions.append(_payload_region(p, payload, state, len(inputs)))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        args = self.mapper.entry.args
        short = _print_payload(p, self, args[:-1])
        print_ins_outs(p, self.inputs, self.operands[-1:])
        p.attr_dict(self, HIDDEN)
        if not short:
            print_long_body(p, self)

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        args = self.mapper.entry.args
        if len(args) != len(self.operands):
            return self.error(
                "expects number of operands to match the arity of mapper, but got: "
                f"{len(self.operands)} and {len(args)}"
            )
        for argument, operand in zip(args, self.operands, strict=True):
            element = element_type_of(operand.type)
            if argument.type is not element:
                return self.error(
                    f"expected element type of input '{element}' to match bbArg type "
                    f"'{argument.type}'"
                )
        shape = shape_of(self.init.type)
        for operand in self.inputs:
            if shape_of(operand.type) != shape:
                return self.error(
                    f"expected shape of input ({join_numbers(shape_of(operand.type))}) to match "
                    f"shape of output ({join_numbers(shape)})"
                )
        return None


class ReduceOp(StructuredOp, name="linalg.reduce", traits=(SameVariadicOperandSize(),)):
    """Combines the elements along some dimensions.

    ```mlir
    %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>)
      dimensions = [1]
    ```
    """

    inputs: VarOperand[TensorOrMemRef]
    inits_: VarOperand[TensorOrMemRef]
    dimensions: Prop[SortedDimensions]
    results_: VarResult[Tensors]
    combiner: RegionField[OneBlock]

    def num_inits(self) -> int:
        return len(self.operands) // 2

    def maps(self) -> Sequence[AffineMap]:
        rank, count = self.num_loops(), self.num_inits()
        removed = set(self.dimensions.value)
        kept = tuple([AffineDim(i) for i in range(rank) if i not in removed])
        return [AffineMap.identity(rank)] * count + [AffineMap(rank, 0, kept)] * count

    def num_loops(self) -> int:
        return len(shape_of(self.operands[0].type))

    def result_names(self) -> Sequence[str]:
        return ("reduced",) if self.results else ()

    def block_argument_names(self, block: Block) -> Sequence[str]:
        half = len(block.args) // 2
        return ["in"] * half + ["init"] * (len(block.args) - half)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        payload = _parse_payload(p)
        _, outputs = parse_ins_outs(p, state)
        parse_numbers(p, state, "dimensions")
        p.op_attr_dict(state)
        state.result_types = tensor_types(outputs)
        if payload is None:
            state.regions.append((yield from parse_long_body(p)))
        else:
            state.regions.append(_payload_region(p, payload, state, -1))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        args = self.combiner.entry.args
        short = _print_payload(p, self, (*args[-1:], *args[:-1]))
        half = self.num_inits()
        print_ins_outs(p, self.operands[:half], self.operands[half:])
        print_numbers(p, "dimensions", self.dimensions)
        p.attr_dict(self, (*HIDDEN, "dimensions"))
        if not short:
            print_long_body(p, self)

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        half = self.num_inits()
        inputs, inits = self.operands[:half], self.operands[half:]
        for what, values in (("input", inputs), ("output", inits)):
            for i, value in enumerate(values):
                if shape_of(value.type) != shape_of(values[0].type):
                    return self.error(
                        f"expects all {what}s to have the same shapes. Shape at {what}-index {i} "
                        f"is not equal to the shape at {what}-index 0."
                    )
        shape, init = shape_of(inputs[0].type), shape_of(inits[0].type)
        removed = self.dimensions.value
        if any(not 0 <= d < len(shape) for d in removed):
            return self.error(
                f"dimensions for reduction should be in the range [0, {len(shape) - 1}]."
            )
        kept = tuple([size for d, size in enumerate(shape) if d not in removed])
        if len(kept) != len(init):
            return self.error(
                f"number of dimensions after reduction {len(kept)} doesn't match the init rank "
                f"{len(init)}"
            )
        if kept != init:
            return self.error(
                f"init dimensions [{join_numbers(init)}] doesn't match input dimensions after "
                f"reduction [{join_numbers(kept)}]"
            )
        args = self.combiner.entry.args
        if len(args) != len(self.operands):
            return self.error("mismatching number of operands and block arguments")
        for i, (argument, operand) in enumerate(zip(args, self.operands, strict=True)):
            element = element_type_of(operand.type)
            if argument.type is not element:
                what = "input" if i < half else "output"
                return self.error(
                    f"{what} element type '{element}' does not match corresponding block argument "
                    f"type '{argument.type}'"
                )
        return None


# A body of one op: `{ arith.addf {fastmath = #arith.fastmath<fast>} }`


def _parse_payload(p: "OpParser") -> tuple[str, dict[str, Any]] | None:
    if not p.accept("{"):
        return None
    name = p.optional_keyword()
    if name is None:
        raise p.error("expected bare identifier or keyword")
    attributes = p.optional_attr_dict()
    p.expect("}")
    return name, attributes


def _payload_region(
    p: "OpParser", payload: tuple[str, dict[str, Any]], state: "OpState", count: int
) -> Region:
    """The region of one op, which takes the first `count` arguments, or with -1 the last one and
    then the others."""
    name, attributes = payload
    cls = p.context.op_class(name)
    if cls is None:
        raise p.error(f"custom op '{name}' is unknown")
    operands = state.operands
    if not operands:
        return Region()  # the check of operands has a better error
    block = Block([element_type_of(v.type) for v in operands])
    args = block.args
    given = (*args[-1:], *args[:-1]) if count < 0 else args[:count]
    definition: Any = cls.definition
    declared = definition.properties
    properties = {n: f.default for n, f in declared.items() if f.default is not None}
    properties |= {n: a for n, a in attributes.items() if n in declared}
    rest = {n: a for n, a in attributes.items() if n not in declared}
    op = cls.create(given, (element_type_of(operands[-1].type),), properties, rest)
    block.append(op)
    block.append(YieldOp(op.results))
    for made in block:
        made.location = state.location
    return Region([block])


def _print_payload(p: "Printer", op: Operation, expected: Sequence[Value]) -> bool:
    """Print the body if it is one op of these operands; False otherwise."""
    ops = op.regions[0].entry.ops
    if len(ops) != 2 or tuple(ops[0].operands) != tuple(expected) or len(ops[0].results) != 1:
        return False
    payload, last = ops
    if not expected or tuple(last.operands) != tuple(payload.results):
        return False
    p.text(" { ")
    p.text(payload.name)
    idle = [
        name
        for name, a in payload.properties.items()
        if isinstance(a, (FastMathFlagsAttr, IntegerOverflowFlagsAttr)) and not a.value
    ]
    p.attr_dict(payload, idle)
    p.text(" }")
    return True
