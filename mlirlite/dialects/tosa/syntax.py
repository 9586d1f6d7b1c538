"""The syntax that tosa's ops share."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.dialects.tosa.attributes import PROPAGATE, NanPropagationModeAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    FunctionType,
    RankedTensorType,
    ShapedType,
    UnrankedTensorType,
)
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

FORMAT = "operands attr-dict `:` functional-type(operands, results)"


class KeywordOp(Op):
    """An op that has one of its choices as a bare keyword in the dictionary:
    `tosa.resize %x, … {mode = BILINEAR} : …`."""

    choice: ClassVar[str]
    choice_class: ClassVar[type[EnumAttr]]
    called: ClassVar[str] = ""
    """Its name in the message for a wrong keyword, if that is not `choice`."""

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        operands = p.comma_list(p.operand)
        entries: dict[str, Attribute] = {}
        if p.peek("{"):
            p.comma_list(lambda: entries.update([cls._entry(p)]), "{", "}")
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, FunctionType):
            raise p.error("invalid kind of type specified", where)
        state.operands = p.resolve_all(operands, list(type.inputs))
        state.result_types = list(type.results)
        definition: Any = cls.definition
        declared = definition.properties
        for name, value in entries.items():
            (state.properties if name in declared else state.attributes)[name] = value

    @classmethod
    def _entry(cls, p: "OpParser") -> tuple[str, Attribute]:
        name = p.keyword()
        p.expect("=")
        word = p.optional_keyword() if name == cls.choice else None
        if word is None:
            return name, p.attribute()
        if word not in cls.choice_class.keywords:
            raise p.error(f"invalid {cls.called or cls.choice} value: {word}")
        return name, cls.choice_class(cls.choice_class.keywords[word])

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        entries = {**self.properties, **self.attributes}
        for name in self.elided():
            entries.pop(name, None)
        p.text(" ")
        p.values(self.operands)
        if entries:
            p.text(" {")
            for i, name in enumerate(sorted(entries)):
                value = entries[name]
                p.text(f"{', ' if i else ''}{name} = ")
                if isinstance(value, self.choice_class):
                    case: Any = value.value
                    p.text(case.name)
                elif isinstance(value, UnitAttr):
                    p.text("unit")
                else:
                    p.attribute(value)
            p.text("}")
        p.text(" : ")
        p.functional_type(self.operands, self.results)

    def elided(self) -> Iterable[str]:
        """Implied properties."""
        return ()


class NanModeOp(KeywordOp):
    """An op that may leave NaNs out: `nan_mode = IGNORE`."""

    choice = "nan_mode"
    choice_class = NanPropagationModeAttr

    def elided(self) -> Iterable[str]:
        return ("nan_mode",) if self.properties.get("nan_mode") is PROPAGATE else ()


def mlir_shape(sizes: Iterable[int]) -> tuple[int, ...]:
    """Sizes as tosa writes them, -1 for unknown, as the shape of a type."""
    return tuple(DYNAMIC if n == -1 else n for n in sizes)


def index_elements(sizes: Iterable[int]) -> DenseElementsAttr:
    """A shape, or other sizes, as tosa writes them: `dense<[2, -1]> : tensor<2xindex>`."""
    sizes = [-1 if n == DYNAMIC else n for n in sizes]
    return DenseElementsAttr.of(RankedTensorType((len(sizes),), INDEX), sizes)


def variable_type(shape: Attribute, element: Type) -> RankedTensorType:
    """The type of a variable."""
    sizes = shape.values() if isinstance(shape, DenseElementsAttr) else ()
    found: RankedTensorType = RankedTensorType(mlir_shape(sizes), element)
    return found


@directive("VariableOpTypeOrInitialValue", "tosa")
class VariableOpTypeOrInitialValue:
    """`= dense<1.0> : tensor<2xf32>`, or `: tensor<2xf32>`: shape, element type and first value."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if p.accept("="):
            with p.then("expected attribute"):
                value = p.attribute()
            type = getattr(value, "type", None)
            if not isinstance(type, Type):
                raise p.error("expected Typed attr")
        else:
            value = None
            with p.then("expected type after colon"):
                p.expect(":")
                type = p.type()
        if not isinstance(type, ShapedType):
            raise p.error("expected shaped type")
        if isinstance(type, UnrankedTensorType):
            raise p.error("expected ranked type")
        return index_elements(type.shape), type.element_type, value

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        shape, element, value = values
        if value is None:
            p.text(": ")
            p.type(variable_type(shape, element))
        else:
            p.text("= ")
            p.attribute(value)
