"""Named ops whose maps may be given: contractions and elementwise functions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.linalg import bodies
from mlirlite.dialects.linalg._contractions import (
    batch_matmul_problem,
    contract_problem,
    contraction_problem,
    matmul_problem,
)
from mlirlite.dialects.linalg.bodies import Body
from mlirlite.dialects.linalg.enums import (
    BinaryFn,
    ElementwiseKind,
    ElementwiseKindAttr,
    TypeFnAttr,
    UnaryFn,
)
from mlirlite.dialects.linalg.forms import Named, maps_of
from mlirlite.dialects.linalg.named_op import NamedOp, _wrong_count
from mlirlite.dialects.linalg.structured import MapArray, fill_region, shape_of
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr
from mlirlite.ir.fields import OptProp, Prop
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class ContractionOp(NamedOp):
    """A sum of products: upstream's ContractionOpInterface."""

    def verify_regions(self) -> Diagnostic | None:
        found = super().verify_regions()
        if found is not None:
            return found
        problem = contraction_problem(self)
        return error(problem, self.where) if problem else None


class MappedOp(ContractionOp):
    """A contraction whose maps may differ from the default ones, for transposed or broadcast
    inputs. Without maps, which only the generic form allows, it has the default ones."""

    indexing_maps: OptProp[MapArray]
    cast: OptProp[TypeFnAttr]

    @classmethod
    def default_maps(cls) -> ArrayAttr:
        """The usual maps."""
        return ArrayAttr(tuple([AffineMapAttr(m) for m in maps_of(cls.named.form)]))

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        _parse_maps(p, state)

    @classmethod
    def complete(cls, state: "OpState") -> None:
        state.properties.setdefault("indexing_maps", cls.default_maps())

    def print_maps(self, p: "Printer") -> Sequence[str]:
        return _print_maps(p, self.indexing_maps, self.default_maps())

    def maps(self) -> Sequence[AffineMap]:
        return _maps_in(self.indexing_maps or self.default_maps())

    def num_loops(self) -> int:
        return _loops_in(self.maps())

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None or self.indexing_maps in (None, self.default_maps()):
            return found
        check = matmul_problem if self.name == "linalg.matmul" else batch_matmul_problem
        problem = check(self.maps(), maps_of(self.named.form))
        return self.error(problem) if problem else None


class ContractOp(ContractionOp, name="linalg.contract"):
    """A product that is summed over the loops that the output lacks.

    ```mlir
    %0 = linalg.contract indexing_maps = [
        affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>,
        affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<3x5xf32>, tensor<5x7xf32>) outs(%c : tensor<3x7xf32>) -> tensor<3x7xf32>
    ```
    """

    # The letters only count operands here: the maps are given.
    named = Named("a, b -> c", bodies.multiplied)
    indexing_maps: Prop[MapArray]
    cast: OptProp[TypeFnAttr]

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        if not p.peek("indexing_maps"):
            raise p.error("expected 'indexing_maps' attribute")
        _parse_maps(p, state)

    def print_maps(self, p: "Printer") -> Sequence[str]:
        return _print_maps(p, self.indexing_maps)

    def maps(self) -> Sequence[AffineMap]:
        return _maps_in(self.indexing_maps)

    def num_loops(self) -> int:
        return _loops_in(self.maps())

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None or len(self.indexing_maps) != len(self.operands):
            return found
        problem = contract_problem(self.maps(), self.operand_types)
        return error(problem, self.where) if problem else None


class ElementwiseOp(NamedOp, name="linalg.elementwise"):
    """A function of the elements at the same position, or at positions given by maps.

    ```mlir
    %0 = linalg.elementwise kind=#linalg.elementwise_kind<add>
      ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    named = Named("", bodies.copied)
    kind: Prop[ElementwiseKindAttr]
    indexing_maps: OptProp[MapArray]

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        p.expect("kind")
        p.expect("=")
        with p.then("expected operation 'kind' attribute"):
            kind = p.attribute()
        if not isinstance(kind, ElementwiseKindAttr):
            raise p.error("expected ElementwiseKind attribute")
        state.properties["kind"] = kind
        _parse_maps(p, state)

    @classmethod
    def parse_rest(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        with p.then("unable to parse elemwise op"):
            super().parse_rest(p, state, where)

    @classmethod
    def complete(cls, state: "OpState") -> None:
        if "indexing_maps" not in state.properties and state.operands:
            state.properties["indexing_maps"] = cls.default_maps(state)

    @classmethod
    def default_maps(cls, state: Any) -> ArrayAttr:
        """Each operand has the output's indices."""
        identity = AffineMapAttr(AffineMap.identity(len(shape_of(state.operands[-1].type))))
        return ArrayAttr((identity,) * len(state.operands))

    @classmethod
    def fill(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        kind: Any = state.properties["kind"]
        arity = kind.value.arity
        if len(state.operands) != arity + 1:
            raise _wrong_count(p, state, arity + 1)
        fill_region(p, state, _elementwise_body(kind.value), where)

    def print_maps(self, p: "Printer") -> Sequence[str]:
        p.text(" kind=")
        p.attribute(self.properties["kind"])
        return ("kind", *_print_maps(p, self.indexing_maps, self.default_maps(self)))

    def maps(self) -> Sequence[AffineMap]:
        """The given maps: unlike a contraction's, they are never implied in the generic form."""
        return _maps_in(self.indexing_maps)

    def num_loops(self) -> int:
        return len(shape_of(self.operands[-1].type))


def _elementwise_body(kind: ElementwiseKind) -> Body:
    if kind.name in UnaryFn.__members__:
        return bodies.unary(UnaryFn[kind.name])
    if kind.name in BinaryFn.__members__:
        return bodies.binary(BinaryFn[kind.name])
    return bodies.selected


def _parse_maps(p: "OpParser", state: "OpState") -> None:
    """`indexing_maps = […]`, if it is there."""
    if p.accept("indexing_maps"):
        p.expect("=")
        maps = p.attribute()
        if not isinstance(maps, ArrayAttr):
            raise p.error("invalid kind of attribute specified")
        if not all(isinstance(m, AffineMapAttr) for m in maps):
            raise p.error("element of indexing_maps array is not an affine_map")
        state.properties["indexing_maps"] = maps


def _print_maps(
    p: "Printer", maps: ArrayAttr | None, usual: ArrayAttr | None = None
) -> Sequence[str]:
    """As `_parse_maps` reads it, without default maps; returns the name of the printed property."""
    if maps is not None and maps is not usual:
        p.text(" indexing_maps = ")
        p.attribute(maps)
    return ("indexing_maps",)


def _maps_in(maps: ArrayAttr | None) -> Sequence[AffineMap]:
    return [m.map for m in maps or () if isinstance(m, AffineMapAttr)]


def _loops_in(maps: Sequence[AffineMap]) -> int:
    return maps[0].num_dims if maps else 0
