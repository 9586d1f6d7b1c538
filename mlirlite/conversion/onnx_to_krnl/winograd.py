"""Winograd's F(4x4, 3x3) in blocks of channels: 36 products instead of 144 multiplications a tile.

Y = A^T [ sum over channels of (G w G^T) * (B^T x B) ] A, for tiles of 4x4 outputs and 6x6 inputs
"""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.blocked import Row, each, schedule_of
from mlirlite.conversion.onnx_to_krnl.blocked_conv import BlockedConv
from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.packing import constant_array, is_constant, packed
from mlirlite.conversion.onnx_to_krnl.tile import Vectors
from mlirlite.dialects import arith, vector
from mlirlite.ir.types import FloatType
from mlirlite.ir.values import Value

SIZE = 4
"""Outputs of a tile along a dimension."""
REACH = SIZE + 2
"""Inputs of a tile along a dimension."""
POINTS = REACH * REACH


def can_winograd(axes: tuple[Row, Row], groups: int, bias: Buffer | None) -> bool:
    """True for windows of 3x3 pixels side by side, and a constant bias."""
    if bias is not None and not is_constant(bias):
        return False
    return groups == 1 and all(r.kernel == 3 and r.stride == r.dilation == 1 for r in axes)


def winograd(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    bias: Buffer | None,
    axes: tuple[Row, Row],
    out: Buffer,
    epilogue: Epilogue,
) -> None:
    """Some rows of tiles at a time (`rows` of the schedule, a divisor of all): inputs are
    transformed, multiplied for each of the 36 points, and the results transformed back."""
    _Winograd(b, x, w, bias, axes, out, epilogue).emit()


class _Winograd:
    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        w: Buffer,
        bias: Buffer | None,
        axes: tuple[Row, Row],
        out: Buffer,
        epilogue: Epilogue,
    ) -> None:
        array, lanes = constant_array(w), out.shape[-1]
        if array is None or not isinstance(lanes, int) or not isinstance(x.element, FloatType):
            raise b.error("in blocks of channels expects constant weights")
        self.b, self.x, self.out, self.epilogue, self.lanes = b, x, out, epilogue, lanes
        self.v = Vectors(b, x.element, lanes)
        self.high, self.wide = axes
        self.tiles = -(-self.high.output // SIZE), -(-self.wide.output // SIZE)
        high, wide = self.tiles
        rows = min(schedule_of(b, "rows", high), high)
        self.rows = next(n for n in range(rows, 0, -1) if high % n == 0)
        self.inputs, self.outputs = -(-array.shape[1] // lanes), -(-array.shape[0] // lanes)
        pixels = self.rows * wide
        sizes = [self.inputs, SIZE * self.rows + 2, SIZE * wide + 2, lanes]
        self.stage = b.alloc(sizes, x.element)
        self.given = b.alloc([1, POINTS * self.inputs, 1, pixels, lanes], x.element)
        self.made = b.alloc([1, POINTS * self.outputs, 1, pixels, lanes], x.element)
        row = Row(1, 1, 1, 1, 1, 0), Row(pixels, pixels, 1, 1, 1, 0)
        points = _weights(array).reshape(-1, array.shape[1], 1, 1)
        self.products = BlockedConv(b, self.given, w, points, None, row, lanes, POINTS)
        self.products.rows = pixels
        self.bias = None if bias is None else _bias(b, bias, self.outputs * lanes)

    def emit(self) -> None:
        b = self.b
        with each(b, self.x.shape[0]) as n, each(b, self.tiles[0] // self.rows) as band:
            with b.loops(self.inputs) as (k,):
                self._stage(n, k, band * (self.rows * SIZE) - self.high.pad)
                with b.loops(self.rows, self.tiles[1]) as (i, j):
                    self._input(k, i, j)
            self.products.emit(self.made, Epilogue())
            with b.loops(self.outputs) as (k,), b.loops(self.rows) as (i,):
                full, rest = divmod(self.wide.output, SIZE)
                if full:
                    with b.loops(full) as (j,):
                        self._output(n, k, (band * self.rows, i, j), SIZE)
                if rest:
                    self._output(n, k, (band * self.rows, i, full), rest)

    def _stage(self, n: Ix, k: Ix, top: Ix) -> None:
        """Copy the rows that some tiles read, from row `top` of the image on, with their pads."""
        b, v, high, wide, lanes = self.b, self.v, self.high, self.wide, self.lanes
        rows, columns = SIZE * self.rows + 2, SIZE * self.tiles[1] + 2
        zero = v.splat_of(0)
        inside = ([0, -top], [rows, high.input - top])
        end = min(wide.pad + wide.input, columns)

        def clear(rows: Any, columns: tuple[int, int]) -> None:
            if columns[0] < columns[1]:
                with b.loops(rows, columns) as (r, q):
                    v.store(zero, self.stage, [k, r, q, 0], lanes)

        clear((0, [rows, -top]), (0, columns))
        clear(inside, (0, wide.pad))
        with b.loops(inside, (wide.pad, end)) as (r, q):
            pixel = v.load(self.x, [n, k, r + top, q - wide.pad, 0], lanes)
            v.store(pixel, self.stage, [k, r, q, 0], lanes)
        clear(inside, (end, columns))
        clear(([0, high.input - top], rows), (0, columns))

    def _input(self, k: Ix, i: Ix, j: Ix) -> None:
        """B^T x B of one tile."""
        v, lanes = self.v, self.lanes
        lines = []
        for r in range(REACH):
            place = [[k, i * SIZE + r, j * SIZE + q, 0] for q in range(REACH)]
            lines.append(self._input_line([v.load(self.stage, at, lanes) for at in place]))
        for q in range(REACH):
            column = self._input_line([line[q] for line in lines])
            for r, value in enumerate(column):
                point = (r * REACH + q) * self.inputs
                v.store(value, self.given, [0, point + k, 0, i * self.tiles[1] + j, 0], lanes)

    def _input_line(self, d: list[Value]) -> list[Value]:
        """B^T of six values."""
        fma, sub = self._fma, self._sub
        a, c = fma(-4.0, d[2], d[4]), fma(-4.0, d[1], d[3])
        e, f = sub(d[4], d[2]), sub(d[3], d[1])
        return [
            fma(4.0, d[0], fma(-5.0, d[2], d[4])),
            self._add(a, c),
            sub(a, c),
            fma(2.0, f, e),
            fma(-2.0, f, e),
            fma(4.0, d[1], fma(-5.0, d[3], d[5])),
        ]

    def _output(self, n: Ix, k: Ix, tile: tuple[Ix, Ix, Ix], columns: int) -> None:
        """A^T m A of one tile, of which some columns are inside the image."""
        b, v, lanes = self.b, self.v, self.lanes
        first, i, j = tile
        lines = []
        for q in range(REACH):
            points = [(r * REACH + q) * self.outputs for r in range(REACH)]
            place = [[0, p + k, 0, i * self.tiles[1] + j, 0] for p in points]
            lines.append(self._output_line([v.load(self.made, at, lanes) for at in place]))
        bias = None if self.bias is None else v.load(self.bias, [k * lanes], lanes)
        certain = self.high.output % SIZE or SIZE

        def store(r: int) -> None:
            line = self._output_line([line[r] for line in lines])
            for q, value in enumerate(line[:columns]):
                at: list[Ix] = [n, k, (first + i) * SIZE + r, j * SIZE + q, 0]
                value = value if bias is None else self._add(value, bias)
                v.store(self.epilogue.on_vector(v, value, at, lanes), self.out, at, lanes)

        for r in range(SIZE):
            if r < certain:
                store(r)
                continue
            with b.if_(b.test("slt", (first + i) * SIZE + r, self.high.output)):
                store(r)

    def _output_line(self, m: list[Value]) -> list[Value]:
        """A^T of six values."""
        fma, add, sub = self._fma, self._add, self._sub
        a, c, e, f = add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
        return [
            add(add(m[0], a), e),
            fma(2.0, f, c),
            fma(4.0, e, a),
            add(fma(8.0, f, c), m[5]),
        ]

    def _fma(self, factor: float, x: Value, y: Value) -> Value:
        return self.b.emit(vector.FMAOp, (x, self.v.splat_of(factor), y))

    def _add(self, x: Value, y: Value) -> Value:
        return self.b.emit(arith.AddFOp, (x, y))

    def _sub(self, x: Value, y: Value) -> Value:
        return self.b.emit(arith.SubFOp, (x, y))


def _weights(array: Any) -> Any:
    """G w G^T, a group of [outputs, inputs] for each point; computed in doubles."""
    import numpy as np

    third, points = 1 / 6, [[1 / 4, 0, 0], [-1 / 6, -1 / 6, -1 / 6], [-1 / 6, 1 / 6, -1 / 6]]
    points += [[1 / 24, 1 / 12, third], [1 / 24, -1 / 12, third], [0, 0, 1]]
    g = np.array(points)
    found = np.einsum("ri,mcij,qj->rqmc", g, array.astype(np.float64), g, optimize=True)
    return found.astype(array.dtype)


def _bias(b: KrnlBuilder, bias: Buffer, size: int) -> Buffer:
    import numpy as np

    array = constant_array(bias)
    if array is None:
        raise b.error("in blocks of channels expects a constant bias")
    room = np.zeros(size, array.dtype)
    room[: array.size] = array
    return packed(b, bias, room)
