"""The common syntax and checks of calls: variadic callees, attributes of arguments, bundles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._function import dictionaries_of, parse_results, print_dictionary
from mlirlite.dialects.llvm.enums import CConv
from mlirlite.dialects.llvm.types import VOID, LLVMFunctionType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    StringAttr,
    enum_keywords,
    i32_array,
)
from mlirlite.ir.constraints import is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState, UnresolvedOperand
    from mlirlite.printer import Printer


CALL_CONVENTIONS = enum_keywords(CConv)
NO_BUNDLES: Any = i32_array(())

FunctionTypeProp = Annotated[
    LLVMFunctionType, is_a(LLVMFunctionType, summary="type attribute of LLVM function type")
]


def verify_variadic_type(
    op: Operation, type: LLVMFunctionType | None, arguments: Sequence[Value]
) -> Diagnostic | None:
    """The given type of a variadic callee fits the arguments and the result."""
    if type is None:
        return None
    wrong: Diagnostic | None = None
    if not type.vararg:
        wrong = op.error("expected var_callee_type to be a variadic function type")
    elif len(type.params) > len(arguments):
        wrong = op.error(f"expected var_callee_type to have at most {len(arguments)} parameters")
    for param, argument in zip(type.params, arguments, strict=False):
        if wrong is None and param is not argument.type:
            wrong = op.error(
                f"var_callee_type parameter type mismatch: '{param}' != '{argument.type}'"
            )
    if wrong is not None:
        return wrong
    if not op.results:
        if type.result is not VOID:
            wrong = op.error("expected var_callee_type to return void")
    elif op.results[0].type is not type.result:
        wrong = op.error(
            f"var_callee_type return type mismatch: '{type.result}' != '{op.results[0].type}'"
        )
    return wrong


def verify_bundles(
    op: Operation, sizes: DenseArrayAttr, tags: ArrayAttr | None
) -> Diagnostic | None:
    """Every operand bundle has a tag, a string."""
    count = 0 if tags is None else len(tags)
    if tags is not None and not all(isinstance(t, StringAttr) for t in tags):
        return error("operand bundle tag must be a StringAttr", op.where)
    if count != len(sizes):
        return error(
            f"expected {len(sizes)} operand bundle tags, but actually got {count}", op.where
        )
    return None


def parse_variadic_type(p: "OpParser", state: "OpState") -> None:
    """`vararg(type)`, optional: the type of a variadic callee."""
    if p.accept("vararg"):
        p.expect("(")
        where = p.here()
        type = p.type()
        if not isinstance(type, LLVMFunctionType):
            raise p.error("expected function type", where)
        state.properties["var_callee_type"] = type
        p.expect(")")


def parse_call_type(
    p: "OpParser",
    state: "OpState",
    operands: Sequence["UnresolvedOperand"],
    pointer: "UnresolvedOperand | None" = None,
) -> list[Value]:
    """`: (type {attrs}, …) -> type {attrs}`, after the type of the called pointer if there is one;
    the pointer and the arguments of these types."""
    where = p.here()
    types: list[Type] = []
    dictionaries: list[dict[str, Attribute]] = []
    named = list(operands)
    p.expect(":")
    if pointer is not None:
        named.insert(0, pointer)
        types.append(p.type())
        if not p.accept(","):
            raise p.error("expected indirect call to have 2 trailing types", where)

    def one() -> None:
        types.append(p.type())
        dictionaries.append(p.optional_attr_dict())

    kind = "direct call to have 1 trailing types" if pointer is None else "trailing function type"
    with p.then(f"expected {kind}", where):
        p.comma_list(one, "(", ")")
        p.expect("->")
        results, result_dictionaries = parse_results(p)
    if len(results) > 1:
        raise p.error("expected function with 0 or 1 result", where)
    if VOID in results:
        raise p.error("expected a non-void result type", where)
    if len(types) != len(named):
        raise p.error_at_op(
            "number of operands and types do not match: "
            f"got {len(named)} operands and {len(types)} types",
            state,
            where.start,
        )
    state.result_types = list(results)
    if any(dictionaries):
        state.properties["arg_attrs"] = _array(dictionaries)
    if any(result_dictionaries):
        state.properties["res_attrs"] = _array(result_dictionaries)
    return p.resolve_all(named, types)


def _array(dictionaries: Sequence[dict[str, Attribute]]) -> ArrayAttr:
    made: ArrayAttr = ArrayAttr(
        tuple([DictionaryAttr(tuple(d.items())) if d else EMPTY_DICT for d in dictionaries])
    )
    return made


def print_call_type(p: "Printer", op: Op, arguments: Sequence[Value]) -> None:
    p.text("(")
    for i, dictionary in enumerate(dictionaries_of(op, "arg_attrs", len(arguments))):
        p.text(", " if i else "")
        p.type(arguments[i].type)
        print_dictionary(p, dictionary)
    p.text(") -> ")
    if not op.results:
        p.text("()")
        return
    dictionary = dictionaries_of(op, "res_attrs", 1)[0]
    p.text("(" if len(dictionary) else "")
    p.type(op.results[0].type)
    print_dictionary(p, dictionary)
    p.text(")" if len(dictionary) else "")


# Operand bundles: ["tag"(%a, %b : i32, f32), …]

BUNDLE_NAMES = ("operandSegmentSizes", "op_bundle_sizes", "op_bundle_tags")


def parse_bundles(p: "OpParser") -> list[tuple[str, list[Value]]]:
    def bundle() -> tuple[str, list[Value]]:
        tag = p.string()
        p.expect("(")
        if p.accept(")"):
            return tag, []
        operands = p.operand_list()
        p.expect(":")
        types = p.type_list()
        if len(types) != len(operands):
            raise p.error(
                f"expected {len(operands)} types for operand bundle operands for operand bundle "
                f"#{len(seen)}, but actually got {len(types)}"
            )
        seen.append(tag)
        values = p.resolve_all(operands, types)
        p.expect(")")
        return tag, values

    seen: list[str] = []
    return p.comma_list(bundle, "[", "]") if p.peek("[") else []


def store_bundles(
    state: "OpState", values: Sequence[Value], bundles: Sequence[tuple[str, list[Value]]]
) -> None:
    extra = [v for _, group in bundles for v in group]
    state.operands = [*values, *extra]
    state.properties["operandSegmentSizes"] = i32_array((len(values), len(extra)))
    state.properties["op_bundle_sizes"] = i32_array([len(group) for _, group in bundles])
    if bundles:
        state.properties["op_bundle_tags"] = ArrayAttr(tuple([StringAttr(t) for t, _ in bundles]))


def print_bundles(
    p: "Printer", operands: Sequence[Value], sizes: DenseArrayAttr, tags: ArrayAttr | None
) -> None:
    if not sizes or tags is None:
        return
    p.text(" [")
    start = 0
    for i, (size, tag) in enumerate(zip(sizes, tags, strict=False)):
        p.text(", " if i else "")
        p.attribute(tag)
        group = operands[start : start + size]
        start += size
        p.text("(")
        if group:
            p.values(group)
            p.text(" : ")
            p.types([v.type for v in group])
        p.text(")")
    p.text("]")
