"""Types and structured attributes of the omp dialect."""

from typing import Annotated, Any, ClassVar

from mlirlite.dialects.omp.enums import DeclareTargetCaptureClauseAttr, DeclareTargetDeviceTypeAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint


class MapBoundsType(Type, name="omp.map_bounds_ty"):
    """`!omp.map_bounds_ty`: the part of an array that is mapped."""


class CanonicalLoopInfoType(Type, name="omp.cli"):
    """`!omp.cli`: a handle of a loop that transformations apply to."""


class _Struct(Attribute):
    """Base of `<key = value, …>` with optional parameters: true and numbers as they are."""

    classes: ClassVar[dict[str, Any]] = {}

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<key = value, …>`."""
        values: dict[str, Any] = {}

        def one() -> None:
            where = p.here()
            key = p.keyword()
            if key not in cls.parameters or key in values:
                raise p.error(f"duplicate or unknown struct parameter name: {key}", where)
            p.expect("=")
            enum = cls.classes.get(key)
            number = p.optional_integer() if enum is None else None
            if number is not None:
                values[key] = number
            elif enum is None:
                values[key] = p.keyword() == "true"
            else:
                p.expect("(")
                where = p.here()
                word = p.keyword()
                cases = enum.cases.__members__
                if word not in cases:
                    raise p.error(f"expected one of: {', '.join(cases)}", where)
                values[key] = enum(cases[word])
                p.expect(")")

        if p.peek("<"):
            p.comma_list(one, "<", ">")
        return cls(**values)

    def print(self, p: Any) -> None:
        """Print the parameters that differ from the default."""
        parts = []
        for key in type(self).parameters:
            value, default = getattr(self, key), type(self)._defaults[key]
            if isinstance(value, int):
                # By the default, not the value: 1 and true are one attribute.
                if value != default:
                    parts.append(f"{key} = {'true' if default is False else int(value)}")
            elif value is not None:
                parts.append(f"{key} = ({value.value.name})")
        p.text(f"<{', '.join(parts)}>")


MAP_BOUNDS = MapBoundsType()
MapBounds = Annotated[
    MapBoundsType,
    Constraint(
        "Type for representing omp map clause bounds information",
        lambda t: t is MAP_BOUNDS,
        MAP_BOUNDS,
    ),
]


class AtomicControlAttr(_Struct, name="omp.atomic_control"):
    """`#omp.atomic_control<ignore_denormal_mode = true>`."""

    ignore_denormal_mode: bool = False
    fine_grained_memory: bool = False
    remote_memory: bool = False


class FlagsAttr(_Struct, name="omp.flags"):
    """`#omp.flags<debug_kind = 1, openmp_device_version = 51>`."""

    debug_kind: int = 0
    assume_teams_oversubscription: bool = False
    assume_threads_oversubscription: bool = False
    assume_no_thread_state: bool = False
    assume_no_nested_parallelism: bool = False
    no_gpu_lib: bool = False
    openmp_device_version: int = 50


class VersionAttr(_Struct, name="omp.version"):
    """`#omp.version<version = 51>`."""

    version: int = 0


class DeclareTargetAttr(_Struct, name="omp.declaretarget"):
    """`#omp.declaretarget<device_type = (any), capture_clause = (to)>`."""

    device_type: Attribute | None = None
    capture_clause: Attribute | None = None
    automap: bool = False
    classes: ClassVar[dict[str, Any]] = {
        "device_type": DeclareTargetDeviceTypeAttr,
        "capture_clause": DeclareTargetCaptureClauseAttr,
    }
