"""--vhlo-legalize-to-stablehlo: `"vhlo.add_v1"(%a, %b) : …` --> `stablehlo.add %a, %b : …`:
attributes with default values are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._vhlo_attributes import (
    ALGORITHM,
    PARTS,
    fitting,
    newest,
    to_stablehlo,
    whole_of,
)
from mlirlite.conversion._vhlo_defaults import ALGORITHM_PARTS, defaults
from mlirlite.conversion._vhlo_ops import SEGMENTS, remade
from mlirlite.dialects import func, stablehlo
from mlirlite.dialects.vhlo.types import FROM_VHLO
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter

lower = Lowerings("vhlo-legalize-to-stablehlo", FROM_VHLO)

_FUNCTIONS = {"func": func.FuncOp, "call": func.CallOp}


@compiler_pass("vhlo-legalize-to-stablehlo", anchor="builtin.module")
def vhlo_legalize_to_stablehlo(op: Operation, state: PassState) -> None:
    """Legalize VHLO to StableHLO.

    Ops of VHLO's newest version become ops of StableHLO, functions and calls; older ones are
    errors (see --vhlo-to-version).
    """
    lower.convert(op, legal=("stablehlo", "func"), illegal=("vhlo",), fold=False)


@lower(Operation)
def _legalize(op: Operation, rw: ConversionRewriter) -> Sequence[Value] | bool:
    dialect, _, versioned = op.name.partition(".")
    name = versioned.rpartition("_v")[0]
    if dialect != "vhlo" or newest(name) is not type(op):
        return rw.fail("StableHLO has no such op")
    assert rw.types is not None
    cls: Any = _FUNCTIONS.get(name) or stablehlo.DIALECT.op_class(f"stablehlo.{name}")
    if name == "return" and op.parent_op is not None and op.parent_op.name in _BODIES:
        cls = func.ReturnOp
    own = cls.definition.properties
    try:
        stated = _attributes(op, name, own, rw.types)
    except (ValueError, KeyError, AttributeError, TypeError) as e:
        return rw.fail(f"its attributes have no counterpart: {e}")
    return remade(op, cls, stated, rw)


_BODIES = ("vhlo.func_v1", "func.func")


def _attributes(
    op: Operation, name: str, own: dict[str, Any], types: TypeConverter
) -> dict[str, Attribute]:
    """The attributes of an op as StableHLO has them. ValueError, KeyError, AttributeError or
    TypeError where it cannot."""
    given: dict[str, Any] = {**op.properties, **op.attributes}
    stated: dict[str, Attribute] = {n: given.pop(n) for n in SEGMENTS if n in given}
    known = defaults().get(name, {})
    absent = [n for n, default in known.items() if n in given and default.holds(given[n])]
    if _LAYOUTS & set(known) and not set(absent) >= _LAYOUTS:
        absent = [n for n in absent if n not in _LAYOUTS]
    for key in absent:
        del given[key]
    if name in PARTS:
        key, cls = PARTS[name]
        stated[key] = whole_of(getattr(stablehlo, cls), given, types)
    if any(part in given for part in ALGORITHM_PARTS):
        stated[ALGORITHM] = whole_of(stablehlo.DotAlgorithmAttr, given, types)
    if (channel := given.pop("channel_id", None)) is not None or name in ("send", "recv"):
        kind = given.pop("channel_type").value.value if name in ("send", "recv") else 0
        stated["channel_handle"] = stablehlo.ChannelHandleAttr(channel.value.value, kind)
    if name == "custom_call" and (version := given.pop("api_version", None)) is not None:
        stated["api_version"] = IntegerAttr(int(version.value), I32)
    for key, field in own.items():
        if key not in given and key not in stated and not field.optional and field.default:
            stated[key] = field.default
    for key, attribute in given.items():
        found = to_stablehlo(attribute, types)
        field = own.get(key)
        stated[key] = found if field is None else fitting(found, field.constraint)
    return stated


_LAYOUTS = {"operand_layouts", "result_layouts"}
