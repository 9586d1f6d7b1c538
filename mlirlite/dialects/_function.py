"""The common part of ops that are functions: `name(args) -> results attributes {…} body`, its
printing, and its checks.

func.func, llvm.func and the entry points of other dialects build their syntax from these parts;
`FunctionOp` is all of it, for those that look like func.func.
"""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Self

from mlirlite.dialects._constraints import DictionaryArray, FunctionTypeAttr, SymbolName
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EMPTY_DICT, ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.record import Record, field

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

VISIBILITIES = ("public", "private", "nested")


class Signature(Record, frozen=False):
    """A parsed signature. `arguments` are entry block arguments, or unnamed ones of a declaration
    (`name` is empty)."""

    arguments: list[Any] = field(factory=list)
    variadic: bool = False
    result_types: list[Type] = field(factory=list)
    result_attributes: list[dict[str, Attribute]] = field(factory=list)

    @property
    def argument_types(self) -> list[Type]:
        """Types of the arguments."""
        return [a.type for a in self.arguments]


def parse_signature(p: "OpParser", *, variadic: bool = False) -> Signature:
    """`(args) -> results`. Arguments are all named or all unnamed; `...` may end them when
    `variadic`."""
    signature = Signature()

    def argument() -> None:
        where = p.here()
        if signature.variadic:
            raise p.error("variadic arguments must be in the end of the argument list", where)
        if variadic and p.accept("..."):
            signature.variadic = True
            return
        named = p.peek("%")
        if signature.arguments and bool(signature.arguments[0].name) != named:
            wanted = "type instead of SSA identifier" if named else "SSA identifier"
            raise p.error(f"expected {wanted}", where)
        signature.arguments.append(p.argument(attrs=True) if named else _unnamed(p))

    p.comma_list(argument, "(", ")")
    if p.accept("->"):
        signature.result_types, signature.result_attributes = parse_results(p)
    return signature


def _unnamed(p: "OpParser") -> Any:
    """`type {attrs} loc(…)`: an argument of a declaration."""
    from mlirlite.parser import Argument  # late: only text needs the parser

    where = p.here()
    type = p.type()
    return Argument("", type, p.optional_attr_dict(), p.optional_trailing_location(), where)


def parse_results(p: "OpParser") -> tuple[list[Type], list[dict[str, Attribute]]]:
    """What follows `->`: a type, or `(type {attrs}, …)`."""
    if not p.peek("("):
        return [p.type()], [{}]
    types: list[Type] = []
    attributes: list[dict[str, Attribute]] = []

    def one() -> None:
        types.append(p.type())
        attributes.append(p.optional_attr_dict())

    p.comma_list(one, "(", ")")
    return types, attributes


def argument_dictionaries(dictionaries: Sequence[dict[str, Attribute]]) -> ArrayAttr | None:
    """The `arg_attrs` or `res_attrs` property, None when all are empty."""
    if not any(dictionaries):
        return None
    return ArrayAttr(
        tuple([DictionaryAttr(tuple(d.items())) if d else EMPTY_DICT for d in dictionaries])
    )


def store_signature(state: "OpState", function_type: Type, signature: Signature) -> None:
    """Write a signature into the properties `function_type`, `arg_attrs`, `res_attrs`."""
    state.properties["function_type"] = function_type
    arguments = argument_dictionaries([a.attributes or {} for a in signature.arguments])
    results = argument_dictionaries(signature.result_attributes)
    if arguments is not None:
        state.properties["arg_attrs"] = arguments
    if results is not None:
        state.properties["res_attrs"] = results


def parse_function(p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
    """`visibility? @name(args) -> results attributes {…} { body }`, the syntax of func.func."""
    visibility = p.optional_keyword(*VISIBILITIES)
    if visibility is not None:
        state.properties["sym_visibility"] = StringAttr(visibility)
    state.properties["sym_name"] = StringAttr(p.symbol_name())
    signature = parse_signature(p)
    parse_function_attributes(p, state)
    function_type = FunctionType(tuple(signature.argument_types), tuple(signature.result_types))
    store_signature(state, function_type, signature)
    yield from parse_body(p, state, signature)


def parse_function_attributes(p: "OpParser", state: "OpState") -> None:
    """`attributes {…}`, without the names that the syntax has elsewhere."""
    where = p.here()
    inferred = ("sym_visibility", "sym_name", "function_type")
    before = {n: state.properties.pop(n) for n in inferred if n in state.properties}
    p.op_attr_dict(state, keyword=True)
    for name in inferred:
        if name in state.properties or name in state.attributes:
            raise p.error(
                f"'{name}' is an inferred attribute and should not be specified in the explicit "
                "attribute dictionary",
                where,
            )
    state.properties.update(before)


def parse_body(p: "OpParser", state: "OpState", signature: Signature) -> Generator[Any, Any, None]:
    """The body, which a declaration leaves out."""
    where = p.here()
    arguments = signature.arguments
    named = arguments if arguments and arguments[0].name else ()
    region = yield p.optional_region(named)
    if region is None:
        region = Region()
    elif region.empty:
        raise p.error("expected non-empty function body", where)
    state.regions.append(region)


def print_function(p: "Printer", op: Operation) -> None:
    """As `parse_function` reads it."""
    p.text(" ")
    visibility = op.properties.get("sym_visibility")
    if isinstance(visibility, StringAttr):
        p.text(visibility.value + " ")
    p.symbol_name(symbol_of(op))
    function_type = op.properties["function_type"]
    if not isinstance(function_type, FunctionType):
        raise TypeError(f"'{op.name}' has no function type")
    print_signature(p, op, function_type.inputs, function_type.results)
    print_function_attributes(p, op)
    print_body(p, op)


def symbol_of(op: Operation) -> str:
    """The op's `sym_name`, empty when it has none."""
    name = op.properties.get("sym_name")
    return name.value if isinstance(name, StringAttr) else ""


def dictionaries_of(op: Operation, name: str, count: int) -> list[DictionaryAttr]:
    """The dictionaries of `arg_attrs` or `res_attrs`, empty ones where the property is missing."""
    array = op.properties.get(name)
    if not isinstance(array, ArrayAttr):
        return [EMPTY_DICT] * count
    return [d for d in array if isinstance(d, DictionaryAttr)]


def print_signature(
    p: "Printer",
    op: Operation,
    inputs: Sequence[Type],
    results: Sequence[Type],
    *,
    variadic: bool = False,
) -> None:
    """`(args) -> results`: with names when the op has a body, types only otherwise."""
    region = op.regions[0]
    arguments = region.first.args if region.first is not None else None
    p.text("(")
    for i, dictionary in enumerate(dictionaries_of(op, "arg_attrs", len(inputs))):
        if i:
            p.text(", ")
        if arguments is not None:
            p.value(arguments[i])
            p.text(": ")
        p.type(inputs[i])
        # Upstream looks for aliases in the attributes of declarations only.
        print_dictionary(p, dictionary, visit=arguments is None)
        if arguments is not None:
            p.argument_location(arguments[i])
    if variadic:
        p.text(", ..." if inputs else "...")
    p.text(")")
    print_results(p, results, dictionaries_of(op, "res_attrs", len(results)))


def print_results(
    p: "Printer", results: Sequence[Type], dictionaries: Sequence[DictionaryAttr]
) -> None:
    """` -> type` or ` -> (type {attrs}, …)`; nothing without results."""
    if not results:
        return
    p.text(" -> ")
    plain = (
        len(results) == 1 and not isinstance(results[0], FunctionType) and not len(dictionaries[0])
    )
    if plain:
        p.type(results[0])
        return
    p.text("(")
    for i, type in enumerate(results):
        if i:
            p.text(", ")
        p.type(type)
        print_dictionary(p, dictionaries[i])
    p.text(")")


def print_dictionary(p: "Printer", dictionary: DictionaryAttr, *, visit: bool = True) -> None:
    """` {…}` unless empty; without `visit`, no alias is made for its entries."""
    if len(dictionary):
        p.text(" ")
        p.dictionary(dictionary, visit=visit)


def print_function_attributes(p: "Printer", op: Operation, elided: Sequence[str] = ()) -> None:
    """` attributes {…}`, without what the signature says."""
    p.attr_dict_with_keyword(
        op,
        ("sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", *elided),
    )


def print_body(p: "Printer", op: Operation) -> None:
    """The body, without its entry arguments, which the signature has shown."""
    if not op.regions[0].empty:
        p.text(" ")
        p.region(op.regions[0], print_entry_args=False, print_empty_block=True)


# Checks (upstream: function_interface_impl::verifyTrait and FunctionOpInterface)


def verify_function(
    op: Operation, inputs: Sequence[Type], results: Sequence[Type]
) -> Diagnostic | None:
    """Counts and names of argument and result attributes; types of the entry block's arguments."""
    for kind, name, count in (
        ("argument", "arg_attrs", len(inputs)),
        ("result", "res_attrs", len(results)),
    ):
        array = op.properties.get(name)
        if not isinstance(array, ArrayAttr):
            continue
        if len(array) != count:
            return op.error(
                f"expects {kind} attribute array to have the same number of elements as the "
                f"number of function {kind}s, got {len(array)}, but expected {count}"
            )
        for dictionary in array:
            if not isinstance(dictionary, DictionaryAttr):
                return op.error(
                    f"expects {kind} attribute dictionary to be a DictionaryAttr, but got `"
                    f"{dictionary}`"
                )
            for entry, _ in dictionary.entries:
                if "." not in entry:
                    what = "arguments" if kind == "argument" else "results"
                    return op.error(f"{what} may only have dialect attributes")
    return verify_entry(op, inputs)


def verify_entry(op: Operation, inputs: Sequence[Type]) -> Diagnostic | None:
    """The entry block's arguments are those of the function type."""
    entry = op.regions[0].first
    if entry is None:
        return None
    if len(entry.args) != len(inputs):
        return op.error(
            f"entry block must have {len(inputs)} arguments to match function signature"
        )
    for i, (argument, type) in enumerate(zip(entry.args, inputs, strict=True)):
        if argument.type is not type:
            return op.error(
                f"type of entry block argument #{i}('{argument.type}') must match the type of the "
                f"corresponding argument in function signature('{type}')"
            )
    return None


class FunctionOp(Op, FunctionLike):
    """Base of ops that are functions and look like func.func:

    class KernelOp(FunctionOp, name="gpu.kernel", traits=(IsolatedFromAbove, Symbol)):
        body: RegionField
    """

    sym_name: Prop[SymbolName]
    function_type: Prop[FunctionTypeAttr]
    sym_visibility: OptProp[str]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]

    @classmethod
    def with_body(
        cls, name: str, inputs: Sequence[Type], results: Sequence[Type], **kwargs: Any
    ) -> Self:
        """A function with an entry block that has the arguments."""
        type = FunctionType(tuple(inputs), tuple(results))
        return cls(name, type, body=Region([Block(inputs)]), **kwargs)

    @property
    def arguments(self) -> list[Value]:
        """The entry block's arguments."""
        return list(self.regions[0].entry.args)

    def signature(self) -> FunctionType:
        return self.function_type

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        return parse_function(p, state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        print_function(p, self)

    def verify_op(self) -> Diagnostic | None:
        type = self.signature()
        return verify_function(self, type.inputs, type.results)


class FunctionSyntax(FunctionLike):
    """Syntax and checks of a function whose declaration is data: those of func.func."""

    __slots__ = ()

    signature = FunctionOp.signature

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        return parse_function(p, state)

    def print(self: Any, p: Any) -> None:
        print_function(p, self)

    def verify_op(self: Any) -> Diagnostic | None:
        type: FunctionType = self.function_type
        return verify_function(self, type.inputs, type.results)
