"""Rules of products of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.dialects import onnx
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.ops.pointwise import is_infinite
from mlirlite.torch.ops.reductions import reduced
from mlirlite.torch.table import add
from mlirlite.torch.types import Unsupported


def product(x: Tensor, y: Tensor, bias: Tensor | None = None) -> Tensor:
    """A product of matrices, or of stacks of them, plus a vector. Transposed ones are read as they
    are in memory, as torch's weights are."""
    if not x.dtype.is_floating_point and x.dtype not in (torch.int32, torch.int64):
        raise Unsupported(f"products of {x.dtype}")
    left, right = _transposed_of(x), _transposed_of(y)
    if x.rank == y.rank == 2 and (left or right) and x.dtype in (torch.float32, torch.float64):
        flags = {"transA": int(left is not None), "transB": int(right is not None)}
        return (left or x)("Gemm", right or y, bias, **flags)
    found = x("MatMul", y)
    return found if bias is None else found + bias


def _transposed_of(x: Tensor) -> Tensor | None:
    """The matrix of which this is the transpose."""
    op = x.value.defining_op
    if x.rank != 2 or not isinstance(op, onnx.TransposeOp) or list(op.perm) != [1, 0]:
        return None
    return Tensor(x.b, op.operands[0])


def _mm(b: Builder, x: Tensor, y: Tensor) -> Tensor:
    return product(x, y)


def _added(
    b: Builder, x: Tensor, left: Tensor, right: Tensor, beta: Any = 1, alpha: Any = 1
) -> Tensor:
    """beta * x + alpha * left @ right; without x where beta is 0."""
    if alpha == beta == 1 and x.rank == 1:
        return product(left, right, x)
    found = product(left, right)
    if alpha != 1:
        found = found * alpha
    if beta == 0:
        return found
    return found + (x if beta == 1 else x * beta)


def _addbmm(
    b: Builder, x: Tensor, left: Tensor, right: Tensor, beta: Any = 1, alpha: Any = 1
) -> Tensor:
    found = reduced(product(left, right), "Sum", [0])
    found = found if alpha == 1 else found * alpha
    return found if beta == 0 else found + (x if beta == 1 else x * beta)


def _dot(b: Builder, x: Tensor, y: Tensor) -> Tensor:
    return product(x, y)


def _attention(
    b: Builder,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    dropout: float = 0.0,
    is_causal: bool = False,
    mask: Tensor | None = None,
    scale: float | None = None,
) -> Sequence[Tensor | None]:
    """softmax(q k^T scale + mask) v; and the logarithms of the sums of each row."""
    if dropout:
        raise Unsupported("dropout in attention")
    size = q.shape[-1]
    if scale is None:
        if not isinstance(size, int):
            raise Unsupported("attention of an unknown size")
        scale = size**-0.5
    if not is_causal and mask is None and q.rank == 4 and not b.used(1):
        plain = b("Attention", q, k, v, None, None, None, None, scale=float(scale))
        return plain, None
    scores = _scores(q, k, is_causal, mask, scale)
    if not b.used(1):
        return product(scores("Softmax", axis=-1), v), None
    most = reduced(scores, "Max", [-1], True)
    most = is_infinite(most).where(most.like(0), most)  # rows in which nothing is allowed
    powers = (scores - most)("Exp")
    total = reduced(powers, "Sum", [-1], True)
    logs = most + total("Log")
    return product(powers / total, v), logs.reshape(b.result[1].shape).to(b.result[1].dtype)


def _scores(q: Tensor, k: Tensor, is_causal: bool, mask: Tensor | None, scale: float) -> Tensor:
    scores = product(q * scale, k.swapped())
    if is_causal:
        rows, columns = scores.static[-2:]
        allowed = torch.ones(rows, columns, dtype=torch.bool).tril()
        scores = q.b.constant(allowed).where(scores, scores.like(float("-inf")))
    return scores if mask is None else scores + mask.to(scores.dtype)


def _attention_back(
    b: Builder,
    g: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    found: Tensor,
    logs: Tensor,
    dropout: float,
    is_causal: bool,
    mask: Tensor | None = None,
    scale: float | None = None,
) -> Sequence[Tensor]:
    """The gradients of q, k and v, by the logarithms of the sums of each row."""
    if dropout:
        raise Unsupported("dropout in attention")
    if scale is None:
        scale = float(q.extent(-1)) ** -0.5
    shares = (_scores(q, k, is_causal, mask, scale) - logs.reshape([*logs.shape, 1]))("Exp")
    inner = reduced(g * found, "Sum", [-1], True)
    slopes = shares * (product(g, v.swapped()) - inner) * scale
    return product(slopes, k), product(slopes.swapped(), q), product(shares.swapped(), g)


def _trilinear(b: Builder, x: Tensor, y: Tensor, z: Tensor, *rest: Any) -> Tensor:
    """The sum of products of three tensors that get further dimensions of size 1."""
    *axes, sums, _ = rest
    parts = []
    for value, added in zip((x, y, z), axes, strict=True):
        rank = value.rank + len(added)
        sizes = iter(value.shape)
        parts.append(value.reshape([1 if d in added else next(sizes) for d in range(rank)]))
    found = parts[0] * parts[1] * parts[2]
    return reduced(found, "Sum", list(sums)) if sums else found


add({
    "addbmm": _addbmm,
    "addmm": _added,
    "baddbmm": _added,
    "bmm": _mm,
    "dot": _dot,
    "mm": _mm,
    "mv": _mm,
    "vdot": _dot,
    "_trilinear": _trilinear,
    "_scaled_dot_product_flash_attention_for_cpu": _attention,
    "_scaled_dot_product_flash_attention_for_cpu_backward": _attention_back,
})  # fmt: skip
