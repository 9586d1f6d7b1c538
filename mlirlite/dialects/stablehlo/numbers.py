"""Attributes that number dimensions: of products, lookups, updates and convolutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.ir.attributes import i64_array
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.types import DYNAMIC
from mlirlite.ods.hooks import DataOp, behavior, directive


def own_attribute(name: str) -> Any:
    """The class of an attribute of the dialect, which is made of data."""
    dialect: Any = builtin_dialect("stablehlo")
    return dialect.attribute_class(f"stablehlo.{name}")


def read_sizes(p: Any) -> tuple[int, ...]:
    """`[1, ?]`."""
    return tuple(p.comma_list(lambda: read_size(p), "[", "]"))


def read_size(p: Any) -> int:
    """A size, `?` if it is dynamic."""
    return DYNAMIC if p.accept("?") else int(p.integer())


def sizes_text(sizes: Sequence[int]) -> str:
    """`1, ?`."""
    return ", ".join("?" if n == DYNAMIC else str(n) for n in sizes)


def read_struct(p: Any, readers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """`name = value, …>`, in any order, each at most once."""
    found: dict[str, Any] = {}
    while not p.accept(">"):
        where = p.here()
        name = p.optional_keyword(*readers)
        if name is None:
            raise p.fail(f"expected one of: {', '.join(f'`{k}`' for k in readers)}", where)
        if name in found:
            raise p.fail(f"duplicated `{name}` entry", p.here())
        p.expect("=")
        found[name] = readers[name]()
        if not p.accept(","):
            p.expect(">")
            break
    return found


class Numbers:
    """An attribute `<name = [1, 2], index = 3>`, of which what is empty or zero is left out."""

    __slots__ = ()
    parameters: Any

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        return cls(*cls.values(read_struct(p, cls.readers(p))))

    @classmethod
    def readers(cls: Any, p: Any) -> dict[str, Callable[[], Any]]:
        """How each part is read."""
        return {
            snake(name): p.integer if name in _SINGLE else lambda: read_sizes(p)
            for name in cls.parameters
        }

    @classmethod
    def values(cls: Any, found: Mapping[str, Any]) -> list[Any]:
        """The parameters, those that were left out included."""
        return [found.get(snake(n), 0 if n in _SINGLE else ()) for n in cls.parameters]

    def print(self: Any, p: Any) -> None:
        parts = []
        for name in self.parameters:
            value = getattr(self, name)
            if isinstance(value, tuple) and value:
                parts.append(f"{snake(name)} = [{', '.join(map(str, value))}]")
            elif not isinstance(value, tuple) and value:
                parts.append(f"{snake(name)} = {value}")
        p.text(f"<{', '.join(parts)}>")


_SINGLE = frozenset(
    (
        *("indexVectorDim", "inputBatchDimension", "inputFeatureDimension"),
        *("kernelInputFeatureDimension", "kernelOutputFeatureDimension"),
        *("outputBatchDimension", "outputFeatureDimension"),
    )
)


def snake(name: str) -> str:
    """`index_vector_dim` for `indexVectorDim`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name)


@behavior("#stablehlo.scatter", "#stablehlo.gather", "#stablehlo.dot")
class DimensionNumbers(Numbers):
    """Numbers of dimensions."""

    __slots__ = ()


@behavior("#stablehlo.conv")
class ConvDimensionNumbers(Numbers):
    """`<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, or `<raw input_batch_dimension = 0, …>`."""

    __slots__ = ()

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        if p.optional_keyword("raw"):
            return cls(*cls.values(read_struct(p, cls.readers(p))))
        found = read_convolution(p, cls)
        p.expect(">")
        return found

    def print(self: Any, p: Any) -> None:
        p.text(f"<{convolution_text(self)}>")


def read_convolution(p: Any, cls: Any) -> Any:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` as an attribute of a class."""
    image = _read_axes(p, "bf")
    if not p.accept("x"):
        raise p.wrong_token("expected 'x'")
    kernel = _read_axes(p, "io")
    p.expect("->")
    result = _read_axes(p, "bf")
    return cls(*image, *kernel, *result)


def _read_axes(p: Any, letters: str) -> tuple[int, int, tuple[int, ...]]:
    """Where the two dimensions with letters are, and each dimension in space."""
    spatial: dict[int, int] = {}
    named: dict[str, int] = {}
    p.expect("[")
    index = 0
    while True:
        where = p.here()
        number = p.optional_integer()
        if number is not None:
            if number < 0:
                raise p.fail(f"Unexpected dimension {number}", where)
            if number in spatial:
                raise p.fail(f"Duplicate entries for spatial dimension {number}", where)
            spatial[number] = index
        else:
            _read_letter(p, [c for c in letters if c not in named], named, index)
        index += 1
        if not p.accept(","):
            break
    missing = [c for c in letters if c not in named]
    if missing:
        raise p.fail(f"Expected dimensions {', '.join(missing)} not specified", p.here())
    p.expect("]")
    unknown = [d for d in range(max(spatial, default=-1) + 1) if d not in spatial][:10]
    if unknown:
        words = ", ".join(map(str, unknown))
        raise p.fail(f"Expected spatial dimensions {words} not specified", p.here())
    first, second = (named[c] for c in letters)
    return first, second, tuple(spatial[d] for d in sorted(spatial))


def _read_letter(p: Any, allowed: Sequence[str], named: dict[str, int], index: int) -> None:
    where = p.here()
    word = p.keyword()
    if len(word) != 1 or not allowed:
        raise p.fail(f"Unexpected keyword {word}", where)
    if word not in allowed:
        raise p.fail(f"Unexpected dimension {word}, expecting {', '.join(allowed)}", where)
    named[word] = index


def convolution_text(numbers: Any) -> str:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

    def axes(spatial: Sequence[int], letters: Mapping[str, int]) -> str:
        found = {at: str(i) for i, at in enumerate(spatial)}
        found.update({at: letter for letter, at in letters.items()})
        return f"[{', '.join(found[i] for i in sorted(found))}]"

    n = numbers
    image = axes(
        n.inputSpatialDimensions, {"b": n.inputBatchDimension, "f": n.inputFeatureDimension}
    )
    kernel = axes(
        n.kernelSpatialDimensions,
        {"i": n.kernelInputFeatureDimension, "o": n.kernelOutputFeatureDimension},
    )
    result = axes(
        n.outputSpatialDimensions, {"b": n.outputBatchDimension, "f": n.outputFeatureDimension}
    )
    return f"{image}x{kernel}->{result}"


@directive("ConvolutionDimensions", "stablehlo")
class ConvolutionDimensions:
    """The dimension numbers of a convolution, without angle brackets."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return read_convolution(p, own_attribute("conv"))

    @staticmethod
    def print(p: Any, op: DataOp, numbers: Any) -> None:
        p.text(convolution_text(numbers))


@directive("DotDimensionNumbers", "stablehlo")
class DotDimensionNumbers:
    """`batching_dims = [0] x [0], contracting_dims = [2] x [1]`."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        def pair() -> tuple[Any, Any]:
            p.expect("=")
            left = tuple(p.comma_list(p.integer, "[", "]"))
            if not p.accept("x"):
                raise p.wrong_token("expected 'x'")
            return left, tuple(p.comma_list(p.integer, "[", "]"))

        batch: tuple[Any, Any] = ((), ())
        if p.optional_keyword("batching_dims"):
            batch = pair()
            p.expect(",")
        if not p.optional_keyword("contracting_dims"):
            raise p.wrong_token("expected 'contracting_dims'")
        return own_attribute("dot")(*batch, *pair())

    @staticmethod
    def print(p: Any, op: DataOp, numbers: Any) -> None:
        def pair(left: Any, right: Any) -> str:
            return f"[{', '.join(map(str, left))}] x [{', '.join(map(str, right))}]"

        batch = numbers.lhsBatchingDimensions, numbers.rhsBatchingDimensions
        if any(batch):
            p.text(f"batching_dims = {pair(*batch)}, ")
        contracted = numbers.lhsContractingDimensions, numbers.rhsContractingDimensions
        p.text(f"contracting_dims = {pair(*contracted)}")


@directive("SliceRanges", "stablehlo")
class SliceRanges:
    """`[0:4, 1:8:2]`."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        def one() -> tuple[int, int, int]:
            start = p.integer()
            p.expect(":")
            limit = p.integer()
            return start, limit, p.integer() if p.accept(":") else 1

        ranges = p.comma_list(one, "[", "]")
        return tuple(i64_array(r[i] for r in ranges) for i in range(3))

    @staticmethod
    def print(p: Any, op: DataOp, start: Any, limit: Any, stride: Any) -> None:
        given = {"start_indices": start, "limit_indices": limit, "strides": stride}
        if len({len(v.value) for v in given.values()}) > 1:
            words = (f"{k}: {', '.join(map(str, v.value))}" for k, v in given.items())
            p.text(f"[{', '.join(words)}]")
            return
        ranges = zip(start.value, limit.value, stride.value, strict=True)
        p.text(f"[{', '.join(f'{a}:{b}' + (f':{s}' if s != 1 else '') for a, b, s in ranges)}]")
