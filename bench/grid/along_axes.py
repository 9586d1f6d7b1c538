"""Recipes of reductions, and of functions along an axis."""

from __future__ import annotations

from grid.rows import Variant, Variants, image, ints, number, operators_of, recipe, v, w, x
from mlirlite.dialects.onnx import reduction


@recipe(*operators_of(reduction.Reduction))
def reduce(size: int, op: str) -> Variants:
    values = "positive" if op in ("ReduceProd", "ReduceLogSum") else "normal"

    def data(*shape: int):
        return x(*shape, values=values)

    rows, columns = ((8, 128), (256, 768), (4096, 1024))[size]
    shape = image(size).shape
    yield Variant("last", [data(rows, columns), ints(-1)])
    yield Variant("last, dropped", [data(rows, columns), ints(-1)], {"keepdims": 0})
    yield Variant("first", [data(rows, columns), ints(0)], {"keepdims": 0})
    yield Variant("middle", [data(8, rows, columns // 4), ints(1)], {"keepdims": 0})
    yield Variant("plane", [data(*shape), ints(2, 3)])
    yield Variant("channels", [data(*shape), ints(1)])
    yield Variant("all but channels", [data(*shape), ints(0, 2, 3)], {"keepdims": 0})
    yield Variant("all", [data(rows, columns)], {"keepdims": 0})
    if size == 1:
        yield Variant("rank 1", [data(200_000), ints(0)], {"keepdims": 0})
        yield Variant("rank 5", [data(2, 16, 8, 28, 28), ints(2, 4)])


@recipe("ArgMax", "ArgMin")
def arg(size: int, op: str) -> Variants:
    rows, columns = ((8, 128), (256, 1000), (1024, 32000))[size]
    yield Variant("last", [x(rows, columns)], {"axis": -1, "keepdims": 0})
    yield Variant("first", [x(rows, columns)], {"axis": 0})
    yield Variant("channels", [image(size, 21)], {"axis": 1, "keepdims": 0})
    yield Variant("last index", [x(rows, columns)], {"axis": -1, "select_last_index": 1})


@recipe("TopK")
def top_k(size: int) -> Variants:
    rows, columns = ((8, 128), (64, 1000), (8, 100_000))[size]
    yield Variant("5", [x(rows, columns), ints(5)], outputs=2)
    yield Variant("smallest 5", [x(rows, columns), ints(5)], {"largest": 0}, 2)
    yield Variant("half", [x(rows, columns), ints(columns // 2)], outputs=2)
    yield Variant("first", [x(columns, rows), ints(5)], {"axis": 0}, 2)
    yield Variant("one row", [x(1, rows * columns), ints(100)], outputs=2)
    yield Variant("variable", [x(rows, columns), ints(5, constant=False)], outputs=2)


@recipe("Softmax", "LogSoftmax", "Hardmax", "LpNormalization")
def along(size: int, op: str) -> Variants:
    rows, columns = ((8, 128), (256, 1000), (2048, 2048))[size]
    yield Variant("last", [x(rows, columns)], {"axis": -1})
    yield Variant("first", [x(rows, columns)], {"axis": 0})
    yield Variant("channels", [image(size, 21)], {"axis": 1})
    yield Variant("attention", [x(1, 12, rows, rows)], {"axis": -1})
    if op == "LpNormalization":
        yield Variant("p 1", [x(rows, columns)], {"axis": -1, "p": 1})


@recipe("CumSum", "CumProd")
def cumulative(size: int, op: str) -> Variants:
    rows, columns = ((8, 128), (256, 1000), (4096, 1024))[size]
    data = x(rows, columns, values="near one")
    yield Variant("last", [data, number(1, "i64")])
    yield Variant("first", [data, number(0, "i64")])
    yield Variant("reverse", [data, number(1, "i64")], {"reverse": 1})
    yield Variant("exclusive", [data, number(1, "i64")], {"exclusive": 1})
    yield Variant("middle", [x(8, rows, columns // 4, values="near one"), number(1, "i64")])


@recipe("LayerNormalization")
def layer_normalization(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (2048, 1024))[size]
    scale, bias = w(columns), w(columns)
    yield Variant("last", [x(1, rows, columns), scale, bias], {"axis": -1})
    yield Variant("no bias", [x(1, rows, columns), scale], {"axis": -1})
    yield Variant("variable scale", [x(1, rows, columns), v(columns), v(columns)], {"axis": -1})
    shape = image(size).shape
    yield Variant("two axes", [x(*shape), w(*shape[2:]), w(*shape[2:])], {"axis": 2})


@recipe("RMSNormalization")
def rms_normalization(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (2048, 1024))[size]
    yield Variant("last", [x(1, rows, columns), w(columns)], {"axis": -1})


@recipe("InstanceNormalization")
def instance_normalization(size: int) -> Variants:
    yield Variant("image", [image(size), w(64), w(64)])
    yield Variant("rank 3", [x(1, 64, (64, 3000, 60000)[size]), w(64), w(64)])


@recipe("GroupNormalization")
def group_normalization(size: int) -> Variants:
    yield Variant("32 groups", [image(size), w(64), w(64)], {"num_groups": 32})
    yield Variant("4 groups", [image(size), w(64), w(64)], {"num_groups": 4})


@recipe("BatchNormalization")
def batch_normalization(size: int) -> Variants:
    statistics = [w(64), w(64), w(64), w(64, values="positive")]
    yield Variant("image", [image(size), *statistics])
    variable = [v(64), v(64), v(64), v(64, values="positive")]
    yield Variant("variable statistics", [image(size), *variable])
    yield Variant("rank 2", [x((8, 256, 4096)[size], 64), *statistics])


@recipe("MeanVarianceNormalization")
def mean_variance(size: int) -> Variants:
    yield Variant("image", [image(size)])


@recipe("LRN")
def lrn(size: int) -> Variants:
    yield Variant("5", [image(size)], {"size": 5})


@recipe("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def global_pool(size: int, op: str) -> Variants:
    yield Variant("image", [image(size)])
    side = (4, 7, 7)[size]
    yield Variant("small planes", [x(1, (64, 2048, 2048)[size], side, side)])


@recipe("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss")
def loss(size: int, op: str) -> Variants:
    rows, classes = ((8, 10), (256, 1000), (2048, 32000))[size]
    for kind in ("mean", "sum", "none"):
        labels = x(rows, values=("index", classes), type="i64")
        yield Variant(kind, [x(rows, classes), labels], {"reduction": kind})
    side = (8, 56, 128)[size]
    labels = x(1, side, side, values=("index", 21), type="i64")
    yield Variant("image", [x(1, 21, side, side), labels])
