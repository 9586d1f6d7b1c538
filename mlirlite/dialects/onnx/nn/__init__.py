"""Behavior of layers: convolutions, pools, normalizations, resampling, attention."""

from mlirlite.dialects.onnx.nn.attention import (
    Attention as Attention,
    FlexAttention as FlexAttention,
    LinearAttention as LinearAttention,
    RotaryEmbedding as RotaryEmbedding,
)
from mlirlite.dialects.onnx.nn.conv import (
    CausalConv as CausalConv,
    Col2Im as Col2Im,
    Conv as Conv,
    ConvTranspose as ConvTranspose,
    DeformConv as DeformConv,
    Im2Col as Im2Col,
)
from mlirlite.dialects.onnx.nn.grouped import GroupQueryAttention as GroupQueryAttention
from mlirlite.dialects.onnx.nn.normalization import (
    BatchNormalization as BatchNormalization,
    ChannelNormalization as ChannelNormalization,
    Dropout as Dropout,
    LayerNormalization as LayerNormalization,
)
from mlirlite.dialects.onnx.nn.pool import (
    GlobalPool as GlobalPool,
    MaxUnpool as MaxUnpool,
    Pool as Pool,
)
from mlirlite.dialects.onnx.nn.resampling import (
    AffineGrid as AffineGrid,
    DepthToSpace as DepthToSpace,
    GridSample as GridSample,
    Resize as Resize,
    SpaceToDepth as SpaceToDepth,
)
