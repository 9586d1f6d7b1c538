"""Recipes of products, attention, recurrent layers and losses."""

from __future__ import annotations

from grid.rows import Tensor, Variant, Variants, number, recipe, v, w, x

_MATRICES = ((8, 64, 64), (128, 768, 768), (512, 1024, 4096))


@recipe("MatMul")
def matmul(size: int) -> Variants:
    rows, depth, columns = _MATRICES[size]
    heads, length = (2, 12, 12)[size], (8, 128, 512)[size]
    yield Variant("weight", [x(rows, depth), w(depth, columns)])
    yield Variant("variable", [x(rows, depth), v(depth, columns)])
    yield Variant("rank 3", [x(2, rows // 2, depth), w(depth, columns)])
    yield Variant("one row", [v(1, depth), w(depth, columns)])
    yield Variant("vector", [x(rows, depth), w(depth)])
    yield Variant("heads", [x(1, heads, length, 64), x(1, heads, 64, length)])
    yield Variant("values", [x(1, heads, length, length), x(1, heads, length, 64)])


@recipe("Gemm")
def gemm(size: int) -> Variants:
    rows, depth, columns = _MATRICES[size]
    bias = w(columns)
    yield Variant("linear", [x(rows, depth), w(columns, depth), bias], {"transB": 1})
    yield Variant("no bias", [x(rows, depth), w(depth, columns)])
    yield Variant("variable", [x(rows, depth), v(columns, depth), v(columns)], {"transB": 1})
    first = [x(depth, rows, batch=1), w(depth, columns), bias]
    yield Variant("transA", first, {"transA": 1})
    both = {"transB": 1, "alpha": 0.5, "beta": 2.0}
    yield Variant("one row", [v(1, depth), w(columns, depth), bias], both)


@recipe("Einsum")
def einsum(size: int) -> Variants:
    length, heads = (8, 128, 384)[size], (2, 12, 12)[size]
    rows, depth, columns = _MATRICES[min(size, 1)]
    q = x(1, heads, length, 64)
    yield Variant("scores", [q, q], {"equation": "bhqd,bhkd->bhqk"})
    late = x(1, length, heads, 64)
    yield Variant("late heads", [late, late], {"equation": "bqhd,bkhd->bhqk"})
    yield Variant("product", [x(rows, depth), w(depth, columns)], {"equation": "ij,jk->ik"})
    three = [x(rows, 32), v(32, 48), v(48, rows)]
    yield Variant("three", three, {"equation": "ij,jk,kl->il"})
    yield Variant("sum", [x(rows, depth)], {"equation": "ij->i"})
    yield Variant("transpose", [x(rows, depth)], {"equation": "ij->ji"})
    yield Variant("outer", [x(rows), v(columns)], {"equation": "i,j->ij"})
    yield Variant("diagonal", [v(rows, rows)], {"equation": "ii->i"})


@recipe("Det")
def det(size: int) -> Variants:
    yield Variant("3x3", [x((8, 1000, 50_000)[size], 3, 3)])
    n = (8, 64, 256)[size]
    yield Variant("one", [v(n, n)])


@recipe("MatMulInteger")
def matmul_integer(size: int) -> Variants:
    rows, depth, columns = _MATRICES[size]
    zero, other = number(3), Tensor((), 0, "i8", True)
    weight = w(depth, columns, type="i8")
    yield Variant("weight", [x(rows, depth), weight, zero, other])
    yield Variant("one row", [v(1, depth), weight, zero])
    yield Variant(
        "columns", [x(rows, depth), weight, zero, w(columns, type="i8", values=[0] * columns)]
    )
    yield Variant("variable", [x(rows, depth), v(depth, columns, type="i8"), zero])


@recipe("QLinearMatMul", vary="T1")
def qlinear_matmul(size: int) -> Variants:
    rows, depth, columns = _MATRICES[size]
    scale, out = number(0.02, "f32"), number(0.5, "f32")
    weight = w(depth, columns, type="i8")

    def sides(a: Tensor, b: Tensor):
        return [a, scale, number(3), b, scale, Tensor((), 0, "i8", True), out, number(3)]

    yield Variant("weight", sides(x(rows, depth), weight))
    yield Variant("variable", sides(x(rows, depth), v(depth, columns, type="i8")))


@recipe("Attention")
def attention(size: int) -> Variants:
    heads, length = (2, 12, 16)[size], (8, 128, 512)[size]
    q = x(1, heads, length, 64)
    yield Variant("heads", [q, q, q])
    yield Variant("causal", [q, q, q], {"is_causal": 1})
    yield Variant("mask", [q, q, q, v(length, length)])
    flat = x(1, length, heads * 64)
    yield Variant("rank 3", [flat] * 3, {"q_num_heads": heads, "kv_num_heads": heads})
    few = x(1, 2, length, 64)
    yield Variant("shared keys", [q, few, few])
    yield Variant("one query", [x(1, heads, 1, 64), q, q])


@recipe("RotaryEmbedding")
def rotary(size: int) -> Variants:
    heads, length = (2, 12, 16)[size], (8, 128, 1024)[size]
    tables = [x(1, length, 32), x(1, length, 32)]
    yield Variant("heads", [x(1, heads, length, 64), *tables])
    yield Variant("interleaved", [x(1, heads, length, 64), *tables], {"interleaved": 1})


@recipe("LinearAttention")
def linear_attention(size: int) -> Variants:
    heads, length = (2, 8, 8)[size], (8, 128, 512)[size]
    q = x(1, length, heads * 64, values="small")
    both = {"q_num_heads": heads, "kv_num_heads": heads, "update_rule": "linear"}
    state = x(1, heads, 64, 64, values="small")
    yield Variant("linear", [q, q, q, state], both, 2)


@recipe("CausalConvWithState")
def causal_conv(size: int) -> Variants:
    channels, length = ((8, 16), (256, 128), (1024, 1024))[size]
    data = [x(1, channels, length), w(channels, 1, 4), w(channels)]
    yield Variant("4", data, {}, 2)


@recipe("RNN", "GRU", "LSTM")
def recurrent(size: int, op: str) -> Variants:
    gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[op]
    steps, batch, inputs, hidden = ((4, 1, 16, 16), (64, 1, 256, 256), (128, 8, 512, 512))[size]

    def layer(directions: int = 1, batch: int = batch):
        return [
            x(steps, batch, inputs, batch=1),
            w(directions, gates * hidden, inputs, values="small"),
            w(directions, gates * hidden, hidden, values="small"),
            w(directions, 2 * gates * hidden, values="small"),
        ]

    sizes = {"hidden_size": hidden}
    yield Variant("forward", layer(), sizes, 2)
    yield Variant("batch", layer(1, batch * 4), sizes, 2)
    yield Variant("both", layer(2), {**sizes, "direction": "bidirectional"}, 2)
    yield Variant("reverse", layer(), {**sizes, "direction": "reverse"}, 2)
    if op == "GRU":
        yield Variant("reset after", layer(), {**sizes, "linear_before_reset": 1}, 2)
    lengths = Tensor((batch,), [steps - 1] * batch, "i32", batch=0)
    yield Variant("lengths", [*layer(), lengths], sizes, 2)
