"""The syntax of ops and attributes that StableHLO writes in C++."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects.stablehlo.numbers import own_attribute, read_size, read_sizes, sizes_text
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr, FloatAttr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative
from mlirlite.ir.types import F64, FunctionType, IntegerType, RankedTensorType, element_type_of
from mlirlite.ods.hooks import behavior, function, printer

Read = Generator[Any, Any, None]


@behavior("stablehlo.constant")
class ConstantSyntax(AsmNames):
    """`stablehlo.constant dense<1.0> : tensor<4xf32>`; in generic form if the types differ."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return ["c" if isinstance(element_type_of(self.results[0].type), IntegerType) else "cst"]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        if p.accept("("):
            p.expect(")")
            if p.accept("<"):
                where = p.here()
                properties = p.attribute()
                if isinstance(properties, DictionaryAttr):
                    state.properties.update(properties.to_dict())
                if "value" not in state.properties:
                    raise p.fail("expected a dictionary with 'value'", where)
                p.expect(">")
            p.op_attr_dict(state)
            p.expect(":")
            p.expect("(")
            p.expect(")")
            p.expect("->")
            state.result_types = [p.type()]
            return
        p.op_attr_dict(state)
        where = p.here()
        value = p.attribute()
        if getattr(value, "type", None) is None:
            raise p.fail("expected elements of a tensor", where)
        state.properties["value"] = value
        state.result_types = [value.type]

    def print(self: Any, p: Any) -> None:
        value = self.properties["value"]
        if value.type is not self.results[0].type:
            p.text("() <{value = ")
            p.attribute(value)
            p.text("}>")
            p.attr_dict(self, ("value",))
            p.text(" : ")
            p.functional_type((), self.results)
            return
        p.attr_dict(self, ("value",))
        p.text(" ")
        p.attribute(value)


@behavior("stablehlo.while")
class WhileSyntax(AsmNames):
    """`stablehlo.while(%iterArg = %0) : tensor<i64> cond {…} do {…}`."""

    __slots__ = ()

    def block_argument_names(self, block: Block) -> list[str]:
        return ["iterArg"] * len(block.args)

    @staticmethod
    def parse(p: Any, state: Any) -> Read:
        def assignment() -> tuple[Any, Any]:
            argument = p.argument(type="none")
            p.expect("=")
            return argument, p.operand()

        given = p.comma_list(assignment, "(", ")")
        types = []
        if given:
            p.expect(":")
            types = p.type_list()
        state.result_types = list(types)
        state.operands = p.resolve_all([o for _, o in given], types) if given else []
        p.op_attr_dict(state, keyword=True)
        typed = [a._replace(type=t) for (a, _), t in zip(given, types, strict=True)]
        for word in ("cond", "do"):
            if not p.optional_keyword(word):
                raise p.wrong_token(f"expected '{word}'")
            state.regions.append((yield p.region(typed)))

    def print(self: Any, p: Any) -> None:
        entry = self.regions[1].entry
        p.text("(")
        for i, (argument, operand) in enumerate(zip(entry.args, self.operands, strict=False)):
            p.text(", " if i else "")
            p.value(argument)
            p.text(" = ")
            p.value(operand)
        p.text(")")
        if self.operands:
            p.text(" : ")
            p.types(v.type for v in self.operands)
        p.attr_dict_with_keyword(self)
        p.newline()
        p.text("cond ")
        p.region(self.regions[0], print_entry_args=False)
        p.text(" do ")
        p.region(self.regions[1], print_entry_args=False)


@behavior("stablehlo.reduce")
class ReduceSyntax:
    """`stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : …`."""

    __slots__ = ()

    @staticmethod
    def parse(p: Any, state: Any) -> Read:
        where = p.here()

        def pair() -> tuple[Any, Any]:
            p.expect("(")
            operand = p.operand()
            if not p.optional_keyword("init"):
                raise p.wrong_token("expected 'init'")
            p.expect(":")
            init = p.operand()
            p.expect(")")
            return operand, init

        pairs = p.comma_list(pair)
        inner = p.keyword() if p.optional_keyword("applies") else ""
        if inner and not _combines(p.state.context.op_class(inner)):
            raise p.fail(
                "expected the inner-op to be a commutative binary-op from the stablehlo dialect, "
                "with zero region, producing single result",
                where,
            )
        for word in ("across", "dimensions"):
            if not p.optional_keyword(word):
                raise p.wrong_token(f"expected '{word}'")
        p.expect("=")
        state.properties["dimensions"] = i64_array(p.comma_list(p.integer, "[", "]"))
        p.op_attr_dict(state)
        p.expect(":")
        at = p.here()
        type = p.type()
        if not isinstance(type, FunctionType):
            raise p.fail("expected function type", at)
        operands = [*(x for x, _ in pairs), *(i for _, i in pairs)]
        state.operands = p.resolve_all(operands, list(type.inputs))
        state.result_types = list(type.results)
        if inner:
            cls = p.state.context.op_class(inner)
            state.regions.append(_body_of(cls, type, state.location, p.state.context))
            return
        if not p.optional_keyword("reducer"):
            raise p.wrong_token("expected 'reducer'")
        first, second = [], []
        while p.accept("("):
            first.append(p.argument())
            p.expect(",")
            second.append(p.argument())
            p.expect(")")
        state.regions.append((yield p.region([*first, *second])))

    def print(self: Any, p: Any) -> None:
        half = len(self.operands) // 2
        for i in range(half):
            p.text(", (" if i else "(")
            p.value(self.operands[i])
            p.text(" init: ")
            p.value(self.operands[i + half])
            p.text(")")
        inner = short_body(self)
        if inner is not None:
            p.text(f" applies {inner.name}")
        p.text(f" across dimensions = [{', '.join(map(str, self.dimensions))}]")
        p.attr_dict(self, ("dimensions",))
        p.text(" : ")
        p.functional_type(self.operands, self.results)
        if inner is not None:
            return
        p.newline()
        p.text(" reducer")
        args = self.regions[0].entry.args
        for i in range(half):
            p.text("(")
            p.block_argument(args[i])
            p.text(", ")
            p.block_argument(args[i + half])
            p.text(") ")
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)


def _combines(cls: Any) -> bool:
    """Whether an op of two operands may be written in place of the body of a reduction."""
    if cls is None or not cls.name.startswith("stablehlo."):
        return False
    of = cls.definition
    counts = len(of.operands), len(of.results), len(of.regions)
    return counts == (2, 1, 0) and Commutative in cls.traits


def _body_of(cls: Any, type: FunctionType, location: Any, context: Any) -> Region:
    """A region that applies an op to two scalars."""
    scalar = RankedTensorType((), element_type_of(type.inputs[0]))
    block = Block([scalar, scalar])
    op = cls.create(list(block.args), [scalar], location=location)
    block.append(op)
    block.append(
        context.op_class("stablehlo.return").create(list(op.results), [], location=location)
    )
    region = Region()
    region.append(block)
    return region


def short_body(reduction: Any) -> Operation | None:
    """The only op of the body of a reduction, where its name says all about it."""
    block = reduction.regions[0].entry
    ops = list(block)
    if len(ops) != 2 or not _combines(type(ops[0])) or not reduction.operands:
        return None
    inner: Operation = ops[0]
    end: Operation = ops[1]
    scalar = RankedTensorType((), element_type_of(reduction.operands[0].type))
    types = {v.type for v in (*inner.operands, *inner.results)}
    plain = types == {scalar} and list(inner.operands) == list(block.args)
    if plain and end.name == "stablehlo.return" and list(end.operands) == list(inner.results):
        return inner
    return None


@behavior("#stablehlo.output_operand_alias")
class OutputOperandAlias:
    """`<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [1]>`."""

    __slots__ = ()

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        found: list[Any] = []
        for i, word in enumerate(_ALIAS):
            p.expect(", "[0] if i else "<")
            if not p.optional_keyword(word):
                raise p.wrong_token(f"expected '{word}'")
            p.expect("=")
            found.append(p.integer() if word == "operand_index" else read_sizes(p))
        p.expect(">")
        return cls(*found)

    def print(self: Any, p: Any) -> None:
        values = (self.outputTupleIndices, self.operandIndex, self.operandTupleIndices)
        texts = [f"[{sizes_text(v)}]" if isinstance(v, tuple) else str(v) for v in values]
        p.text(f"<{', '.join(f'{k} = {t}' for k, t in zip(_ALIAS, texts, strict=True))}>")


_ALIAS = ("output_tuple_indices", "operand_index", "operand_tuple_indices")


@behavior("#stablehlo.result_accuracy")
class ResultAccuracy:
    """`<atol = 1.0e-5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""

    __slots__ = ()

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        numbers: dict[str, Any] = {}
        for word in ("atol", "rtol", "ulps"):
            numbers[word] = 0 if word == "ulps" else 0.0
            if p.optional_keyword(word):
                p.expect("=")
                numbers[word] = p.integer() if word == "ulps" else p.float_of(F64).value
                p.expect(",")
        if not p.optional_keyword("mode"):
            raise p.wrong_token("expected 'mode'")
        p.expect("=")
        mode = p.attribute()
        p.expect(">")
        tolerances = numbers["atol"], numbers["rtol"], numbers["ulps"]
        if any(n < 0 for n in tolerances):
            raise p.fail("Negative tolerance")
        word = mode.value.name
        if word in ("DEFAULT", "HIGHEST") and any(tolerances):
            raise p.fail(
                f"Invalid tolerances for ResultAccuracyAttr with mode {word}, must be all zero."
            )
        return cls(*tolerances, mode)

    def print(self: Any, p: Any) -> None:
        p.text("<")
        for word in ("atol", "rtol"):
            value: float = getattr(self, word)
            if value:
                p.text(f"{word} = ")
                p.attribute_without_type(FloatAttr(value, F64))
                p.text(", ")
        if self.ulps:
            p.text(f"ulps = {self.ulps}, ")
        p.text("mode = ")
        p.attribute(self.mode)
        p.text(">")


@function("stablehlo::ResultAccuracyMode::DEFAULT")
def default_accuracy() -> Attribute:
    """What an op without `result_accuracy` has."""
    mode = own_attribute("result_accuracy_mode")
    found: Attribute = own_attribute("result_accuracy")(0.0, 0.0, 0, mode(mode.cases["DEFAULT"]))
    return found


class BoundsAttr(Attribute, name="stablehlo.bounds"):
    """`#stablehlo.bounds<4, ?>`: the encoding of a tensor with an upper bound for each dynamic
    size."""

    bounds: tuple[int, ...]

    @classmethod
    def parse(cls, p: Any) -> Any:
        return cls(tuple(p.comma_list(lambda: read_size(p), "<", ">")))

    def print(self, p: Any) -> None:
        p.text(f"<{sizes_text(self.bounds)}>")


@behavior("#stablehlo.type_extensions")
class TypeExtensions:
    """`#stablehlo.type_extensions<bounds = [4, ?]>`, which is `#stablehlo.bounds<4, ?>`."""

    __slots__ = ()

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        if not p.optional_keyword("bounds"):
            raise p.wrong_token("expected 'bounds'")
        p.expect("=")
        sizes = read_sizes(p)
        p.expect(">")
        return BoundsAttr(sizes)

    def print(self: Any, p: Any) -> None:
        p.text(f"<bounds = [{sizes_text(self.bounds)}]>")


@printer(
    *(
        f"#stablehlo.{name}"
        for name in (
            *("comparison_direction", "comparison_type", "fft_type", "precision"),
            *("rng_algorithm", "rng_distribution", "transpose"),
        )
    )
)
def print_case(attribute: Any, p: Any) -> None:
    """An enum's word, without the space before it that upstream's default syntax has."""
    p.text(type(attribute).cases.__keywords__[attribute.value.name])
