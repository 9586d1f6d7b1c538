"""The syntax that the ops share: `custom<…>` of their assembly formats."""

from typing import TYPE_CHECKING, Any, Protocol

from mlirlite.dialects.transform.enums import ParamOperandAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    SymbolRefAttr,
    UnitAttr,
    i64_array,
    i64_attr,
)
from mlirlite.ir.operation import Operation
from mlirlite.parser import DynamicIndexList, directive
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


@directive("SemiFunctionType", "transform")
class SemiFunctionType:
    """`!transform.any_op`, or with a result `(!transform.any_op) -> !transform.any_op`. "false":
    there is always one."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if "false" in given:
            p.expect("(")
        elif not p.accept("("):
            return p.type(), None
        argument = p.type()
        p.expect(")")
        p.expect("->")
        return argument, p.type()

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        argument, result = values[:2]
        SemiFunctionTypes.print(p, op, argument, () if result is None else (result,))


@directive("SemiFunctionTypes", "transform")
class SemiFunctionTypes:
    """As SemiFunctionType, with any number of results."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if not p.accept("("):
            return p.type(), []
        argument = p.type()
        p.expect(")")
        p.expect("->")
        if not p.accept("("):
            return argument, [p.type()]
        results = p.type_list()
        p.expect(")")
        return argument, results

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        argument, results = values
        if results:
            p.functional_type((argument,), results)
        else:
            p.type(argument)


def _one_size(p: "OpParser", count: int) -> tuple[Type, ...]:
    """`(target) -> size`, of an op whose results have one type."""
    where = p.here()
    type = p.function_type()
    if len(type.inputs) != 1 or len(type.results) != 1:
        message = "expects a trailing functional type with one argument and one result"
        raise p.error(message, where)
    return type.inputs[0], *type.results * count


@directive("MultitileSizesTypes", "transform")
class MultitileSizesTypes:
    """`(target) -> size`: the types of a target, two sizes and a point to split at."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        return _one_size(p, 3)

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        p.functional_type(values[:1], values[1:2])


@directive("ContinuousTileSizeTypes", "transform")
class ContinuousTileSizeTypes:
    """`(target) -> sizes`: the types of a target, of sizes of tiles and of chunks."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        return _one_size(p, 2)

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        p.functional_type(values[:1], values[1:2])


@directive("PackedOrDynamicIndexList", "transform")
class PackedOrDynamicIndexList:
    """`[%i, 4]`, or `*(%list)`: a handle to all of them."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if not p.accept("*"):
            return None, *DynamicIndexList.parse(p, state)
        p.expect("(")
        packed = p.operand()
        p.expect(")")
        return packed, [], i64_array(())

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        packed, dynamic, static = values
        if packed is None:
            DynamicIndexList.print(p, op, dynamic, static)
            return
        p.text("*(")
        p.value(packed)
        p.text(")")


@directive("TransformMatchDims", "transform")
class TransformMatchDims:
    """`0, -1`, `except(0)` or `all`: positions."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if p.optional_keyword("all"):
            return i64_array(()), None, UnitAttr()
        inverted = UnitAttr() if p.optional_keyword("except") else None
        if inverted is not None:
            p.expect("(")
        positions = i64_array(p.comma_list(p.integer))
        if inverted is not None:
            p.expect(")")
        return positions, inverted, None

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        positions, inverted, every = values
        if every is not None:
            p.text("all")
            return
        text = ", ".join(map(str, positions.value))
        p.text(f"except({text})" if inverted is not None else text)


@directive("SequenceOpOperands", "transform")
class SequenceOpOperands:
    """`%root : type`, `%root, %a : (type, type)`, or nothing."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        where = p.here()
        root = p.optional_operand()
        if root is None:
            return None, None, [], []
        bindings = p.operand_list() if p.accept(",") else []
        p.expect(":")
        p.accept("(")
        types: list[Type] = []
        root_type = p.type()
        if bindings:
            p.expect(",")
            types = p.type_list()
        if len(types) != len(bindings):
            raise p.error("expected types to be provided for all operands", where)
        p.accept(")")
        return root, root_type, bindings, types

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        root, root_type, bindings, types = values
        if root is None:
            return
        p.values((root, *bindings))
        p.text(" : (" if bindings else " : ")
        for i, type in enumerate((root_type, *types)):
            p.text(", " if i else "")
            p.type(type)
        p.text(")" if bindings else "")


@directive("ForeachMatchSymbols", "transform")
class ForeachMatchSymbols:
    """`@matcher -> @action, …`, one pair per line."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        matchers: list[Attribute] = []
        actions: list[Attribute] = []

        def one() -> None:
            matchers.append(SymbolRefAttr(p.symbol_name()))
            p.expect("->")
            actions.append(SymbolRefAttr(p.symbol_name()))

        p.comma_list(one)
        return ArrayAttr(tuple(matchers)), ArrayAttr(tuple(actions))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        pairs = list(zip(*values, strict=True))
        for i, (matcher, action) in enumerate(pairs):
            p.newline()
            p.text("    ")
            p.attribute(matcher)
            p.text(" -> ")
            p.attribute(action)
            p.text(", " if i + 1 < len(pairs) else "")


@directive("ApplyRegisteredPassOptions", "transform")
class ApplyRegisteredPassOptions:
    """`{name = value, …}`: a value may be an operand, which the dictionary has as
    `#transform.param_operand`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        operands: list[Any] = []
        entries: dict[str, Attribute] = {}

        def value() -> Attribute:
            if p.accept("["):
                found: Attribute = ArrayAttr(tuple(p.comma_list(value)))
                p.expect("]")
                return found
            if p.peek("%"):
                operands.append(p.operand())
                return ParamOperandAttr(i64_attr(len(operands) - 1))
            where = p.here()
            found = p.attribute()
            if isinstance(found, ParamOperandAttr):
                raise p.error(
                    "the param_operand attribute is a marker reserved for indicating a value will "
                    "be passed via params and is only used in the generic print format",
                    where,
                )
            return found

        def entry() -> None:
            key = p.optional_keyword_or_string()
            if not key:
                raise p.error("expected key to either be an identifier or a string")
            if not p.accept("="):
                raise p.error("expected '=' after key in key-value pair")
            message = f"expected a valid attribute or operand as value associated to key '{key}'"
            with p.then(message):
                found = value()
            if key in entries:
                raise p.error("duplicate keys found in options dictionary")
            entries[key] = found

        p.comma_list(entry, "{", "}", " in options dictionary")
        return DictionaryAttr(tuple(sorted(entries.items()))), operands

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        options, operands = values

        def one(value: Attribute) -> None:
            if isinstance(value, ParamOperandAttr):
                p.value(operands[value.index.value])
            elif isinstance(value, ArrayAttr):
                p.text("[")
                for i, element in enumerate(value):
                    p.text(", " if i else "")
                    one(element)
                p.text("]")
            else:
                p.attribute(value)

        p.text("{")
        for i, (name, value) in enumerate(options.entries if options is not None else ()):
            p.text((", " if i else "") + f'"{name}" = ')
            one(value)
        p.text("}")


class _Positioned(Protocol):
    @property
    def is_all(self) -> UnitAttr | None: ...
    @property
    def is_inverted(self) -> UnitAttr | None: ...
    def error(self, message: str) -> Diagnostic: ...


def verify_positions(op: _Positioned, positions: DenseArrayAttr) -> Diagnostic | None:
    """The error of the positions that TransformMatchDims reads."""
    if op.is_all:
        if op.is_inverted:
            return op.error("cannot request both 'all' and 'inverted' values in the list")
        if len(positions):
            return op.error("cannot both request 'all' and specific values in the list")
    elif not len(positions):
        return op.error("must request specific values in the list if 'all' is not specified")
    pairs = zip(positions.value, positions.value[1:], strict=False)
    if any(a == b for a, b in pairs):
        return op.error("expected the listed values to be unique")
    return None
