"""Structured ops that are known by name: one table of their maps and bodies, and the classes made
from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from mlirlite.dialects.linalg import bodies
from mlirlite.dialects.linalg._contractions import (
    batch_matmul_problem,
    contract_problem,
    is_projected_permutation,
    matmul_problem,
)
from mlirlite.dialects.linalg.bodies import Body
from mlirlite.dialects.linalg.enums import (
    BinaryFn,
    ElementwiseKind,
    ElementwiseKindAttr,
    TypeFn,
    TypeFnAttr,
    UnaryFn,
)
from mlirlite.dialects.linalg.structured import (
    HIDDEN,
    MEMOIZED,
    MapArray,
    SegmentedOp,
    element_or_self,
    fill_region,
    letters_map,
    parse_parts,
    print_ins_outs,
    shape_of,
)
from mlirlite.ir.affine import AffineBinary, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import OpMeta
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import OptProp, Prop
from mlirlite.ir.types import I64, ShapedType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer


class Named(NamedTuple):
    """What a name stands for. `form` has the maps of inputs and output as letters, see
    `letters_map`; it is empty for ops on any rank, element by element."""

    form: str
    body: Body
    windows: int = 0
    """How many dimensions have a stride and a dilation."""


_FORMS: dict[str, str] = {
    "matmul": "a c, c b -> a b",
    "batch_matmul": "a b d, a d c -> a b c",
    "batch_reduce_matmul": "a b d, a d c -> b c",
    "batch_matvec": "a b c, a c -> a b",
    "batch_vecmat": "a c, a c b -> a b",
    "batch_mmt4d": "a b d e g, a c d f g -> a b c e f",
    "dot": "a, a -> .",
    "matvec": "a b, b -> a",
    "vecmat": "b, b a -> a",
    "mmt4d": "a c d f, b c e f -> a b d e",
    "quantized_matmul": "a c, c b, ., . -> a b",
    "quantized_batch_matmul": "a b d, a d c, ., . -> a b c",
    "conv_1d": "a+b, b -> a",
    "conv_2d": "a+c b+d, c d -> a b",
    "conv_3d": "a+d b+e c+f, d e f -> a b c",
    "conv_1d_ncw_fcw": "a d c+e, b d e -> a b c",
    "conv_1d_nwc_wcf": "a b+d e, d e c -> a b c",
    "conv_2d_nchw_fchw": "a e c+f d+g, b e f g -> a b c d",
    "conv_2d_nchw_fchw_q": "a e c+f d+g, b e f g, ., . -> a b c d",
    "conv_2d_nhwc_fhwc": "a b+e c+f g, d e f g -> a b c d",
    "conv_2d_nhwc_fhwc_q": "a b+e c+f g, d e f g, ., . -> a b c d",
    "conv_2d_nhwc_hwcf": "a b+e c+f g, e f g d -> a b c d",
    "conv_2d_nhwc_hwcf_q": "a b+e c+f g, e f g d, ., . -> a b c d",
    "conv_2d_ngchw_fgchw": "a b f d+g e+h, c b f g h -> a b c d e",
    "conv_2d_ngchw_gfchw": "a b f d+g e+h, b c f g h -> a b c d e",
    "conv_2d_ngchw_gfchw_q": "a b f d+g e+h, b c f g h, ., . -> a b c d e",
    "conv_2d_nhwgc_gfhwc": "a b+f c+g d h, d e f g h -> a b c d e",
    "conv_2d_nhwgc_gfhwc_q": "a b+f c+g d h, d e f g h, ., . -> a b c d e",
    "conv_3d_ncdhw_fcdhw": "a f c+g d+h e+i, b f g h i -> a b c d e",
    "conv_3d_ndhwc_dhwcf": "a b+f c+g d+h i, f g h i e -> a b c d e",
    "conv_3d_ndhwc_dhwcf_q": "a b+f c+g d+h i, f g h i e, ., . -> a b c d e",
    "depthwise_conv_1d_ncw_cw": "a c b+d, c d -> a c b",
    "depthwise_conv_1d_nwc_wc": "a b+d c, d c -> a b c",
    "depthwise_conv_1d_nwc_wcm": "a b+e c, e c d -> a b c d",
    "depthwise_conv_2d_nchw_chw": "a d b+e c+f, d e f -> a d b c",
    "depthwise_conv_2d_nhwc_hwc": "a b+e c+f d, e f d -> a b c d",
    "depthwise_conv_2d_nhwc_hwc_q": "a b+e c+f d, e f d, ., . -> a b c d",
    "depthwise_conv_2d_nhwc_hwcm": "a b+f c+g d, f g d e -> a b c d e",
    "depthwise_conv_2d_nhwc_hwcm_q": "a b+f c+g d, f g d e, ., . -> a b c d e",
    "depthwise_conv_3d_ncdhw_cdhw": "a h b+e c+f d+g, h e f g -> a h b c d",
    "depthwise_conv_3d_ndhwc_dhwc": "a b+e c+f d+g h, e f g h -> a b c d h",
    "depthwise_conv_3d_ndhwc_dhwcm": "a b+f c+g d+h i, f g h i e -> a b c d i e",
}
_POOLINGS: dict[str, tuple[str, str]] = {
    "ncw": ("a b c+d, d -> a b c", "max sum"),
    "nchw": ("a b c+e d+f, e f -> a b c d", "max sum"),
    "nwc": ("a b+d c, d -> a b c", "max max_unsigned min min_unsigned sum"),
    "nhwc": ("a b+e c+f d, e f -> a b c d", "max max_unsigned min min_unsigned sum"),
    "ndhwc": ("a b+f c+g d+h e, f g h -> a b c d e", "max min sum"),
}
_POOLED = {
    "max": BinaryFn.max_signed,
    "max_unsigned": BinaryFn.max_unsigned,
    "min": BinaryFn.min_signed,
    "min_unsigned": BinaryFn.min_unsigned,
    "sum": BinaryFn.add,
}
_BINARY = {"max": BinaryFn.max_signed, "min": BinaryFn.min_signed}


def _table() -> dict[str, Named]:
    table = {f.name: Named("", bodies.unary(f)) for f in UnaryFn}
    for name in ("add", "sub", "mul", "div", "div_unsigned", "max", "min", "powf"):
        function = _BINARY[name] if name in _BINARY else BinaryFn[name]
        table[name] = Named("", bodies.binary(function))
    table["select"] = Named("", bodies.selected)
    for name, form in _FORMS.items():
        body: Body = bodies.quantized if "." in form.partition("->")[0] else bodies.multiplied
        windows = form.count("+") if name not in ("conv_1d", "conv_2d", "conv_3d") else 0
        table[name] = Named(form, body, windows)
    for layout, (form, kinds) in _POOLINGS.items():
        for kind in kinds.split():
            body = bodies.pooled(_POOLED[kind])
            table[f"pooling_{layout}_{kind}"] = Named(form, body, form.count("+"))
    table["fill_rng_2d"] = Named("., ., . -> a b", bodies.random_2d)
    return table


NAMED: dict[str, Named] = _table()
"""Every op that is known by its name alone, without the dialect's."""


def _wrong_count(p: "OpParser", state: "OpState", wanted: int) -> DiagnosticError:
    return p.error(
        f"[parseNamedStructuredOpRegion] ods-gen generated region expects {wanted} args, got "
        f"{len(state.operands)}"
    )


class NamedOp(SegmentedOp):
    """Base of named structured ops: their text leaves out the body."""

    named: ClassVar[Named]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        cls.parse_maps(p, state)
        parse_parts(p, state)
        state.result_types = p.arrow_types(optional=True)
        cls.complete(state)
        cls.fill(p, state, where)

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        """Read what stands before the attributes."""

    @classmethod
    def complete(cls, state: "OpState") -> None:
        """Add properties that the text left out."""

    @classmethod
    def fill(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        """Make the body."""
        count = len(cls.named.form.split(",")) if cls.named.form else 0
        wanted = count + 1 if count else _ARITY.get(cls.name, 1) + 1
        if len(state.operands) != wanted:
            raise _wrong_count(p, state, wanted)
        cast = state.properties.get("cast")
        unsigned = isinstance(cast, TypeFnAttr) and cast.value is TypeFn.cast_unsigned
        fill_region(p, state, cls.named.body, where, unsigned=unsigned)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        hidden = self.print_maps(p)
        p.attr_dict(self, (*HIDDEN, *hidden))
        print_ins_outs(p, self.inputs, self.outputs)
        p.arrow_types(self.result_types)

    def print_maps(self, p: "Printer") -> Sequence[str]:
        """Print what stands before the attributes; the names of the properties that it shows."""
        return ()

    def maps(self) -> Sequence[AffineMap]:
        if not self.named.form:
            rank = len(shape_of(self.operands[-1].type))
            identity, scalar = AffineMap.identity(rank), AffineMap(rank, 0, ())
            return [
                scalar if element_or_self(v.type) is v.type else identity for v in self.operands
            ]
        known = self.attributes.get(MEMOIZED)
        if isinstance(known, ArrayAttr):
            return [m.map for m in known if isinstance(m, AffineMapAttr)]
        maps = maps_of(self.named.form, self.factors())
        self.attributes[MEMOIZED] = ArrayAttr(tuple([AffineMapAttr(m) for m in maps]))
        return maps

    def factors(self) -> Sequence[Sequence[int]]:
        """Strides and dilations."""
        return ()

    def num_loops(self) -> int:
        if not self.named.form:
            return len(shape_of(self.operands[-1].type))
        return loops_of(self.named.form)


_ARITY = {
    f"linalg.{name}": 2
    for name in ("add", "sub", "mul", "div", "div_unsigned", "max", "min", "powf")
} | {"linalg.select": 3}


def loops_of(form: str) -> int:
    """How many loops the letters stand for."""
    return len({c for c in form if c.isalpha()})


def maps_of(form: str, factors: Sequence[Sequence[int]] = ()) -> list[AffineMap]:
    """The maps of all operands."""
    loops = loops_of(form)
    return [letters_map(t, loops, factors) for t in form.replace("->", ",").split(",")]


# Windows


def _numbers(count: int) -> Constraint:
    return Constraint(
        f"64-bit signless int elements attribute of shape [{count}]",
        lambda a: (
            isinstance(a, DenseElementsAttr)
            and a.type.shape == (count,)
            and element_type_of(a.type) is I64
        ),
    )


OneNumber = Annotated[DenseElementsAttr, _numbers(1)]
TwoNumbers = Annotated[DenseElementsAttr, _numbers(2)]
ThreeNumbers = Annotated[DenseElementsAttr, _numbers(3)]


class _WindowOp(NamedOp):
    """A named op with strides and dilations, 1 where they are not given."""

    def factors(self) -> Sequence[Sequence[int]]:
        found = []
        for name in ("strides", "dilations"):
            given = self.properties.get(name)
            if isinstance(given, DenseElementsAttr):
                found.append(given.values())
            else:
                found.append([1] * self.named.windows)
        return found

    def verify(self) -> Diagnostic | None:
        """Upstream's ConvolutionOpInterface: the maps, which the generic form may give."""
        maps = self.maps()
        if not all(_is_window(r) for r in maps[0].results):
            return error("unexpected input index map for convolutions", self.where)
        if not is_projected_permutation(maps[1]) or not is_projected_permutation(maps[-1]):
            message = "expected output/filter indexing maps to be projected permutations"
            return error(message, self.where)
        return super().verify()


def _is_window(expr: AffineExpr) -> bool:
    """A dimension, or the sum of two of them or of their multiples."""
    if isinstance(expr, AffineBinary) and expr.kind == "+":
        return _is_multiple(expr.lhs) and _is_multiple(expr.rhs)
    return isinstance(expr, AffineDim)


def _is_multiple(expr: AffineExpr) -> bool:
    if isinstance(expr, AffineBinary) and expr.kind == "*":
        return isinstance(expr.lhs, AffineDim) and expr.rhs.is_symbolic_or_constant
    return isinstance(expr, AffineDim)


class _Window1Op(_WindowOp):
    strides: OptProp[OneNumber]
    dilations: OptProp[OneNumber]


class _Window2Op(_WindowOp):
    strides: OptProp[TwoNumbers]
    dilations: OptProp[TwoNumbers]


class _Window3Op(_WindowOp):
    strides: OptProp[ThreeNumbers]
    dilations: OptProp[ThreeNumbers]


# Maps that may be given


class _MappedOp(NamedOp):
    """A contraction whose maps may differ from the usual ones, for transposed or repeated
    inputs."""

    indexing_maps: Prop[MapArray]
    cast: OptProp[TypeFnAttr]

    @classmethod
    def default_maps(cls, state: Any) -> ArrayAttr | None:
        """The maps when none are given; None when they must be. `state` is the op, or what is
        known of it while it is read."""
        maps = maps_of(cls.named.form)
        return ArrayAttr(tuple([AffineMapAttr(m) for m in maps]))

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        if p.accept("indexing_maps"):
            p.expect("=")
            maps = p.attribute()
            if not isinstance(maps, ArrayAttr):
                raise p.error("invalid kind of attribute specified")
            if not all(isinstance(m, AffineMapAttr) for m in maps):
                raise p.error("element of indexing_maps array is not an affine_map")
            state.properties["indexing_maps"] = maps

    @classmethod
    def complete(cls, state: "OpState") -> None:
        if "indexing_maps" not in state.properties:
            maps = cls.default_maps(state)
            if maps is not None:
                state.properties["indexing_maps"] = maps

    def print_maps(self, p: "Printer") -> Sequence[str]:
        if self.indexing_maps is not self.default_maps(self):
            p.text(" indexing_maps = ")
            p.attribute(self.indexing_maps)
        return ("indexing_maps",)

    def maps(self) -> Sequence[AffineMap]:
        return [m.map for m in self.indexing_maps if isinstance(m, AffineMapAttr)]

    def num_loops(self) -> int:
        maps = self.maps()
        return maps[0].num_dims if maps else 0

    def verify(self) -> Diagnostic | None:
        found = super().verify()
        usual = self.default_maps(self)
        if found is not None or usual is None or self.indexing_maps is usual:
            return found
        check = matmul_problem if self.name == "linalg.matmul" else batch_matmul_problem
        problem = check(self.maps(), maps_of(self.named.form))
        return self.error(problem) if problem else None


class ContractOp(_MappedOp, name="linalg.contract"):
    """A product that is summed over the loops which the output does not have.

    ```mlir
    %0 = linalg.contract indexing_maps = [
        affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>,
        affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<3x5xf32>, tensor<5x7xf32>) outs(%c : tensor<3x7xf32>) -> tensor<3x7xf32>
    ```
    """

    # The letters only count operands here: the maps are given.
    named = Named("a, b -> c", bodies.multiplied)

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        if not p.peek("indexing_maps"):
            raise p.error("expected 'indexing_maps' attribute")
        super().parse_maps(p, state)

    @classmethod
    def default_maps(cls, state: Any) -> ArrayAttr | None:
        return None

    def verify(self) -> Diagnostic | None:
        found = super().verify()
        if found is not None or len(self.indexing_maps) != len(self.operands):
            return found
        problem = contract_problem(self.maps(), self.operand_types)
        return error(problem, self.where) if problem else None


class ElementwiseOp(NamedOp, name="linalg.elementwise"):
    """A function of the elements at the same place, or at places that maps say.

    ```mlir
    %0 = linalg.elementwise kind=#linalg.elementwise_kind<add>
      ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    named = Named("", bodies.copied)
    kind: Prop[ElementwiseKindAttr]
    indexing_maps: Prop[MapArray]

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        p.expect("kind")
        p.expect("=")
        state.properties["kind"] = p.attribute()
        _MappedOp.parse_maps.__func__(cls, p, state)  # type: ignore[attr-defined]

    @classmethod
    def complete(cls, state: "OpState") -> None:
        if "indexing_maps" not in state.properties and state.operands:
            state.properties["indexing_maps"] = cls.default_maps(state)

    @classmethod
    def default_maps(cls, state: Any) -> ArrayAttr:
        """Each operand has the output's indices."""
        identity = AffineMapAttr(AffineMap.identity(len(shape_of(state.operands[-1].type))))
        return ArrayAttr((identity,) * len(state.operands))

    @classmethod
    def fill(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        kind = state.properties["kind"]
        if not isinstance(kind, ElementwiseKindAttr):
            raise p.error("expected an elementwise kind", where)
        arity = kind.value.arity
        if len(state.operands) != arity + 1:
            raise _wrong_count(p, state, arity + 1)
        fill_region(p, state, _elementwise_body(kind.value), where)

    def print_maps(self, p: "Printer") -> Sequence[str]:
        p.text(" kind=")
        p.attribute(self.properties["kind"])
        if self.indexing_maps is not self.default_maps(self):
            p.text(" indexing_maps = ")
            p.attribute(self.indexing_maps)
        return ("kind", "indexing_maps")

    def maps(self) -> Sequence[AffineMap]:
        return [m.map for m in self.indexing_maps if isinstance(m, AffineMapAttr)]

    def num_loops(self) -> int:
        return len(shape_of(self.operands[-1].type))


def _elementwise_body(kind: ElementwiseKind) -> Body:
    if kind.name in UnaryFn.__members__:
        return bodies.unary(UnaryFn[kind.name])
    if kind.name in BinaryFn.__members__:
        return bodies.binary(BinaryFn[kind.name])
    return bodies.selected


# Ops of any rank with a rule of their own


class CopyOp(NamedOp, name="linalg.copy"):
    """Copies elements, cast to the output's type.

    ```mlir
    %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    named = Named("", bodies.copied)
    cast: OptProp[TypeFnAttr]


class FillOp(NamedOp, name="linalg.fill"):
    """One value everywhere.

    ```mlir
    %0 = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    named = Named("", bodies.copied)

    def verify(self) -> Diagnostic | None:
        value, out = self.operands[0].type, element_type_of(self.operands[-1].type)
        if (
            isinstance(value, ShapedType)
            and element_or_self(value) is not value
            and shape_of(value)
        ):
            return error("expected op with scalar input", self.where)
        if element_or_self(value) is not out:
            return self.error(
                f"expected fill value type ('{element_or_self(value)}') to match output element "
                f"type ('{out}')"
            )
        return super().verify()


_WITH_MAPS = ("matmul", "batch_matmul", "batch_reduce_matmul")
_WORDS = {"negf": "NegF", "powf": "PowF", "1d": "1D", "2d": "2D", "3d": "3D"}


def _class_name(name: str) -> str:
    return "".join(_WORDS.get(w, w.capitalize()) for w in name.split("_")) + "Op"


def _example(name: str, named: Named) -> str:
    """A use of the op on tensors of unknown sizes."""
    element = "i32" if "unsigned" in name else "f32"
    words = named.form.replace("->", ",").split(",")
    ranks = [len(w.split()) if w.strip() != "." else 0 for w in words]
    if not named.form:
        ranks = [1] * (_ARITY.get(f"linalg.{name}", 1) + 1)
    types = [f"tensor<{'?x' * rank}{element}>" for rank in ranks]
    for i, word in enumerate(words[:-1]):
        if word.strip() == ".":
            types[i] = "f64" if name == "fill_rng_2d" and i < 2 else "i32"
    if name == "select":
        types[0] = "tensor<?xi1>"
    values = [f"%{letter}" for letter in "abcde"[: len(types)]]
    return (
        f"%0 = linalg.{name} ins({', '.join(values[:-1])} : {', '.join(types[:-1])}) "
        f"outs({values[-1]} : {types[-1]}) -> {types[-1]}"
    )


def _make(name: str, named: Named) -> type[Any]:
    base: Any = (NamedOp, _Window1Op, _Window2Op, _Window3Op)[named.windows]
    if name in _WITH_MAPS:
        base = _MappedOp
    what = f"maps `{named.form}`" if named.form else "element by element"
    doc = f"The named structured op `{name}`: {what}.\n\n```mlir\n{_example(name, named)}\n```\n"
    namespace = {"__doc__": doc, "__module__": __name__}
    namespace["named"] = named  # type: ignore[assignment]
    made: type[Any] = OpMeta(_class_name(name), (base,), namespace, name=f"linalg.{name}")
    return made


CLASSES: dict[str, type[Any]] = {_class_name(n): _make(n, named) for n, named in NAMED.items()}
"""The classes made from the table, by their Python name (`Conv2DNhwcHwcfOp`)."""
