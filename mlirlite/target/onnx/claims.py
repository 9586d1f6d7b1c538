"""What a model declares about the values inside it: claims, compared with what follows from its
inputs. Wrong ones are reported and left out; of the others only ranks are used, and only if nothing
else gives them (`--declared-ranks-onnx`): a declared size is never used as that of a buffer."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.dialects.onnx.op import DECLARED
from mlirlite.dialects.onnx.region_types import Settled, yielded
from mlirlite.dialects.onnx.tensor.reshape import Squeeze
from mlirlite.dialects.onnx.types import OptType, SeqType, spelling
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    NONE,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, Severity

Warn = Callable[[Diagnostic], None]


_UNNAMED = "a branch's value"


class Contradiction(ValueError):
    """The types of a node's inputs and outputs do not fit together."""


class Claims:
    """The claims of one model, by value."""

    def __init__(self) -> None:
        self._made: dict[Value, tuple[str, Type]] = {}
        self._first: dict[Value, Type] = {}
        self._varying: dict[Value, set[int]] = {}

    def add(self, value: Value, name: str, declared: Type | None) -> None:
        """Record the model's claim about a value. Contradiction if the kinds or elements differ,
        which cannot be a mistake about a shape."""
        if declared is None or declared is value.type:
            return
        if spelling(declared) != spelling(value.type):
            raise Contradiction(
                f"makes '{name}' of type '{value.type}', but the model says '{declared}'"
            )
        self._made.setdefault(value, (name, declared))

    def repeat(self, settled: Settled) -> None:
        """The known types of values in a loop."""
        self._first.update(settled.first)
        self._varying.update(settled.varying)

    def settle(self, root: Operation, warn: Warn) -> None:
        """Compare all claims with the current types of the values. Values computed from one with a
        wrong claim are not reported again."""
        doubtful: set[Value] = set()
        for op in root.walk():
            self._agree(op, warn)
            values: list[Value] = list(op.results)
            values += [a for region in op.regions for block in region for a in block.args]
            if not doubtful.isdisjoint(op.operands):
                doubtful.update(values)
                if op.name == "onnx.Yield" and op.parent_op is not None:
                    doubtful.update(op.parent_op.results)
            ranks: list[Type] = []
            for value in values:
                name, declared = self._made.get(value, ("", NONE))
                wrong = bool(name) and self._is_wrong(op, value, declared)
                fits = not any(_contradict(declared, v.type) for v in _given(op, value))
                used = name and fits and tells_more(declared, value.type)
                ranks.append(without_sizes(declared) if used else NONE)
                if wrong and value not in doubtful:
                    warn(_warning(op, value, name, declared))
                if wrong:
                    doubtful.update((value, *_given(op, value)))
            if any(r is not NONE for r in ranks):
                op.attributes[DECLARED] = ArrayAttr(tuple(ranks))

    def _agree(self, op: Operation, warn: Warn) -> None:
        """A branch whose value has no rank gets that of the other branch, whatever the model
        claims."""
        for given in (_given(op, r) for r in op.results):
            known = next((v.type for v in given if isinstance(v.type, RankedTensorType)), None)
            for value in given:
                if known is None or not isinstance(value.type, UnrankedTensorType):
                    continue
                maker = value.defining_op
                if maker is None or maker.parent_op is not op:
                    continue  # it is not defined in the branch
                name, declared = self._made.get(value, (_UNNAMED, known))
                told = value in self._made and not _contradict(declared, without_sizes(known))
                if not told and isinstance(maker, Squeeze) and maker.axes_in_doubt():
                    self._made.pop(value, None)
                    continue  # code for all cases is made
                if _contradict(without_sizes(declared), without_sizes(known)):
                    warn(_warning(maker, value, name, declared))
                self._made[value] = name, known

    def _is_wrong(self, op: Operation, value: Value, declared: Type) -> bool:
        branches = [_contradict(declared, v.type) for v in _given(op, value)]
        types = value.type, self._first.get(value, value.type)
        if any(_contradict(declared, t) for t in types) or (branches and all(branches)):
            return True
        sizes = declared.shape if isinstance(declared, RankedTensorType) else ()
        return any(
            d == -1 or (d < len(sizes) and sizes[d] != DYNAMIC)
            for d in self._varying.get(value, ())
            if sizes or d == -1
        )


def _given(op: Operation, value: Value) -> list[Value]:
    """The values of the branches for the result of a conditional."""
    if op.name != "onnx.If" or value not in op.results:
        return []
    at = op.results.index(value)
    return [v[at] for r in op.regions if len(v := yielded(r)) > at]


def _warning(op: Operation, value: Value, name: str, declared: Type) -> Diagnostic:
    kind = op.name.removeprefix("onnx.")
    does = "makes" if value in op.results else "carries"
    return Diagnostic(
        Severity.WARNING,
        f"'{kind}' {does} '{name}' of type '{value.type}', but the model says '{declared}'; "
        "what the model says is left out",
        op.where,
    )


def _contradict(declared: Type, found: Type) -> bool:
    """Whether no value has both types."""
    if isinstance(declared, (SeqType, OptType)) and isinstance(found, (SeqType, OptType)):
        return _contradict(declared.element_type, found.element_type)
    if not isinstance(declared, RankedTensorType) or not isinstance(found, RankedTensorType):
        return False
    if declared.rank != found.rank:
        return True
    pairs = zip(declared.shape, found.shape, strict=True)
    return any(a != b and DYNAMIC not in (a, b) for a, b in pairs)


def tells_more(declared: Type, found: Type) -> bool:
    """Whether a rank is declared for a value whose rank does not follow from the inputs."""
    if isinstance(declared, (SeqType, OptType)) and type(declared) is type(found):
        return tells_more(declared.element_type, found.element_type)
    return isinstance(declared, RankedTensorType) and isinstance(found, UnrankedTensorType)


def without_sizes(type: Type) -> Type:
    """The type with its rank only."""
    if isinstance(type, (SeqType, OptType)):
        return type.replace(element_type=without_sizes(type.element_type))
    if not isinstance(type, RankedTensorType):
        return type
    return RankedTensorType((DYNAMIC,) * type.rank, type.element_type)


def without_shape(type: Type) -> Type:
    """The type without its rank."""
    if isinstance(type, (SeqType, OptType)):
        return type.replace(element_type=without_shape(type.element_type))
    return UnrankedTensorType(type.element_type) if isinstance(type, TensorType) else type
