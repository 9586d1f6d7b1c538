"""What operators of com.microsoft require of the sizes and values of their operands, beside what
their signatures say: those that `--decompose-onnx` expresses by ONNX's own operators, which check
less: a batch of one broadcasts to any other, say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlirlite.dialects.onnx.microsoft_signatures import SIGNATURES as SIGNATURES
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Divides,
    Equal,
    Requirement,
    at_least,
    at_most,
    positions_within,
)
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size, Term, larger, term
from mlirlite.dialects.onnx.types import spelling
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value

DOMAIN = "com.microsoft"
BOOK_BLOCKS = (16, 32, 64, 128, 256)
"""How many numbers a block of MatMulBnb4 may have."""


class Node:
    """The operands and attributes of an operator, as its requirements see them."""

    def __init__(self, name: str, operands: Sequence[Value], attributes: dict[str, Attribute]):
        self.operands = operands
        self.names = SIGNATURES[name].names
        self._attributes = attributes

    def attribute(self, name: str, default: int = 0) -> int:
        """An integer, or the default if it is not set."""
        found = self._attributes.get(name)
        return found.value if isinstance(found, IntegerAttr) else default

    def text(self, name: str, default: str) -> str:
        """A text, or the default if it is not set."""
        found = self._attributes.get(name)
        return found.value if isinstance(found, StringAttr) else default

    def has(self, name: str) -> bool:
        """Whether an attribute is set."""
        return name in self._attributes

    def rank(self, operand: int) -> int | None:
        """The rank of an operand; None if it is absent or not known."""
        shape = shape_of(self.operands[operand]) if operand < len(self.operands) else None
        return None if shape is None else len(shape)

    def is_absent(self, operand: int) -> bool:
        """Whether there is no such operand."""
        return operand >= len(self.operands) or self.operands[operand].type is NONE

    def element(self, operand: int) -> str:
        """ONNX's name of the elements of an operand."""
        return spelling(self.operands[operand].type).removeprefix("tensor(").removesuffix(")")

    def sized(self, operand: int, *sizes: Term | int | None) -> Iterator[Requirement]:
        """An operand has these sizes, None for any, unless it is absent."""
        rank, name = self.rank(operand), self.names[operand]
        if rank is None:
            return
        if rank != len(sizes):
            what = f"the rank of {name} and the expected one"
            yield Equal(Integer(rank), Integer(len(sizes)), what)
            return
        for dim, size in enumerate(sizes):
            if size is not None:
                what = f"the size of {name} in dimension {dim} and the expected one"
                yield Equal(Size(operand, dim), term(size), what)

    def size(self, operand: int, dim: int) -> Term:
        """A size of an operand, whose rank is known to have the dimension; 0 if it is absent."""
        return Integer(0) if self.rank(operand) is None else Size(operand, dim)


Requirements = Callable[[Node], Iterator[Requirement]]


def _columns(node: Node, *operands: int) -> Iterator[Requirement]:
    """Vectors of the columns of the first operand."""
    rank = node.rank(0)
    for operand in operands:
        if rank:
            yield from node.sized(operand, Size(0, rank - 1))


def _bias(node: Node) -> Iterator[Requirement]:
    yield from _columns(node, 1)


def _skip(node: Node) -> Iterator[Requirement]:
    """What is added has the input's last two sizes, and its batch, one or none."""
    rank, others = node.rank(0), node.rank(1)
    if rank is not None and others is not None:
        yield at_least(Integer(rank), others, "the rank of input, compared with that of skip,")
        if rank == others == 3:
            what = "the batches of input and skip"
            yield Broadcast(Size(0, 0), Size(1, 0), what, one_way=True)
        for back in range(1, min(rank, others, 2) + 1):
            what = f"the sizes of input and skip in dimension -{back}"
            yield Equal(Size(0, rank - back), Size(1, others - back), what)
    yield from _columns(node, *range(2, len(node.operands)))


def _words(node: Node) -> Iterator[Requirement]:
    """Indices count from the front; all tables have the columns of the words."""
    columns, (batch, length) = Size(2, 1), (Size(0, 0), Size(0, 1))
    for table in (3, 4):
        yield from node.sized(table, None, columns)
    for vector in (5, 6):
        yield from node.sized(vector, columns)
    for ids in (1, 7):
        yield from node.sized(ids, batch, length)
    if node.rank(8) is not None:
        yield from node.sized(8, None, length)
        yield Broadcast(batch, Size(8, 0), "the batches of the ids and position_ids", one_way=True)
    for indices, table in ((0, 2), (1, 4), (8, 3)):
        if node.rank(indices) is not None and node.rank(table):
            yield positions_within(indices, Size(table, 0), node.names[indices])


def _product(node: Node) -> Iterator[Requirement]:
    """Scales and zero points of B are those of its columns, or one; a bias is of the columns."""
    rank = node.rank(1)
    if rank is None:
        return
    columns = Size(1, rank - 1)
    for name in ("b_scale", "b_zero_point"):
        operand = node.names.index(name)
        found = node.rank(operand)
        if found == 1:
            yield Broadcast(columns, Size(operand, 0), f"the columns of B and {name}", one_way=True)
        elif found:
            outer = [Size(1, dim) for dim in range(rank - 2)]
            yield from node.sized(operand, *outer, 1, columns)
    yield from node.sized(node.names.index("bias"), columns)


def _packed(node: Node) -> Iterator[Requirement]:
    """A has K columns, also where groups put them into another order; a bias is of N."""
    rank = node.rank(0)
    if rank:
        yield Equal(Size(0, rank - 1), Integer(node.attribute("K")), "the columns of A and K")
    yield from node.sized(5, node.attribute("N"))


def _of_book(node: Node) -> Iterator[Requirement]:
    """A has the depth of the product; B and absmax are of the flat matrix."""
    rank, count = node.rank(0), node.attribute("K") * node.attribute("N")
    inner = "K" if node.attribute("transB", 1) else "N"
    if rank:
        what = f"the columns of A and {inner}"
        yield Equal(Size(0, rank - 1), Integer(node.attribute(inner)), what)
    block = node.attribute("block_size")
    for operand, each in ((1, 2), (2, block)):
        if node.rank(operand) is not None and each > 0:
            what = f"the elements of {node.names[operand]} and those of a matrix of N * K"
            yield Equal(Count(operand), Integer(-(-count // each)), what)


def _experts(node: Node) -> Iterator[Requirement]:
    """All weights are of the same experts, whose number router_probs tells; rows are those of the
    input."""
    rank, names = node.rank(0), node.names
    bits, size = node.attribute("expert_weight_bits", 4), node.attribute("block_size")
    if rank not in (2, 3) or node.rank(1) != 2 or bits not in (2, 4, 8):
        return
    rows = Size(0, 0) if rank == 2 else Size(0, 0) * Size(0, 1)
    count, hidden, each = Size(1, 1), Size(0, rank - 1), 8 // bits
    yield at_least(count, node.attribute("k", 1), "the number of experts, of which k are chosen,")
    for name in ("router_probs", "router_weights"):
        yield from node.sized(names.index(name), rows, count)
    inner = Size(5, 2) * each if node.rank(5) == 3 else None
    if inner is None:
        return
    gated = node.text("activation_type", "relu") == "swiglu"
    outer = inner * 2 if gated else inner
    for layer, columns, depth in (("fc1", outer, hidden), ("fc2", hidden, inner)):
        weights = names.index(f"{layer}_experts_weights")
        yield Divides(Integer(each), depth, f"the numbers of a byte, and the depth of {layer},")
        yield from node.sized(weights, count, columns, depth // each)
        blocks = (depth + (size - 1)) // size if size > 0 else None
        own = (count, columns) if blocks is None else (count, columns, blocks)
        yield from node.sized(names.index(f"{layer}_scales"), *own)
        packed = (own[-1] + (each - 1)) // each
        yield from node.sized(names.index(f"{layer}_zero_points"), *own[:-1], packed)
        yield from node.sized(names.index(f"{layer}_experts_bias"), count, columns)


def _gathered(node: Node) -> Iterator[Requirement]:
    """Scales and zero points are of the blocks along one axis of the data."""
    rank = node.rank(0)
    if not rank:
        return
    bits, block = node.attribute("bits", 4), node.attribute("block_size", 128)
    packed = 8 // bits if node.element(0) == "uint8" and bits in (2, 4) else 1
    quantized = node.attribute("quantize_axis", 1) % rank
    sizes: list[Term] = [Size(0, dim) for dim in range(rank)]
    if block > 0:
        sizes[quantized] = (Size(0, quantized) * packed + (block - 1)) // block
        yield from node.sized(2, *sizes)
        sizes[-1] = (sizes[-1] + (packed - 1)) // packed
        yield from node.sized(3, *sizes)


def _gemm(node: Node) -> Iterator[Requirement]:
    """The bias has the rows and columns of the product, or one of them."""
    right, rank = node.attribute("transB"), node.rank(6) or 0
    if rank > 2 or node.rank(0) != 2 or node.rank(3) != 2:
        return
    sizes = Size(0, node.attribute("transA")), Size(3, 1 - right)
    for back in range(1, rank + 1):
        what = f"the sizes of the product and C in dimension -{back}"
        yield Broadcast(sizes[-back], Size(6, rank - back), what, one_way=True)
    for name in ("b_scale", "b_zero_point"):
        operand = node.names.index(name)
        if node.rank(operand) == 1:
            what = f"the columns of B and {name}"
            yield Broadcast(sizes[1], Size(operand, 0), what, one_way=True)


def _rotary(node: Node) -> Iterator[Requirement]:
    rank, length = node.rank(0), node.size(0, 2 if node.rank(0) == 4 else 1)
    rows = Size(2, 0)
    yield from node.sized(3, rows, Size(2, 1))
    if node.rank(1) == 2:
        yield from node.sized(1, Size(0, 0), length)
        yield positions_within(1, rows, "position_ids")
    else:
        yield from node.sized(1, 1)
        yield at_least(Element(1), 0, "position_ids")
    turned = node.attribute("rotary_embedding_dim")
    heads = node.attribute("num_heads")
    if turned:
        yield at_least(Integer(heads), 1, "num_heads beside a rotary_embedding_dim")
    if rank == 3:
        per_head = Integer(heads) if heads else Size(2, 1) * 2
        yield Divides(per_head, Size(0, 2), "the heads or their width, and the columns of input,")
    width = Size(0, 3) if rank == 4 else Size(0, 2) // heads if heads > 0 else None
    if turned or width is not None:
        what = "twice the columns of cos_cache and the rotated columns"
        yield Equal(Size(2, 1) * 2, Integer(turned) if turned else term(width or 0), what)
    if turned and width is not None:
        yield at_most(Integer(turned), width, "rotary_embedding_dim")


def _masks(node: Node, mask: int, bias: int, rows: Term, total: Term) -> Iterator[Requirement]:
    """Of the batch, the rows and all keys."""
    batch = Size(0, 0)
    if node.rank(mask) in (2, 3):
        inner = (rows,) if node.rank(mask) == 3 else ()
        yield from node.sized(mask, batch, *inner, total)
    yield from node.sized(bias, None, None, rows, total)
    if node.rank(bias) == 4:
        for dim, size in ((0, batch), (1, Integer(node.attribute("num_heads")))):
            what = f"the sizes of the scores and attention_bias in dimension {dim}"
            yield Broadcast(size, Size(bias, dim), what, one_way=True)


def _attention(node: Node) -> Iterator[Requirement]:
    if node.rank(0) != 3 or node.rank(1) != 2:
        return
    heads = node.attribute("num_heads")
    if not node.has("qkv_hidden_sizes"):
        yield Divides(Integer(3 * heads), Size(1, 1), "three times num_heads and the columns")
        width = Size(1, 1) // (3 * heads)
        yield at_least(width, 1, "the width of a head")
        yield from node.sized(4, 2, Size(0, 0), heads, None, width)
    yield from node.sized(2, Size(1, 1))
    total = Size(0, 1) + node.size(4, 3)
    yield from _masks(node, 3, 5, Size(0, 1), total)


def _multi_head(node: Node) -> Iterator[Requirement]:
    if any(node.rank(i) != 3 for i in range(3)):
        return
    batch, keys, heads = Size(0, 0), Size(1, 1), node.attribute("num_heads")
    yield from node.sized(1, batch, None, Size(0, 2))
    yield from node.sized(2, batch, keys, None)
    yield from node.sized(3, Size(0, 2) + Size(1, 2) + Size(2, 2))
    if node.attribute("unidirectional"):  # onnxruntime's last query sees all keys
        yield Equal(Size(0, 1), keys, "the rows of query and key, which are unidirectional,")
    for operand, past in ((0, 6), (2, 7)):
        name, columns = node.names[operand], Size(operand, 2)
        yield Divides(Integer(heads), columns, f"num_heads and the columns of {name}")
        yield at_least(columns, 1, f"the columns of {name}")
        yield from node.sized(past, batch, heads, node.size(6, 2), columns // heads)
    yield from _masks(node, 4, 5, Size(0, 1), keys + node.size(6, 2))


def _group_query(node: Node) -> Iterator[Requirement]:
    batch, length, total = Size(0, 0), Size(0, 1), Element(6)
    heads, groups = node.attribute("num_heads"), node.attribute("kv_num_heads")
    if node.rank(0) != 3 or heads <= 0 or groups <= 0:
        return
    parts = heads + (2 * groups if node.rank(1) is None else 0)
    yield Divides(Integer(parts), Size(0, 2), "the number of heads and the columns of query")
    width = Size(0, 2) // parts
    yield at_least(width, 1, "the width of a head")
    for operand in (1, 2):
        yield from node.sized(operand, batch, length, width * groups)
    yield Equal(Count(5), batch, "the elements of seqlens_k and the batch")
    yield at_least(total, length, "total_sequence_length")
    room = larger(total, node.size(3, 2))
    yield positions_within(5, room, "seqlens_k")
    for operand in (3, 4):
        yield from node.sized(operand, batch, groups, node.size(3, 2), width)
    if node.rank(3) is not None or node.is_absent(3):  # then the new rows are the whole cache
        yield at_most(total, node.size(3, 2) + length, "total_sequence_length")
    if node.rank(7) == 2 and node.rank(8) is not None:
        yield at_most(Size(7, 1) * 2, width, "the turned columns")
        yield from node.sized(8, Size(7, 0), Size(7, 1))
    if node.rank(9) is not None:
        yield from node.sized(9, batch, length)
        yield positions_within(9, node.size(7, 0), "position_ids")
    if node.rank(10) is not None:
        yield from node.sized(10, None, None, length, None)
        for dim, size in ((0, batch), (1, Integer(heads))):
            what = f"the sizes of the scores and attention_bias in dimension {dim}"
            yield Broadcast(size, Size(10, dim), what, one_way=True)
        yield at_least(Size(10, 3), total, "the columns of attention_bias")
    if node.rank(11) is not None:
        yield Equal(Count(11), Integer(heads), "the elements of head_sink and the heads")


_REQUIREMENTS: dict[str, Requirements] = {
    "Attention": _attention,
    "BiasGelu": _bias,
    "DynamicQuantizeMatMul": _product,
    "EmbedLayerNormalization": _words,
    "FastGelu": _bias,
    "GatherBlockQuantized": _gathered,
    "GroupQueryAttention": _group_query,
    "MatMulBnb4": _of_book,
    "MatMulIntegerToFloat": _product,
    "MatMulNBits": _packed,
    "MultiHeadAttention": _multi_head,
    "QGemm": _gemm,
    "QMoE": _experts,
    "RotaryEmbedding": _rotary,
    "SkipLayerNormalization": _skip,
    "SkipSimplifiedLayerNormalization": _skip,
}
"""By operator; others have only those of ONNX's operators that they consist of."""


def requirements_of(
    name: str, operands: Sequence[Value], attributes: dict[str, Attribute]
) -> Iterator[Requirement]:
    """What an operator of com.microsoft requires of the sizes and values of its operands."""
    node, signature = Node(name, operands, attributes), SIGNATURES[name]
    for i in range(len(operands)):
        if signature.operand(i).is_number and node.rank(i) is not None:
            what = f"the elements of {signature.operand(i).name} and of a number"
            yield Equal(Count(i), Integer(1), what)
    if name in _REQUIREMENTS:
        yield from _REQUIREMENTS[name](node)
