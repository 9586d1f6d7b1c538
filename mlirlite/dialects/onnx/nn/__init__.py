"""Behaviour of layers: convolutions, pools, normalisations, resampling, attention."""

from mlirlite.dialects.onnx.nn.attention import (
    Attention,
    FlexAttention,
    LinearAttention,
    RotaryEmbedding,
)
from mlirlite.dialects.onnx.nn.conv import (
    CausalConv,
    Col2Im,
    Conv,
    ConvTranspose,
    DeformConv,
    Im2Col,
)
from mlirlite.dialects.onnx.nn.normalization import (
    BatchNormalization,
    ChannelNormalization,
    Dropout,
    LayerNormalization,
)
from mlirlite.dialects.onnx.nn.pool import GlobalPool, MaxUnpool, Pool
from mlirlite.dialects.onnx.nn.resampling import (
    AffineGrid,
    DepthToSpace,
    GridSample,
    Resize,
    SpaceToDepth,
)

__all__ = [
    "AffineGrid",
    "Attention",
    "BatchNormalization",
    "CausalConv",
    "ChannelNormalization",
    "Col2Im",
    "Conv",
    "ConvTranspose",
    "DeformConv",
    "DepthToSpace",
    "Dropout",
    "FlexAttention",
    "GlobalPool",
    "GridSample",
    "Im2Col",
    "LayerNormalization",
    "LinearAttention",
    "MaxUnpool",
    "Pool",
    "Resize",
    "RotaryEmbedding",
    "SpaceToDepth",
]
