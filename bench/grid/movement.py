"""Recipes of operators that move elements."""

from __future__ import annotations

from grid.rows import Tensor, Variant, Variants, image, ints, number, recipe, v, w, x


@recipe("Transpose")
def transpose(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    rows, columns = ((8, 128), (128, 768), (2048, 1024))[size]
    yield Variant("matrix", [x(rows, columns)], {"perm": [1, 0]})
    yield Variant("to NHWC", [x(n, c, h, wide)], {"perm": [0, 2, 3, 1]})
    yield Variant("to NCHW", [x(n, h, wide, c)], {"perm": [0, 3, 1, 2]})
    yield Variant("heads", [x(1, rows, 12, 64)], {"perm": [0, 2, 1, 3]})
    yield Variant("keys", [x(1, 12, rows, 64)], {"perm": [0, 1, 3, 2]})
    yield Variant("windows", [x(1, h // 7, 7, wide // 7, 7, 96)], {"perm": [0, 1, 3, 2, 4, 5]})


@recipe("Reshape")
def reshape(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    yield Variant("flat", [x(n, c, h, wide), ints(0, -1)])


@recipe("Flatten")
def flatten(size: int) -> Variants:
    yield Variant("image", [image(size)])


@recipe("Squeeze")
def squeeze(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    yield Variant("middle", [x(n, 1, c, h, wide), ints(1)])


@recipe("Unsqueeze")
def unsqueeze(size: int) -> Variants:
    yield Variant("middle", [image(size), ints(1)])


@recipe("Shape", "Size")
def shape(size: int, op: str) -> Variants:
    if size == 1:
        yield Variant("image", [image(size)])


@recipe("Concat")
def concat(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    rows = (8, 128, 2048)[size]
    yield Variant("channels", [x(n, c, h, wide), x(n, c // 2, h, wide)], {"axis": 1})
    yield Variant("last", [x(rows, 64), x(rows, 64)], {"axis": -1})
    yield Variant("first", [v(rows, 256), v(rows, 256)], {"axis": 0})
    yield Variant("small last", [x(rows * 8, 1), x(rows * 8, 2)], {"axis": -1})
    yield Variant("four", [x(n, c, h, wide)] * 4, {"axis": 1})


@recipe("Split")
def split(size: int) -> Variants:
    rows = (8, 128, 2048)[size]
    yield Variant("last", [x(1, rows, 2304)], {"axis": -1, "num_outputs": 3}, 3)
    yield Variant("channels", [image(size), ints(16, 48)], {"axis": 1}, 2)


@recipe("Slice")
def cut(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    rows = (8, 128, 2048)[size]
    yield Variant("plane", [x(n, c, h, wide), ints(1, 1), ints(-1, -1), ints(2, 3)])
    yield Variant("channels", [x(n, c, h, wide), ints(0), ints(c // 2), ints(1)])
    yield Variant("last", [x(rows, 768), ints(0), ints(256), ints(1)])
    yield Variant("steps", [x(n, c, h, wide), ints(0, 0), ints(h, wide), ints(2, 3), ints(2, 2)])
    yield Variant("backwards", [x(rows, 768), ints(-1), ints(-769), ints(1), ints(-1)])
    ends = ints(0, constant=False), ints(256, constant=False)
    yield Variant("variable", [x(rows, 768), *ends, ints(1)])


@recipe("Pad")
def pad(size: int) -> Variants:
    plane = ints(0, 0, 1, 1, 0, 0, 1, 1)
    for mode in ("constant", "reflect", "edge", "wrap"):
        yield Variant(mode, [image(size), plane], {"mode": mode})
    rows = (8, 128, 2048)[size]
    yield Variant("rows", [x(rows, 768), ints(0, 0, 16, 0)])
    yield Variant("variable", [image(size), ints(0, 0, 1, 1, 0, 0, 1, 1, constant=False)])


@recipe("CenterCropPad")
def center(size: int) -> Variants:
    side = image(size).shape[2]
    yield Variant("crop", [image(size), ints(side - 4, side - 4)], {"axes": [2, 3]})


@recipe("Expand")
def expand(size: int) -> Variants:
    n, c, h, wide = image(size).shape
    rows, columns = ((8, 128), (128, 768), (2048, 1024))[size]
    yield Variant("row", [v(1, columns), ints(rows, columns)])
    yield Variant("column", [x(rows, 1), ints(rows, columns)])
    yield Variant("number", [v(), ints(rows, columns)])
    yield Variant("channels", [x(n, c, 1, 1), ints(n, c, h, wide)])
    yield Variant("heads", [x(1, 4, 1, rows, 64), ints(1, 4, 8, rows, 64)])
    yield Variant("variable", [v(1, columns), ints(rows, columns, constant=False)])


@recipe("Tile")
def tile(size: int) -> Variants:
    rows, columns = ((8, 64), (128, 256), (1024, 512))[size]
    yield Variant("first", [v(rows, columns), ints(4, 1)])
    yield Variant("last", [x(rows, columns), ints(1, 4)])
    yield Variant("plane", [image(size, 16), ints(1, 1, 2, 2)])
    yield Variant("variable", [x(rows, columns), ints(1, 4, constant=False)])


@recipe("Gather", vary="T")
def gather(size: int) -> Variants:
    words, columns, rows = ((100, 64, 8), (30_000, 256, 128), (50_000, 512, 2048))[size]
    if size < 2:
        yield Variant("embedding", [w(words, columns), _index(1, rows, limit=words)])
    yield Variant("first", [v(words // 10, columns), _index(rows, limit=words // 10)])
    yield Variant("last", [x(rows, columns), _index(32, limit=columns, batch=None)], {"axis": -1})
    one = number(3, "i64")
    yield Variant("one", [x(rows, columns, 4), one], {"axis": 1})
    several = _index(16, limit=64, batch=None)
    yield Variant("channels", [image(size), several], {"axis": 1})


def _index(*shape: int, limit: int, batch: int | None = 0) -> Tensor:
    return Tensor(shape, ("index", limit), "i64", batch=batch)


@recipe("GatherElements")
def gather_elements(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (4096, 1024))[size]
    yield Variant("last", [x(rows, columns), _index(rows, columns, limit=columns)], {"axis": 1})
    yield Variant("first", [v(rows, columns), _index(rows, columns, limit=rows, batch=None)])


@recipe("GatherND")
def gather_nd(size: int) -> Variants:
    rows, columns = ((8, 64), (256, 768), (2048, 1024))[size]
    many = rows * 4
    yield Variant("rows", [v(rows, columns), _tuples(many, 1, limit=rows)])
    yield Variant("elements", [v(rows, columns), _tuples(many * 16, 2, limit=rows)])
    batched = _tuples(4, rows, 1, limit=rows)
    yield Variant("batches", [x(4, rows, columns), batched], {"batch_dims": 1})


def _tuples(*shape: int, limit: int) -> Tensor:
    """Indices of several dimensions each; how many is always known."""
    return Tensor(shape, ("index", limit), "i64", batch=0, known=(len(shape) - 1,))


@recipe("ScatterElements")
def scatter_elements(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (2048, 1024))[size]
    data = [x(rows, columns), Tensor((rows, 64), "distinct", "i64", batch=0), x(rows, 64)]
    yield Variant("last", data, {"axis": 1})
    for reduction in ("add", "max"):
        yield Variant(reduction, data, {"axis": 1, "reduction": reduction})


@recipe("ScatterND")
def scatter_nd(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (2048, 1024))[size]
    index = Tensor((rows // 2, 1), "rows", "i64", known=(1,))
    yield Variant("rows", [v(rows, columns), index, v(rows // 2, columns)])
    yield Variant("add", [v(rows, columns), index, v(rows // 2, columns)], {"reduction": "add"})


@recipe("TensorScatter")
def tensor_scatter(size: int) -> Variants:
    length = (16, 128, 1024)[size]
    write = x(2, values=("index", length // 2), type="i64")
    yield Variant("cache", [x(2, 12, length, 64), x(2, 12, 1, 64), write])


@recipe("OneHot", vary="T3")
def one_hot(size: int) -> Variants:
    rows, classes = ((8, 10), (256, 1000), (1024, 4096))[size]
    values = Tensor((2,), [0, 1], constant=True)
    yield Variant("last", [_index(rows, limit=classes), number(classes, "i64"), values])
    yield Variant(
        "first", [_index(rows, limit=classes), number(classes, "i64"), values], {"axis": 0}
    )


@recipe("ReverseSequence")
def reverse_sequence(size: int) -> Variants:
    steps, batch, width = ((8, 4, 16), (128, 8, 256), (512, 16, 512))[size]
    lengths = x(batch, values=("index", steps), type="i64")
    yield Variant("time first", [x(steps, batch, width, batch=1), lengths])
    order = {"batch_axis": 0, "time_axis": 1}
    yield Variant("batch first", [x(batch, steps, width), lengths], order)


@recipe("Trilu")
def trilu(size: int) -> Variants:
    rows = (16, 256, 2048)[size]
    yield Variant("upper", [x(1, rows, rows)], {"upper": 1})
    yield Variant("lower", [x(1, rows, rows)], {"upper": 0})


@recipe("EyeLike")
def eye(size: int) -> Variants:
    rows = (16, 256, 2048)[size]
    yield Variant("square", [x(rows, rows)])


@recipe("ConstantOfShape", vary="T2")
def constant_of_shape(size: int) -> Variants:
    shape = image(size).shape

    def value(type: str):
        from grid.arrays import one

        return one(type)

    yield Variant("variable", [ints(*shape, constant=False)], {"value": value})


@recipe("Range")
def count(size: int) -> Variants:
    limit = (100, 100, 100)[size] if size == 0 else (0, 30_000, 1_000_000)[size]
    sides = [number(n, constant=False) for n in (0, limit, 1)]
    yield Variant("variable", sides)


@recipe("DepthToSpace", "SpaceToDepth")
def blocks(size: int, op: str) -> Variants:
    for mode in ("DCR", "CRD") if op == "DepthToSpace" else ("",):
        extra = {"mode": mode} if mode else {}
        yield Variant(mode or "image", [image(size)], {"blocksize": 2, **extra})


@recipe("Compress")
def compress(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (4096, 1024))[size]
    yield Variant("rows", [v(rows, columns), v(rows)], {"axis": 0})
    yield Variant("columns", [x(rows, columns), v(columns)], {"axis": 1})
    yield Variant("elements", [v(rows, columns), v(rows * columns)])


@recipe("NonZero")
def non_zero(size: int) -> Variants:
    rows, columns = ((8, 128), (256, 768), (4096, 1024))[size]
    yield Variant("half", [x(rows, columns, values="half zero")])
    yield Variant("rank 1", [x(rows * columns, values="half zero")])


@recipe("Unique")
def unique(size: int) -> Variants:
    count = (500, 20_000, 200_000)[size]
    yield Variant("numbers", [x(count)], outputs=4)
    yield Variant("values only", [x(count)])
    yield Variant("rows", [x(count // 20, 4)], {"axis": 0}, 4)


@recipe("Col2Im")
def col2im(size: int) -> Variants:
    side = (8, 28, 56)[size]
    data = x(1, 64 * 9, side * side)
    yield Variant("3x3", [data, ints(side, side), ints(3, 3)], {"pads": [1] * 4})
