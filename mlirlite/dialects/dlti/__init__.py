"""The dlti dialect: what is known of the target, as attributes of modules."""

from mlirlite.dialects.dlti.attributes import (
    DataLayoutEntryAttr as DataLayoutEntryAttr,
    DataLayoutSpecAttr as DataLayoutSpecAttr,
    EntriesAttr as EntriesAttr,
    FunctionPointerAlignmentAttr as FunctionPointerAlignmentAttr,
    MapAttr as MapAttr,
    TargetDeviceSpecAttr as TargetDeviceSpecAttr,
    TargetSystemSpecAttr as TargetSystemSpecAttr,
)
from mlirlite.dialects.dlti.layout import check_layout as check_layout
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import HasDataLayout
from mlirlite.support.diagnostics import Diagnostic, error

_KINDS: dict[str, type[Attribute]] = {
    "dlti.dl_spec": DataLayoutSpecAttr,
    "dlti.map": MapAttr,
    "dlti.target_system_spec": TargetSystemSpecAttr,
}


class DLTIDialect(Dialect):
    """Its attributes on ops have the right kinds, and a module's layout is compatible with those
    around it."""

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        kind = _KINDS.get(name)
        if kind is None:
            return error(f"attribute '{name}' not supported by dialect", op.where)
        if not isinstance(value, kind):
            return error(f"'{name}' is expected to be a #{name} attribute", op.where)
        if isinstance(value, DataLayoutSpecAttr) and op.has_trait(HasDataLayout):
            return check_layout(op, value)
        return None


DIALECT = DLTIDialect("dlti", __name__)
