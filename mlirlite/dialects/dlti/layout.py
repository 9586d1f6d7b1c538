"""Data layouts: checks of their entries, the combination of nested layouts, and queries about
types."""

from mlirlite.dialects.dlti.attributes import DataLayoutEntryAttr, DataLayoutSpecAttr
from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.context import builtin_dialect_names
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, INDEX, FloatType, IntegerType
from mlirlite.support.diagnostics import Diagnostic, error

SPEC = "dlti.dl_spec"
_NAMES = frozenset(
    f"dlti.{name}"
    for name in (
        "default_memory_space",
        "alloca_memory_space",
        "program_memory_space",
        "global_memory_space",
        "stack_alignment",
        "function_pointer_alignment",
        "legal_int_widths",
        "mangling_mode",
    )
)


def spec_of(op: Operation) -> DataLayoutSpecAttr | None:
    """The layout that an op declares."""
    found = op._attributes.get(SPEC) if op._attributes else None
    return found if isinstance(found, DataLayoutSpecAttr) else None


def index_width(op: Operation) -> int:
    """Bits of `index` in the innermost layout that gives them, of an op or around it; 0 when none
    does."""
    step: Operation | None = op
    while step is not None:
        spec = spec_of(step)
        width = spec.get(INDEX) if spec is not None else None
        if isinstance(width, IntegerAttr):
            return width.value
        step = step.parent_op
    return 0


def is_big_endian(op: Operation) -> bool:
    """Whether the innermost layout that gives the order of bytes, of an op or around it, puts the
    most significant byte first."""
    found = _innermost(op, "dlti.endianness")
    return isinstance(found, StringAttr) and found.value == "big"


def stack_alignment(op: Operation) -> int:
    """The bits that the stack is aligned to by the innermost layout around an op that says; 0 when
    none does."""
    found = _innermost(op, "dlti.stack_alignment")
    return found.value if isinstance(found, IntegerAttr) else 0


def _innermost(op: Operation, key: str) -> Attribute | None:
    step: Operation | None = op
    while step is not None:
        spec = spec_of(step)
        found = spec.get(key) if spec is not None else None
        if found is not None:
            return found
        step = step.parent_op
    return None


def check_layout(op: Operation, spec: DataLayoutSpecAttr) -> Diagnostic | None:
    """The error of the layout that an op declares; None if it is valid."""
    for entry in spec:
        problem = _entry_problem(entry)
        if problem:
            return error(problem, op.where)
    outer = op.parent_op
    while outer is not None:
        around = spec_of(outer)
        if around is not None and not _combines(around, spec):
            found = error("data layout does not combine with layouts of enclosing ops", op.where)
            return found.note("enclosing op with data layout", outer.where)
        outer = outer.parent_op
    return None


def _combines(outer: DataLayoutSpecAttr, inner: DataLayoutSpecAttr) -> bool:
    """Named entries must agree; types may be refined."""
    return all(
        not isinstance(e.key, StringAttr) or outer.get(e.key) in (None, e.value) for e in inner
    )


def _entry_problem(entry: DataLayoutEntryAttr) -> str:
    key = entry.key
    if isinstance(key, StringAttr):
        return _name_problem(key.value, entry)
    if key is INDEX:
        if isinstance(entry.value, IntegerAttr):
            return ""
        return f"expected integer attribute in the data layout entry for '{key}'"
    if isinstance(key, (IntegerType, FloatType)):
        return _number_problem(entry)
    if isinstance(key, OpaqueType):
        return ""  # its dialect knows
    if not isinstance(key, Type) or key.dialect_name() == "builtin":
        return "unexpected data layout for a built-in type"
    check = getattr(key, "check_layout", None)
    if check is None:
        return "data layout specified for a type that does not support it"
    return check(entry.value) or ""


def _name_problem(name: str, entry: DataLayoutEntryAttr) -> str:
    dialect, dot, _ = name.partition(".")
    if dialect != "dlti":
        if dot and dialect in builtin_dialect_names():
            return f"the '{dialect}' dialect does not support identifier data layout entries"
        return ""
    if name == "dlti.endianness":
        if isinstance(entry.value, StringAttr) and entry.value.value in ("big", "little"):
            return ""
        return f"'{name}' data layout entry is expected to be either 'big' or 'little'"
    return "" if name in _NAMES else f"unknown data layout entry name: {name}"


def _number_problem(entry: DataLayoutEntryAttr) -> str:
    value = entry.value
    if not isinstance(value, DenseElementsAttr) or value.element_type is not I64:
        return f"expected a dense i64 elements attribute in the data layout entry {entry}"
    numbers = list(value.values())
    if len(numbers) not in (1, 2):
        return f"expected 1 or 2 elements in the data layout entry {entry}"
    if numbers[-1] < numbers[0]:
        return (
            "preferred alignment is expected to be greater than or equal to the abi alignment in "
            f"data layout entry {entry}"
        )
    return ""
