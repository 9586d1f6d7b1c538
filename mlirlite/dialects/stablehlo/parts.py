"""Parts of the syntax of StableHLO's ops: windows, precision, targets of calls."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.dialects.stablehlo.numbers import own_attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, dense_array, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, I32, I64, RankedTensorType
from mlirlite.ods.hooks import DataOp, directive


@directive("VariadicOperandWithAttribute", "stablehlo")
class VariadicOperandWithAttribute:
    """`%a, %b,`: operands, each with a comma."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        operands = []
        while (operand := p.optional_operand()) is not None:
            operands.append(operand)
            p.expect(",")
        return operands

    @staticmethod
    def print(p: Any, op: DataOp, operands: Any) -> None:
        p.values(operands)
        p.text(",")


_WINDOW = ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse")


@directive("WindowAttributes", "stablehlo")
class WindowAttributes:
    """`stride = [1, 1], pad = [[0, 0], [0, 1]]`."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        found: dict[str, Any] = {}
        while word := p.optional_keyword():
            if word not in _WINDOW or word in found:
                raise p.fail(f"Unexpected keyword {word}", p.here())
            p.expect("=")
            if word == "pad":
                found[word] = _read_padding(p)
            else:
                numbers = p.comma_list(lambda: _number(p), "[", "]")
                boolean = word == "reverse"
                found[word] = (
                    dense_array(I1, [int(n != 0) for n in numbers])
                    if boolean
                    else i64_array(numbers)
                )
            if not p.accept(","):
                break
        return tuple(found.get(word) for word in _WINDOW)

    @staticmethod
    def print(p: Any, op: DataOp, *given: Any) -> None:
        parts = []
        for word, value in zip(_WINDOW, given, strict=True):
            if value is None:
                continue
            if word == "pad":
                texts = [f"[{a}, {b}]" for a, b in pairs(value)]
            elif word == "reverse":
                texts = ["true" if n else "false" for n in value.value]
            else:
                texts = [str(n) for n in value.value]
            parts.append(f"{word} = [{', '.join(texts)}]")
        p.text(", ".join(parts))


def _number(p: Any) -> int:
    if word := p.optional_keyword("true", "false"):
        return int(word == "true")
    found: int = p.integer()
    return found


def _read_padding(p: Any) -> Any:
    def pair() -> list[int]:
        found: list[int] = p.comma_list(p.integer, "[", "]")
        if len(found) != 2:
            raise p.fail(
                f"Expected array with 2 elements, got {len(found)} elements instead", p.here()
            )
        return found

    rows = p.comma_list(pair, "[", "]")
    return DenseElementsAttr.of(
        RankedTensorType((len(rows), 2), I64), [n for row in rows for n in row]
    )


def pairs(padding: Any) -> list[tuple[int, int]]:
    """A padding as pairs of how much is added before and after."""
    numbers = [int(n) for n in padding.values()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _read_precision(p: Any) -> Any:
    if not p.optional_keyword("precision"):
        raise p.wrong_token("expected 'precision'")
    p.expect("=")
    cls = own_attribute("precision")

    def one() -> Any:
        where = p.here()
        word = p.keyword()
        case = next((c for c in cls.cases if cls.cases.__keywords__[c.name] == word), None)
        if case is None:
            names = ", ".join(cls.cases.__keywords__.values())
            raise p.fail(f"expected ::mlir::stablehlo::Precision to be one of: {names}", where)
        return cls(case)

    return ArrayAttr(tuple(p.comma_list(one, "[", "]")))


def _print_precision(p: Any, precision: Any) -> None:
    if precision is not None:
        names = (type(a).cases.__keywords__[a.value.name] for a in precision)
        p.text(f", precision = [{', '.join(names)}]")


@directive("PrecisionConfig", "stablehlo")
class PrecisionConfig:
    """`, precision = [DEFAULT, HIGH]`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return _read_precision(p) if p.accept(",") else None

    @staticmethod
    def print(p: Any, op: DataOp, precision: Any) -> None:
        _print_precision(p, precision)


@directive("PrecisionConfigAndAlgorithm", "stablehlo")
class PrecisionConfigAndAlgorithm:
    """`, precision = [DEFAULT, DEFAULT], algorithm = <…>`, each or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        precision = algorithm = None
        more = p.accept(",")
        if more and not p.peek("algorithm"):
            precision = _read_precision(p)
            more = p.accept(",")
        if more:
            if not p.optional_keyword("algorithm"):
                raise p.wrong_token("expected 'algorithm'")
            p.expect("=")
            algorithm = p.body(own_attribute("dot_algorithm"))
        return precision, algorithm

    @staticmethod
    def print(p: Any, op: DataOp, precision: Any, algorithm: Any) -> None:
        _print_precision(p, precision)
        if algorithm is not None:
            p.text(", algorithm = ")
            p.stripped(algorithm)


@directive("ExponentMantissa", "stablehlo")
class ExponentMantissa:
    """`e5m10`."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        where = p.here()
        word = p.keyword()
        parts = re.fullmatch("e([0-9]+)m([0-9]+)", word)
        if parts is None:
            raise p.fail(f"expected exponent mantissa in format e#m#, saw {word}", where)
        numbers = []
        for text, name in zip(parts.groups(), ("exponent", "mantissa"), strict=True):
            if len(text) > 10 or int(text) >= 1 << 31:
                raise p.fail(f"unable to parse {name} '{text}'", where)
            numbers.append(IntegerAttr(int(text), I32))
        return numbers[0], numbers[1]

    @staticmethod
    def print(p: Any, op: DataOp, exponent: Any, mantissa: Any) -> None:
        p.text(f"e{exponent.value}m{mantissa.value}")


@directive("CustomCallTarget", "stablehlo")
class CustomCallTarget:
    """`@name`."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return StringAttr(p.symbol_name())

    @staticmethod
    def print(p: Any, op: DataOp, target: Any) -> None:
        p.symbol_name(target.value)
