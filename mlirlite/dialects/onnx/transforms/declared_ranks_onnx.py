"""--declared-ranks-onnx: `SequenceAt(…) {onnx.declared = [tensor<?x?xf32>]} : tensor<*xf32>  -->
SequenceAt(…) : tensor<?x?xf32>`."""

from __future__ import annotations

from mlirlite.dialects.onnx.op import DECLARED
from mlirlite.dialects.onnx.types import OptType, SeqType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("declared-ranks-onnx")
def declared_ranks_onnx(op: Operation, state: PassState) -> None:
    """Use ranks that the model declares, if nothing else gives them.

    Import keeps a model's declared types of values of unknown rank in onnx.declared. When all
    inference is done, such a value gets that rank, with unknown sizes; run --shape-inference after
    this.
    """
    for inner in op.walk():
        stated = inner.attributes.pop(DECLARED, None)
        if not isinstance(stated, ArrayAttr):
            continue
        _infer(inner)
        values: list[Value] = list(inner.results)
        values += [a for region in inner.regions for block in region for a in block.args]
        for value, declared in zip(values, stated, strict=False):
            if _is_unknown(value.type, declared) and isinstance(declared, Type):
                value.type = declared
                state.count("declared ranks")


def _infer(op: Operation) -> None:
    """What follows from ranks that were used before."""
    if not isinstance(op, InferShape):
        return
    try:
        inferred = op.infer_shapes()
    except ValueError:
        return  # --shape-inference reports it
    for result, type in zip(op.results, inferred, strict=True):
        if _is_unknown(result.type, type):
            result.type = type


def _is_unknown(type: Type, other: Attribute) -> bool:
    """Whether a type lacks a rank that another has."""
    for kind in (SeqType, OptType):
        if isinstance(type, kind) and isinstance(other, kind):
            return _is_unknown(type.element_type, other.element_type)
    return isinstance(type, UnrankedTensorType) and isinstance(other, RankedTensorType)
