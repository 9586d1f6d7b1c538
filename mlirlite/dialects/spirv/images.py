"""What the operands of ops on images have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.checks import plain
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_IMPLICIT = ("spirv.ImageSampleImplicitLod", "spirv.ImageSampleProjDrefImplicitLod")
_EXPLICIT = "spirv.ImageSampleExplicitLod"
_FETCH = "spirv.ImageFetch"
_SIZED = ("Dim1D", "Dim2D", "Dim3D", "Cube")
_COMPONENTS = {"Dim1D": 1, "Buffer": 1, "Dim2D": 2, "Cube": 2, "Rect": 2, "Dim3D": 3}


@verifier(
    *_IMPLICIT,
    _EXPLICIT,
    _FETCH,
    "spirv.ImageDrefGather",
    "spirv.ImageRead",
    "spirv.ImageWrite",
)
def _operands(op: DataOp) -> Problem:
    found = _wrong_operands(op, [value.type for value in op.operand_arguments])
    return None if found is None else plain(op, found)


def _wrong_operands(op: DataOp, types: list[Any]) -> str | None:
    words = op.properties.get("image_operands")
    if words is None:
        wrong = "the Image Operands should encode what operands follow, as per Image Operands"
        return wrong if types else None
    flags = type(words.value)
    has = {name: bool(words.value & flags[name]) for name in ("Bias", "Lod", "Grad")}
    if has["Lod"] and has["Grad"]:
        return "it is invalid to set both the Lod and Grad bits"
    used = 0
    for name, check, count in (("Bias", _bias, 1), ("Lod", _lod, 1), ("Grad", _grad, 2)):
        if not has[name]:
            continue
        found = check(op, types[used : used + count])
        if found is not None:
            return found
        used += count
    return "too many image operand arguments have been provided" if used < len(types) else None


def _image(op: DataOp) -> Any:
    """The type of the image that an op reads."""
    type = op.operands[0].type
    return getattr(type, "image_type", type)


def _wrong_image(op: DataOp, name: str) -> str | None:
    """What keeps an image from being read with a level of detail or a bias."""
    only = f"{name} must only be used with an image type that has a"
    if _image(op).dim.name not in _SIZED:
        return f"{only} dim operand of 1D, 2D, 3D, or Cube"
    if _image(op).sampling_info.name != "SingleSampled":
        return f"{only} MS operand of 0"
    return None


def _bias(op: DataOp, types: list[Any]) -> str | None:
    if op.name not in _IMPLICIT:
        return "Bias is only valid with implicit-lod instructions"
    if not types:
        return "Bias operand requires 1 argument"
    if not isinstance(types[0], FloatType):
        return "Bias must be a floating-point type scalar"
    return _wrong_image(op, "Bias")


def _lod(op: DataOp, types: list[Any]) -> str | None:
    if op.name not in (_EXPLICIT, _FETCH):
        return "Lod is only valid with explicit-lod and fetch instructions"
    if not types:
        return "Lod operand requires 1 argument"
    if op.name == _EXPLICIT and not isinstance(types[0], FloatType):
        return "for sampling operations, Lod must be a floating-point type scalar"
    if op.name == _FETCH and not isinstance(types[0], IntegerType):
        return "for fetch operations, Lod must be an integer type scalar"
    return _wrong_image(op, "Lod")


def _grad(op: DataOp, types: list[Any]) -> str | None:
    if op.name != _EXPLICIT:
        return "Grad is only valid with explicit-lod instructions"
    if len(types) < 2:
        return "Grad operand requires 2 arguments (scalars or vectors)"
    if _image(op).sampling_info.name != "SingleSampled":
        return "Grad must only be used with an image type that has a MS operand of 0"
    coordinate = op.coordinate.type
    count = 1
    if isinstance(coordinate, VectorType):
        count = coordinate.shape[0] - (_image(op).arrayed_info.name == "Arrayed")
    unequal = (
        "number of components of each Grad argument must equal the number of components in "
        "coordinate, minus the array layer component, if present"
    )
    if all(isinstance(type, VectorType) for type in types):
        if any(type.shape[0] != count for type in types):
            return unequal
        floats = all(isinstance(type.element_type, FloatType) for type in types)
        return None if floats else "Grad arguments must be a vector of floating-point type"
    if not all(isinstance(type, FloatType) for type in types):
        return "Grad arguments must be a scalar or vector of floating-point type"
    return unequal if count != 1 else None


@verifier("spirv.ImageQuerySize")
def _size(op: DataOp) -> Problem:
    image, result = op.operands[0].type, op.results[0].type
    dim = image.dim.name
    if dim not in _COMPONENTS:
        must = "must be 1D, 2D, 3D, Buffer, Cube, or Rect"
        return plain(op, f"the Dim operand of the image type {must}")
    unsampled = image.sampler_use_info.name in ("SamplerUnknown", "NoSampler")
    if dim in _SIZED and image.sampling_info.name != "MultiSampled" and not unsampled:
        return plain(
            op,
            "if Dim is 1D, 2D, 3D, or Cube, "
            "it must also have either an MS of 1 or a Sampled of 0 or 2",
        )
    wanted = _COMPONENTS[dim] + (image.arrayed_info.name == "Arrayed")
    found = result.shape[0] if isinstance(result, VectorType) else 1
    if wanted == found:
        return None
    return plain(
        op,
        f"expected the result to have {wanted} component(s), but found {found} component(s)",
    )
