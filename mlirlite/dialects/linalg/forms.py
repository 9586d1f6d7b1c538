"""The table of ops that are known by name: their maps and bodies."""

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.linalg import bodies
from mlirlite.dialects.linalg.bodies import Body
from mlirlite.dialects.linalg.enums import BinaryFn, UnaryFn
from mlirlite.dialects.linalg.structured import letters_map
from mlirlite.ir.affine import AffineMap


class Named(NamedTuple):
    """A named op. `form` has the maps of inputs and output as letters, see `letters_map`; it is
    empty for elementwise ops of any rank."""

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
"""Every named op, without the dialect's prefix."""

ARITY = {
    f"linalg.{name}": 2
    for name in ("add", "sub", "mul", "div", "div_unsigned", "max", "min", "powf")
} | {"linalg.select": 3}
"""How many inputs the ops of any rank have, if not one."""


def loops_of(form: str) -> int:
    """How many loops the letters stand for."""
    return len({c for c in form if c.isalpha()})


def maps_of(form: str, factors: Sequence[Sequence[int]] = ()) -> list[AffineMap]:
    """The maps of all operands."""
    loops = loops_of(form)
    return [letters_map(t, loops, factors) for t in form.replace("->", ",").split(",")]
