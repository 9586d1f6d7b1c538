"""Behavior of operators that move, cut, join, select and make tensors."""

from mlirlite.dialects.onnx.tensor.creation import (
    ConstantOfShape as ConstantOfShape,
    EyeLike as EyeLike,
    ImageDecoder as ImageDecoder,
    OneDim as OneDim,
    OneHot as OneHot,
    Range as Range,
    Shape_ as Shape_,
    Size as Size,
)
from mlirlite.dialects.onnx.tensor.indexing import (
    Compress as Compress,
    Gather as Gather,
    GatherElements as GatherElements,
    GatherND as GatherND,
    NonZero as NonZero,
    ReverseSequence as ReverseSequence,
    ScatterElements as ScatterElements,
    ScatterND as ScatterND,
    Slice as Slice,
    TensorScatter as TensorScatter,
    Triangle as Triangle,
    Unique as Unique,
)
from mlirlite.dialects.onnx.tensor.join import (
    Concat as Concat,
    ConcatShapeTranspose as ConcatShapeTranspose,
    Split as Split,
)
from mlirlite.dialects.onnx.tensor.padding import CenterCropPad as CenterCropPad, Pad as Pad
from mlirlite.dialects.onnx.tensor.reshape import (
    Expand as Expand,
    Flatten as Flatten,
    Identity as Identity,
    LayoutTransform as LayoutTransform,
    Reshape as Reshape,
    Squeeze as Squeeze,
    Tile as Tile,
    Transpose as Transpose,
    Unsqueeze as Unsqueeze,
    UpsampleAndPad as UpsampleAndPad,
    reshape as reshape,
)
from mlirlite.dialects.onnx.tensor.text import (
    RegexFullMatch as RegexFullMatch,
    StringNormalizer as StringNormalizer,
    StringSplit as StringSplit,
    TfIdfVectorizer as TfIdfVectorizer,
)
