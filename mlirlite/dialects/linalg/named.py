"""The classes of ops that are known by name, made from the table of `forms.py`."""

from typing import Any

from mlirlite.dialects.linalg import bodies
from mlirlite.dialects.linalg.enums import TypeFnAttr
from mlirlite.dialects.linalg.forms import ARITY, NAMED, Named
from mlirlite.dialects.linalg.mapped import ContractionOp, MappedOp
from mlirlite.dialects.linalg.named_op import NamedOp
from mlirlite.dialects.linalg.structured import element_or_self, shape_of
from mlirlite.dialects.linalg.windows import Window1Op, Window2Op, Window3Op
from mlirlite.ir.definition import OpMeta
from mlirlite.ir.fields import OptProp
from mlirlite.ir.types import ShapedType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, error


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

    def verify_op(self) -> Diagnostic | None:
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
        return super().verify_op()


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
        ranks = [1] * (ARITY.get(f"linalg.{name}", 1) + 1)
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
    base: Any = (NamedOp, Window1Op, Window2Op, Window3Op)[named.windows]
    if name in _WITH_MAPS:
        base = MappedOp
    elif named.body is bodies.multiplied and "+" not in named.form:
        base = ContractionOp
    what = f"maps `{named.form}`" if named.form else "element by element"
    doc = f"The named structured op `{name}`: {what}.\n\n```mlir\n{_example(name, named)}\n```\n"
    namespace = {"__doc__": doc, "__module__": __name__, "named": named}
    made: type[Any] = OpMeta(_class_name(name), (base,), namespace, name=f"linalg.{name}")
    return made


CLASSES: dict[str, type[Any]] = {_class_name(n): _make(n, named) for n, named in NAMED.items()}
"""The classes made from the table, by their Python name (`Conv2DNhwcHwcfOp`)."""
