"""vector ops that multiply and add: outerproduct and contract."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import array_of
from mlirlite.dialects.vector._constraints import AnyVectorOfNonZeroRank, same_elements
from mlirlite.dialects.vector.enums import (
    ADD,
    CombiningKindAttr,
    IteratorType,
    IteratorTypeAttr,
    IteratorTypes,
)
from mlirlite.dialects.vector.reductions import combines
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, Result
from mlirlite.ir.traits import Predicate, Pure
from mlirlite.ir.types import IntegerType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class OuterProductOp(
    Op,
    name="vector.outerproduct",
    traits=(
        same_elements("lhs operand and result"),
        same_elements("rhs operand and result", 1),
        Pure,
    ),
):
    """Every element of one vector times every element of another, or a vector times a scalar,
    combined with `acc`.

    ```mlir
    %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32>
    ```
    """

    lhs: Operand[AnyVectorOfNonZeroRank]
    rhs: Operand[AnyType]
    acc: OptOperand[AnyVectorOfNonZeroRank]
    kind: Prop[CombiningKindAttr] = ADD
    result: Result[AnyVectorOfNonZeroRank]

    def infer_types(self) -> Sequence[Type] | None:
        return (_outer_type(self.operands[0].type, self.operands[1].type),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        operands = p.operand_list()
        p.op_attr_dict(state)
        _check_kind(p, state.properties.get("kind"), where)
        p.expect(":")
        lhs = p.type()
        p.expect(",")
        rhs = p.type()
        if len(operands) < 2:
            raise p.error("expected at least 2 operands", where)
        if not isinstance(lhs, VectorType):
            raise p.error("expected vector type for operand #1", where)
        result = _outer_type(lhs, rhs)
        types = [lhs, rhs, result][: len(operands)]
        state.operands = p.resolve_all(operands, types)
        state.properties.setdefault("kind", ADD)
        state.result_types = [result]

    def print(self, p: "Printer") -> None:
        """Print what follows the name. As upstream, the kind is shown with an accumulator only."""
        p.text(" ")
        p.values(self.operands)
        if len(self.operands) > 2:
            p.attr_dict(self)
        p.text(" : ")
        p.types([self.lhs.type, self.rhs.type])

    def verify_op(self) -> Diagnostic | None:
        lhs, rhs, result = self.lhs.type, self.rhs.type, self.result.type
        if lhs.rank != 1:
            return self.error("expected 1-d vector for operand #1")
        if isinstance(rhs, VectorType):
            if rhs.rank != 1:
                return self.error("expected 1-d vector for operand #2")
            if result.rank != 2:
                return self.error("expected 2-d vector result")
            if lhs.shape[0] != result.shape[0]:
                return self.error("expected #1 operand dim to match result dim #1")
            if rhs.shape[0] != result.shape[1]:
                return self.error("expected #2 operand dim to match result dim #2")
            if lhs.is_scalable and not rhs.is_scalable:
                return self.error("expected either both or only #2 operand dim to be scalable")
        else:
            if result.rank != 1:
                return self.error("expected 1-d vector result")
            if lhs.shape[0] != result.shape[0]:
                return self.error("expected #1 operand dim to match result dim #1")
        if self.acc is not None and self.acc.type is not result:
            return self.error("expected operand #3 of same type as result type")
        if not combines(self.kind, result.element_type):
            return self.error("unsupported outerproduct type")
        return None


def _outer_type(lhs: Type, rhs: Type) -> Type:
    if isinstance(lhs, VectorType) and isinstance(rhs, VectorType) and lhs.rank == rhs.rank == 1:
        scalable = [t.is_scalable and t.scalable_dims[0] for t in (lhs, rhs)]
        product: Type = VectorType((lhs.shape[0], rhs.shape[0]), lhs.element_type, tuple(scalable))
        return product
    return lhs


def _check_kind(p: "OpParser", kind: Any, where: Any) -> None:
    if kind is not None and not isinstance(kind, CombiningKindAttr):
        message = (
            f"'{p.op_name}' op expected 'kind' attribute of type CombiningKind "
            "(e.g. 'vector.kind<add>')"
        )
        raise DiagnosticError(error(message, where))


class ContractionOp(
    Op,
    name="vector.contract",
    traits=(
        Predicate(
            "lhs and rhs have same element type",
            lambda op: element_type_of(op.lhs.type) is element_type_of(op.rhs.type),
        ),
        same_elements("third operand acc and result", 2),
        Pure,
    ),
):
    """Products of elements of two vectors, summed according to maps and iterator types, added to an
    accumulator.

    ```mlir
    %0 = vector.contract {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<add>
    } %a, %b, %c : vector<10xf32>, vector<10xf32> into f32
    ```
    """

    lhs: Operand[AnyVectorOfNonZeroRank]
    rhs: Operand[AnyVectorOfNonZeroRank]
    acc: Operand[AnyType]
    indexing_maps: Prop[Annotated[ArrayAttr, array_of("AffineMap array attribute", AffineMapAttr)]]
    iterator_types: Prop[IteratorTypes]
    kind: Prop[CombiningKindAttr] = ADD
    result: Result[AnyType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        given = p.attribute()
        if not isinstance(given, DictionaryAttr):
            raise p.error("expected a dictionary of the op's attributes", where)
        entries = given.to_dict()
        _check_kind(p, entries.get("kind"), where)
        names = entries.get("iterator_types")
        if not isinstance(names, ArrayAttr):
            raise p.error('expected "iterator_types" array attribute', where)
        if all(isinstance(n, StringAttr) for n in names):
            words = [n.value for n in names if isinstance(n, StringAttr)]
            for word in words:
                if word not in IteratorType.__members__:
                    raise p.error(f"unexpected iterator_type ({word})", where)
            entries["iterator_types"] = ArrayAttr(
                tuple(IteratorTypeAttr(IteratorType[w]) for w in words)
            )
        operands = [p.operand()]
        p.expect(",")
        operands.append(p.operand())
        p.expect(",")
        operands.append(p.operand())
        if p.peek(","):
            raise p.error("expected zero or exactly 2 vector mask operands", where)
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        types = p.type_list()[:2]  # as upstream, further ones are ignored
        if len(types) < 2:
            raise p.error("requires two types", where)
        p.expect("into")
        result = p.type()
        for name, value in entries.items():
            declared = name in ("indexing_maps", "iterator_types", "kind")
            (state.properties if declared else state.attributes)[name] = value
        state.properties.setdefault("kind", ADD)
        state.operands = p.resolve_all(operands, [*types, result])
        state.result_types = [result]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        words = [
            StringAttr(IteratorType(t.value).name)
            for t in self.iterator_types
            if isinstance(t, IteratorTypeAttr)
        ]
        p.text(" ")
        p.dictionary(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": ArrayAttr(tuple(words)),
                "kind": self.properties.get("kind", ADD),
            }
        )
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self, ("indexing_maps", "iterator_types", "kind"))
        p.text(" : ")
        p.types([self.lhs.type, self.rhs.type])
        p.text(" into ")
        p.type(self.result.type)

    def verify_op(self) -> Diagnostic | None:
        element = element_type_of(self.lhs.type)
        if isinstance(element, IntegerType) and not element.is_signless:
            return self.error("only supports signless integer types")
        if len(self.indexing_maps) != 3:
            return self.error("expected an indexing map for each vector operand")
        loops = len(self.iterator_types)
        for i, (attribute, operand) in enumerate(
            zip(self.indexing_maps, self.operands, strict=True)
        ):
            if not isinstance(attribute, AffineMapAttr):
                return None
            map, type = attribute.map, operand.type
            if map.num_symbols:
                return self.error(f"expected indexing map {i} to have no symbols")
            rank = type.rank if isinstance(type, VectorType) else 0
            if map.num_dims != loops:
                return self.error(f"expected indexing map {i} to have {loops} number of inputs")
            if len(map.results) != rank:
                return self.error(f"expected indexing map {i} to have {rank} number of outputs")
            dims = [r.position for r in map.results if isinstance(r, AffineDim)]
            if len(set(dims)) != len(map.results):
                return self.error(
                    f"expected indexing map {i} to be a projected permutation of its inputs"
                )
        problem = self._shape_problem()
        if problem:
            return self.error(problem)
        if not combines(self.kind, element_type_of(self.result.type)):
            return self.error("unsupported contraction type")
        return None

    @property
    def operand_loops(self) -> list[list[int]]:
        """For each operand, the loop of each of its dimensions."""
        return [
            [r.position for r in a.map.results if isinstance(r, AffineDim)]
            for a in self.indexing_maps
            if isinstance(a, AffineMapAttr)
        ]

    def loop_sizes(self) -> list[int | None]:
        """The size of each loop, from the left operand if both have it; None if neither does."""
        sizes: list[int | None] = [None] * len(self.iterator_types)
        left, right, _ = self.operand_loops
        for value, loops in ((self.rhs, right), (self.lhs, left)):
            for loop, size in zip(loops, value.type.shape, strict=True):
                sizes[loop] = size
        return sizes

    def _shape_problem(self) -> str:
        """The error of the pairs of dimensions or the accumulator, "" if valid."""
        lhs, rhs, out = ({d: i for i, d in enumerate(loops)} for loops in self.operand_loops)
        kinds = [t.value for t in self.iterator_types if isinstance(t, IteratorTypeAttr)]
        shared = [d for d in lhs if d in rhs]
        summed = [d for d in shared if kinds[d] is IteratorType.reduction]
        if not summed:
            return "expected at least one contracting dimension pair"
        a, b = self.lhs.type, self.rhs.type
        for d in sorted(shared, key=lambda d: d not in summed):
            if a.shape[lhs[d]] != b.shape[rhs[d]]:
                what = "contracting" if d in summed else "batch"
                return f"invalid {what} dimension map"
        kept = [d for d in (*lhs, *rhs) if d not in summed]
        types = (self.acc.type, self.result.type)
        if all(isinstance(t, VectorType) for t in types) is not bool(kept):
            return "invalid accumulator/result vector shape"
        if not kept:
            return ""
        sizes = [n for n in self.loop_sizes() if n is not None]
        if len(sizes) < len(kinds):
            return "expected all dimensions to be either a LHS or a RHS dimension"
        result = self.result.type
        scalable = result.scalable_dims if isinstance(result, VectorType) else ()
        expected = VectorType(tuple([sizes[d] for d in out]), element_type_of(result), scalable)
        if any(t is not expected for t in types):
            return f"invalid accumulator/result vector shape, expected: '{expected}'"
        return ""
