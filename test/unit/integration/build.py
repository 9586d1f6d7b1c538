"""Building ONNX graphs node by node: `g.op("Add", x, y)` gives the name of the result."""

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Graph:
    """A graph under construction, with random weights of a seed."""

    def __init__(self, seed=0, opset=21):
        self.rng = np.random.default_rng(seed)
        self.opset = opset
        self.nodes, self.weights, self.inputs, self.outputs = [], [], [], []
        self.count = 0
        self.constants = {}

    def input(self, name, shape, kind=onnx.TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value, name, shape, kind=onnx.TensorProto.FLOAT):
        self.nodes.append(helper.make_node("Identity", [value], [name], name=f"to_{name}"))
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def constant(self, value, dtype=None):
        """A weight with these numbers; equal small ones are shared."""
        array = np.asarray(value, dtype)
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        key = (array.dtype.str, array.shape, array.tobytes()) if array.size < 16 else None
        if key is not None and key in self.constants:
            return self.constants[key]
        self.count += 1
        name = f"w{self.count}"
        self.weights.append(numpy_helper.from_array(array, name))
        if key is not None:
            self.constants[key] = name
        return name

    def random(self, *shape, scale=None):
        """A weight of normally distributed numbers that keeps the scale of what it multiplies."""
        fan = np.prod(shape[:-1]) if len(shape) < 4 else np.prod(shape[1:])
        scale = 1 / np.sqrt(fan) if scale is None else scale
        return self.constant(self.rng.standard_normal(shape) * scale)

    def op(self, kind, *inputs, outputs=1, **attributes):
        """A node; arrays and numbers among the inputs become constants, None is an absent one."""
        names = ["" if i is None else i if isinstance(i, str) else self.constant(i) for i in inputs]
        self.count += 1
        made = [f"{kind.lower()}{self.count}_{i}" for i in range(outputs)]
        node = helper.make_node(kind, names, made, name=f"{kind}_{self.count}", **attributes)
        self.nodes.append(node)
        return made[0] if outputs == 1 else made

    def ints(self, *values):
        return self.constant(np.array(values, np.int64))

    def reshape(self, x, *shape):
        return self.op("Reshape", x, self.ints(*shape))

    def dim(self, x, axis):
        """A dimension of a value, as exporters take it: a vector of one element."""
        index = np.array(axis, np.int64)
        picked = self.op("Gather", self.op("Shape", x), index, axis=0)
        return self.op("Unsqueeze", picked, self.ints(0))

    def linear(self, x, n, m, bias=True):
        product = self.op("MatMul", x, self.random(n, m))
        return self.op("Add", product, self.random(m, scale=0.1)) if bias else product

    def layer_norm(self, x, n, primitive=False):
        """LayerNormalization, or what exporters wrote before there was one."""
        scale = self.constant(1 + 0.1 * self.rng.standard_normal(n))
        bias = self.random(n, scale=0.1)
        if not primitive:
            return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5)
        centered = self.op("Sub", x, self.op("ReduceMean", x, self.ints(-1)))
        square = self.op("Pow", centered, np.float32(2))
        variance = self.op("ReduceMean", square, self.ints(-1))
        deviation = self.op("Sqrt", self.op("Add", variance, np.float32(1e-5)))
        return self.op("Add", self.op("Mul", self.op("Div", centered, deviation), scale), bias)

    def rms_norm(self, x, n):
        square = self.op("Pow", x, np.float32(2))
        mean = self.op("ReduceMean", square, self.ints(-1))
        root = self.op("Sqrt", self.op("Add", mean, np.float32(1e-6)))
        scaled = self.op("Mul", x, self.op("Reciprocal", root))
        return self.op("Mul", self.constant(1 + 0.1 * self.rng.standard_normal(n)), scaled)

    def gelu(self, x):
        """The form with erf, as exporters write it."""
        erf = self.op("Erf", self.op("Div", x, np.float32(np.sqrt(2))))
        return self.op(
            "Mul", self.op("Mul", x, self.op("Add", erf, np.float32(1))), np.float32(0.5)
        )

    def gelu_tanh(self, x):
        cube = self.op("Mul", self.op("Pow", x, np.float32(3)), np.float32(0.044715))
        inner = self.op("Mul", self.op("Add", x, cube), np.float32(np.sqrt(2 / np.pi)))
        outer = self.op("Add", self.op("Tanh", inner), np.float32(1))
        return self.op("Mul", self.op("Mul", x, np.float32(0.5)), outer)

    def heads(self, x, like, heads, width):
        """(batch, length, heads * width) -> (batch, heads, length, width), shapes computed."""
        shape = self.op(
            "Concat",
            self.dim(like, 0),
            self.dim(like, 1),
            self.ints(heads),
            self.ints(width),
            axis=0,
        )
        return self.op("Transpose", self.op("Reshape", x, shape), perm=[0, 2, 1, 3])

    def merged(self, x, like, hidden):
        """The reverse."""
        shape = self.op("Concat", self.dim(like, 0), self.dim(like, 1), self.ints(hidden), axis=0)
        return self.op("Reshape", self.op("Transpose", x, perm=[0, 2, 1, 3]), shape)

    def attention(self, q, k, v, width, mask=None):
        """Softmax(q k^T / sqrt(width) + mask) v, of (batch, heads, length, width)."""
        scores = self.op("MatMul", q, self.op("Transpose", k, perm=[0, 1, 3, 2]))
        scores = self.op("Div", scores, np.float32(np.sqrt(width)))
        if mask is not None:
            scores = self.op("Add", scores, mask)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), v)

    def causal_mask(self, like):
        """0 up to the diagonal and -1e9 above it, as long as a value's second dimension."""
        length = self.dim(like, 1)
        shape = self.op("Concat", length, length, axis=0)
        value = numpy_helper.from_array(np.array([-1e9], np.float32))
        full = self.op("ConstantOfShape", shape, value=value)
        return self.op("Trilu", full, np.array(1, np.int64), upper=1)

    def rolled(self, x, axis, by):
        """The first `by` entries along an axis to the end."""
        far = np.iinfo(np.int64).max
        low = self.op("Slice", x, self.ints(by), self.ints(far), self.ints(axis))
        high = self.op("Slice", x, self.ints(0), self.ints(by), self.ints(axis))
        return self.op("Concat", low, high, axis=axis)

    def conv(self, x, n, m, k, stride=1, group=1, bias=True, **attributes):
        weights = self.random(m, n // group, k, k)
        b = self.random(m, scale=0.1) if bias else None
        return self.op(
            "Conv",
            x,
            weights,
            *([b] if b else []),
            kernel_shape=[k, k],
            strides=[stride, stride],
            pads=attributes.pop("pads", [k // 2] * 4),
            group=group,
            **attributes,
        )

    def batch_norm(self, x, n):
        rng = self.rng
        return self.op(
            "BatchNormalization",
            x,
            1 + 0.1 * rng.standard_normal(n),
            0.1 * rng.standard_normal(n),
            0.1 * rng.standard_normal(n),
            1 + rng.random(n),
            epsilon=1e-5,
        )

    def model(self):
        graph = helper.make_graph(self.nodes, "main", self.inputs, self.outputs, self.weights)
        made = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=10
        )
        onnx.checker.check_model(made, full_check=True)
        return made
