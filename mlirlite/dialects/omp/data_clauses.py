"""The syntax of clauses about data: dependences, alignments, mapping to devices, task sizes."""

from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.dialects.omp.clauses import Keyword, one_of
from mlirlite.dialects.omp.enums import (
    BindKindAttr,
    CancellationConstructTypeAttr,
    ClauseDependAttr,
    ClauseMapFlagsAttr,
    ClauseTaskDependAttr,
    GrainsizeTypeAttr,
    MapFlags,
    MemoryOrderKindAttr,
    NumTasksTypeAttr,
    Strictness,
    TaskDepend,
    VariableCaptureKindAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


@directive("MemoryOrder", "omp")
class MemoryOrderClause(Keyword):
    """`seq_cst`."""

    attribute = MemoryOrderKindAttr


@directive("Cancellation", "omp")
class CancellationClause(Keyword):
    """`parallel`."""

    attribute = CancellationConstructTypeAttr


@directive("Bind", "omp")
class BindClause(Keyword):
    """`teams`."""

    attribute = BindKindAttr


@directive("Depend", "omp")
class DependClause(Keyword):
    """`dependsink`."""

    attribute = ClauseDependAttr


@directive("CaptureType", "omp")
class CaptureType(Keyword):
    """`ByRef`."""

    attribute = VariableCaptureKindAttr


@directive("DependVarList", "omp")
class DependVarList:
    """`taskdependin -> %x : memref<i32>`, any number of them."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        variables: list[Any] = []
        types: list[Type] = []
        kinds: list[Any] = []

        def one() -> None:
            kinds.append(ClauseTaskDependAttr(one_of(p, TaskDepend, "invalid clause value: '{}'")))
            p.expect("->")
            variables.append(p.operand())
            p.expect(":")
            types.append(p.type())

        p.comma_list(one)
        return variables, types, ArrayAttr(tuple(kinds))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        variables, _, kinds = values
        for i, (variable, kind) in enumerate(zip(variables, kinds or (), strict=False)):
            p.text(", " if i else "")
            p.text(f"{TaskDepend(kind.value).name} -> ")
            p.value(variable)
            p.text(" : ")
            p.type(variable.type)


@directive("AlignedClause", "omp")
class AlignedClause:
    """`%x : memref<i32> -> 32`, any number of them."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        variables: list[Any] = []
        types: list[Type] = []
        alignments: list[Any] = []

        def one() -> None:
            variables.append(p.operand())
            p.expect(":")
            types.append(p.type())
            p.expect("->")
            alignments.append(p.attribute())

        p.comma_list(one)
        return variables, types, ArrayAttr(tuple(alignments))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        variables, _, alignments = values
        for i, (variable, alignment) in enumerate(zip(variables, alignments or (), strict=False)):
            p.text(", " if i else "")
            p.value(variable)
            p.text(" : ")
            p.type(variable.type)
            p.text(" -> ")
            p.attribute(alignment)


_MODIFIERS = {
    word: MapFlags[word] for word in ("always", "implicit", "ompx_hold", "close", "present")
}
_OTHERS = {
    "delete": MapFlags.del_,
    "return_param": MapFlags.return_param,
    "storage": MapFlags.storage,
    "private": MapFlags.priv,
    "literal": MapFlags.literal,
    **{
        word: MapFlags[word]
        for word in (
            "attach",
            "attach_always",
            "attach_none",
            "attach_auto",
            "ref_ptr",
            "ref_ptee",
            "ref_ptr_ptee",
            "is_device_ptr",
        )
    },
}
_BOTH = MapFlags.to | MapFlags.from_
_MAP_WORDS = {
    **_MODIFIERS,
    "tofrom": _BOTH,
    "to": MapFlags.to,
    "from": MapFlags.from_,
    **_OTHERS,
}


@directive("MapClause", "omp")
class MapClause:
    """`always, tofrom`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        flags = MapFlags.none

        def one() -> None:
            nonlocal flags
            flags |= _MAP_WORDS.get(p.keyword(), MapFlags.none)

        p.comma_list(one)
        return ClauseMapFlagsAttr(flags)

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        flags = values[0].value
        words = [word for word, flag in _MODIFIERS.items() if flags & flag]
        if flags & _BOTH:
            words.append(
                "tofrom" if flags & _BOTH == _BOTH else "to" if flags & MapFlags.to else "from"
            )
        words += [word for word, flag in _OTHERS.items() if flags & flag]
        p.text(", ".join(words or ["none"]))


@directive("MembersIndex", "omp")
class MembersIndex:
    """`[0], [1, 2]`: the position of each member in the type."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        lists = p.comma_list(lambda: p.comma_list(p.integer, "[", "]"))
        return ArrayAttr(tuple([ArrayAttr(tuple(map(i64_attr, numbers))) for numbers in lists]))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        lists = [f"[{', '.join(str(i.value) for i in numbers)}]" for numbers in values[0] or ()]
        p.text(", ".join(lists))


class _Granularity:
    """`strict, %x : i32`."""

    attribute: ClassVar[Any]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState", *given: Any) -> Any:
        modifier = None
        if not p.peek("%"):
            where = p.here()
            word = p.keyword()
            if word not in Strictness.__members__:
                raise p.error(f"invalid {cls.word} modifier : '{word}'", where)
            modifier = cls.attribute(Strictness[word])
            p.expect(",")
        operand = p.operand()
        p.expect(":")
        return modifier, operand, p.type()

    word: ClassVar[str] = ""

    @classmethod
    def print(cls, p: "Printer", op: Operation, *values: Any) -> None:
        modifier, operand, type = values
        if modifier is not None:
            p.text(f"{Strictness(modifier.value).name}, ")
        p.value(operand)
        p.text(": ")
        p.type(type)


@directive("GrainsizeClause", "omp")
class GrainsizeClause(_Granularity):
    """How many iterations a task has."""

    attribute, word = GrainsizeTypeAttr, "grainsize"


@directive("NumTasksClause", "omp")
class NumTasksClause(_Granularity):
    """How many tasks a loop becomes."""

    attribute, word = NumTasksTypeAttr, "num_tasks"


@directive("LoopTransformClis", "omp")
class LoopTransformClis:
    """`(%grid, %tile) <- (%loop)`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        generated = p.operand_list("(", ")") if p.peek("(") else []
        p.expect("<-")
        return generated, p.operand_list("(", ")")

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        generated, applied = values
        if generated:
            p.text("(")
            p.values(generated)
            p.text(") ")
        p.text("<- (")
        p.values(applied)
        p.text(")")
