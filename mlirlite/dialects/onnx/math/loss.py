"""Behaviour of losses."""

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import refine_dim, shape_of


class Loss(OnnxOp, ops="NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss"):
    """Losses of classification: of every element, or one number."""

    reduction: str

    def infer(self) -> Inferred:
        scores, target = shape_of(self.operands[0]), shape_of(self.operands[1])
        if self.reduction not in ("none", "mean", "sum"):
            raise ValueError(f'has reduction = "{self.reduction}", expected none, mean or sum')
        if scores is not None and target is not None:
            if len(scores) < 2 or len(target) != len(scores) - 1:
                raise ValueError(
                    f"expects a target of rank {len(scores) - 1} for scores of rank "
                    f"{len(scores)}, got rank {len(target)}"
                )
            for given, wanted in zip(target, (scores[0], *scores[2:]), strict=True):
                refine_dim(given, wanted)
        loss = (target if target is not None else None) if self.reduction == "none" else ()
        if len(self.schema.outputs) == 1:
            return [loss]
        return [loss, scores]
