"""--stablehlo-legalize-to-vhlo: `stablehlo.add %a, %b : tensor<4xf32>` -->
`"vhlo.add_v1"(%a, %b) : (…) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>`: every attribute is stated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._vhlo_attributes import FLAGS, newest, parts_of, to_vhlo
from mlirlite.conversion._vhlo_defaults import defaults
from mlirlite.conversion._vhlo_ops import SEGMENTS, remade
from mlirlite.dialects import vhlo
from mlirlite.dialects.vhlo.types import TO_VHLO, TO_VHLO_OR_OTHER
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, bool_attr, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.casts import CAST
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

lower = Lowerings("stablehlo-legalize-to-vhlo", TO_VHLO)


@compiler_pass("stablehlo-legalize-to-vhlo", anchor="builtin.module")
def stablehlo_legalize_to_vhlo(
    op: Operation, state: PassState, *, allow_other_dialects: bool = False
) -> None:
    """Legalize StableHLO to VHLO.

    Functions, calls and ops of StableHLO become ops of VHLO's newest version. Ops of other dialects
    are errors, or stay, behind casts, with `allow-other-dialects`.
    """
    types = TO_VHLO_OR_OTHER if allow_other_dialects else TO_VHLO
    lower.convert(op, legal=("vhlo",), illegal=("stablehlo", "func"), fold=False, types=types)
    casts = [] if allow_other_dialects else [c for c in op.walk() if c.name == CAST]
    if casts:
        raise DiagnosticError([_unresolved(cast) for cast in casts])


@lower(Operation)
def _legalize(op: Operation, rw: ConversionRewriter) -> Sequence[Value] | bool:
    dialect, _, name = op.name.partition(".")
    cls: Any = newest(name) if dialect in ("stablehlo", "func") else None
    if cls is None:
        return rw.fail("VHLO has no such op")
    assert rw.types is not None
    try:
        stated = _attributes(op, name, rw.types)
    except ValueError as e:
        return rw.fail(str(e))
    return remade(op, cls, stated, rw)


def _unresolved(cast: Operation) -> Diagnostic:
    given, wanted = (
        ", ".join(f"'{t}'" for t in ts) for ts in (cast.operand_types, cast.result_types)
    )
    return error(
        f"failed to legalize unresolved materialization from ({given}) to ({wanted}) that remained "
        "live after conversion",
        cast.location,
    )


def _attributes(op: Operation, name: str, types: TypeConverter) -> dict[str, Attribute]:
    """The attributes of an op as VHLO states them. ValueError where it cannot."""
    given: dict[str, Any] = {**op.properties, **op.attributes}
    stated: dict[str, Attribute] = {n: given.pop(n) for n in SEGMENTS if n in given}
    stated |= parts_of(name, given, types)
    if (channel := given.pop("channel_handle", None)) is not None:
        stated["channel_id"] = to_vhlo(i64_attr(channel.handle), types)
        if name in ("send", "recv"):
            stated["channel_type"] = to_vhlo(i64_attr(channel.type), types)
    for flag in FLAGS:
        if given.pop(flag, None) is not None:
            stated[flag] = to_vhlo(bool_attr(True), types)
    if name == "custom_call" and (version := given.pop("api_version", None)) is not None:
        stated["api_version"] = _api_version(version)
    for key, attribute in given.items():
        stated[key] = to_vhlo(attribute, types)
    for key, default in defaults().get(name, {}).items():
        if key not in stated:
            stated[key] = to_vhlo(default.value(op), types)
    return stated


def _api_version(version: Attribute) -> Attribute:
    cls: Any = vhlo.CustomCallApiVersionV1Attr
    number = version.value if isinstance(version, IntegerAttr) and version.type is I32 else -1
    if number not in set(cls.cases):
        raise NoCounterpart(f"api_version '{version}' has no counterpart in VHLO")
    found: Attribute = cls(number)
    return found
