"""Behavior of losses."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Requirement, Within, has_sizes, size_of
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.terms import Integer, Size


class Loss(OnnxOp, ops="NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss"):
    """Losses of classification: of every element, or one number."""

    reduction: str

    def infer(self) -> Inferred:
        scores, target = shape_of(self.operands[0]), shape_of(self.operands[1])
        if self.reduction not in ("none", "mean", "sum"):
            raise ValueError(f'has reduction = "{self.reduction}", expected none, mean or sum')
        if scores is not None and len(scores) < 2:
            raise ValueError(f"expects scores of rank 2 or more, got rank {len(scores)}")
        loss = (target if target is not None else None) if self.reduction == "none" else ()
        if len(self.schema.outputs) == 1:
            return [loss]
        return [loss, scores]

    def requirements(self) -> Iterator[Requirement]:
        scores = size_of(self, 0)
        if scores is None or len(scores) < 2:
            return
        yield from has_sizes(self, 1, [scores[0], *scores[2:]])
        yield from has_sizes(self, 2, [scores[1]])
        ignored = self.get("ignore_index")
        yield Within(1, Integer(0), Size(0, 1) - 1, "target", besides=ignored)
