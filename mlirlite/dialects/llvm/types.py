"""Types of the LLVM dialect: `!llvm.ptr`, `!llvm.struct<(i32, ptr)>`, `!llvm.array<4 x i8>`,
`!llvm.func<void (i32, ...)>` …

Inside the angle brackets of one of them another is written without its `!llvm.`.
"""

from typing import Any, cast

from mlirlite.dialects._pointers import PointerType
from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.parts import bottom_up
from mlirlite.ir.types import I64, FloatType, IntegerType, VectorType
from mlirlite.parser import parameter


class LLVMType(Type):
    """Base of the dialect's types."""

    description = "LLVM dialect type"

    @property
    def mnemonic(self) -> str:
        """The name without the dialect: `ptr`."""
        return self.name[5:]


class LLVMVoidType(LLVMType, name="llvm.void"):
    """`!llvm.void`: the result of a function without results."""


class LLVMTokenType(LLVMType, name="llvm.token"):
    """`!llvm.token`."""


class LLVMLabelType(LLVMType, name="llvm.label"):
    """`!llvm.label`."""


class LLVMMetadataType(LLVMType, name="llvm.metadata"):
    """`!llvm.metadata`."""


class LLVMPPCFP128Type(LLVMType, name="llvm.ppc_fp128"):
    """`!llvm.ppc_fp128`."""

    vector_element = True


class LLVMX86AMXType(LLVMType, name="llvm.x86_amx"):
    """`!llvm.x86_amx`."""


_POINTER_LAYOUT = (
    "expected layout attribute for '{}' to be a dense integer elements attribute with 3 or 4 "
    "elements"
)


def _alignment_problem(abi: Any, preferred: Any = None) -> str | None:
    if preferred is not None and abi > preferred:
        return "preferred alignment is expected to be at least as large as ABI alignment"
    return None


class LLVMPointerType(PointerType, LLVMType, name="llvm.ptr"):
    """`!llvm.ptr`, `!llvm.ptr<1>`: an address in an address space."""

    vector_element = True
    memref_element = True  # MLIR differs: lowered strings are memrefs of pointers

    address_space: int = 0

    def check_layout(self, value: Attribute) -> str | None:
        """The error of an entry of a data layout for this type."""
        if not isinstance(value, DenseElementsAttr) or value.type.num_elements not in (3, 4):
            return _POINTER_LAYOUT.format(self)
        if not isinstance(value.element_type, IntegerType):
            return _POINTER_LAYOUT.format(self)
        if value.element_type is not I64:
            return f"expected i64 parameters for '{self}'"
        return _alignment_problem(*list(value.values())[1:3])

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        if not p.accept("<"):
            return PTR
        space = p.integer()
        p.expect(">")
        return cls(space)

    def print(self, p: Any) -> None:
        if self.address_space:
            p.text(f"<{self.address_space}>")


class LLVMArrayType(LLVMType, name="llvm.array"):
    """`!llvm.array<4 x i8>`: a number of elements, one after the other."""

    count: int
    element_type: Type

    def verify(self) -> None:
        if not _is_element(self.element_type):
            raise ValueError(f"invalid array element type: '{self.element_type}'")

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        count = p.optional_integer()
        if count is None:
            raise p.error("expected integer value")
        p.expect("x")
        element = parse_inner(p)
        p.expect(">")
        return cls(count, element)

    def print(self, p: Any) -> None:
        p.text(f"<{self.count} x ")
        print_inner(p, self.element_type)
        p.text(">")


class LLVMFunctionType(LLVMType, name="llvm.func"):
    """`!llvm.func<i32 (ptr, ...)>`: one result, `!llvm.void` for none."""

    result: Type
    params: tuple[Type, ...] = ()
    vararg: bool = False

    def verify(self) -> None:
        if isinstance(self.result, (LLVMFunctionType, LLVMMetadataType, LLVMLabelType)):
            raise ValueError(f"invalid function result type: '{self.result}'")
        for param in self.params:
            if isinstance(param, (LLVMFunctionType, LLVMVoidType)):
                raise ValueError(f"invalid function argument type: '{param}'")

    @property
    def results(self) -> tuple[Type, ...]:
        """The result types of a call: none for void."""
        return () if isinstance(self.result, LLVMVoidType) else (self.result,)

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        result = parse_inner(p)
        p.expect("(")
        params: list[Type] = []
        vararg = False
        if not p.accept(")"):
            while True:
                if p.accept("..."):
                    vararg = True
                    break
                params.append(parse_inner(p))
                if not p.accept(","):
                    break
            p.expect(")")
        p.expect(">")
        return cls(result, tuple(params), vararg)

    def print(self, p: Any) -> None:
        p.text("<")
        print_inner(p, self.result)
        p.text(" (")
        for i, param in enumerate(self.params):
            if i:
                p.text(", ")
            print_inner(p, param)
        if self.vararg:
            p.text(", ..." if self.params else "...")
        p.text(")>")


class LLVMStructType(LLVMType, name="llvm.struct"):
    """`!llvm.struct<(i32, ptr)>`, `!llvm.struct<packed (i8, i32)>`, `!llvm.struct<"name", (i32)>`,
    `!llvm.struct<"name", opaque>`.

    # MLIR differs: a named struct is its name and its body together; the body is never set later,
    and two bodies of one
    name are told apart when LLVM IR is made.
    """

    body: tuple[Type, ...] = ()
    identifier: str | None = None
    packed: bool = False
    opaque: bool = False
    reference: bool = False
    """Refers to the enclosing named struct: `!llvm.struct<"name">`."""

    def check_layout(self, value: Attribute) -> str | None:
        """The error of an entry of a data layout for this type."""
        if not isinstance(value, DenseElementsAttr) or value.type.num_elements not in (1, 2):
            return (
                f"expected layout attribute for '{self}' to be a dense integer elements attribute "
                "of 1 or 2 elements"
            )
        if value.element_type is not I64:
            return f"expected i64 entries for '{self}'"
        if self.identifier is not None or self.body:
            return f"unexpected layout attribute for struct '{self}'"
        return _alignment_problem(*value.values())

    def verify(self) -> None:
        for element in self.body:
            if not _is_element(element):
                raise ValueError(f"invalid LLVM structure element type: '{element}'")

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        where = p.here()
        identifier = p.optional_string()
        if identifier is None:
            if p.peek("opaque"):
                raise p.error("only identified structs can be opaque")
            return cls._parse_body(p, None)
        known: dict[tuple[str, str], Attribute] = p.state.identified
        nesting = p.state.nesting
        key = (cls.name, identifier)
        if p.peek(">"):
            if key in nesting.enclosing:
                p.expect(">")
                return cls((), identifier, reference=True)
            raise p.error("struct without a body only allowed in a recursive struct", where)
        p.expect(",")
        if p.accept("opaque"):
            p.expect(">")
            made = cls((), identifier, False, True)
            if key in nesting.enclosing or known.setdefault(key, made) is not made:
                raise p.error("redeclaring defined struct as opaque", where)
            return made
        if key in nesting.enclosing:
            raise p.error("identifier already used for an enclosing struct", where)
        with nesting.inside(key):
            made = cls._parse_body(p, identifier)
        if known.setdefault(key, made) is not made:
            raise p.error("identified type already used with a different body", where)
        return made

    @classmethod
    def _parse_body(cls, p: Any, identifier: str | None) -> "LLVMStructType":
        packed = p.accept("packed")
        p.expect("(")
        body: list[Type] = []
        if not p.accept(")"):
            body.append(parse_inner(p))
            while p.accept(","):
                body.append(parse_inner(p))
            p.expect(")")
        p.expect(">")
        return cls(tuple(body), identifier, packed)

    def print(self, p: Any) -> None:
        p.text("<")
        if self.identifier is not None:
            p.string(self.identifier)
            if self.reference:
                p.text(">")
                return
            p.text(", ")
        if self.opaque:
            p.text("opaque>")
            return
        p.text("packed (" if self.packed else "(")
        for i, element in enumerate(self.body):
            if i:
                p.text(", ")
            print_inner(p, element)
        p.text(")>")


class LLVMTargetExtType(LLVMType, name="llvm.target"):
    """`!llvm.target<"spirv.Image", i32, 1>`: a target's own type with type and integer
    parameters."""

    ext_name: str
    type_params: tuple[Type, ...] = ()
    int_params: tuple[int, ...] = ()

    @property
    def has_zero(self) -> bool:
        """True when LLVM can make a zero of it, and globals of it."""
        return self.ext_name.partition(".")[0] == "spirv"

    @property
    def supports_memory(self) -> bool:
        """True when it can be allocated, loaded and stored."""
        return self.has_zero or self.ext_name == "aarch64.svcount"

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        with parameter(p, cls, "extTypeName"):
            ext_name = p.string()
        types: list[Type] = []
        integers: list[int] = []
        while p.accept(","):
            number = p.optional_integer()
            if number is not None:
                integers.append(number)
            elif integers:
                raise p.error("failed to parse parameter list for target extension type")
            else:
                types.append(parse_inner(p))
        p.expect(">")
        return cls(ext_name, tuple(types), tuple(integers))

    def print(self, p: Any) -> None:
        p.text("<")
        p.string(self.ext_name)
        for inner in self.type_params:
            p.text(", ")
            print_inner(p, inner)
        for number in self.int_params:
            p.text(f", {number}")
        p.text(">")


_CLASSES: dict[str, type[LLVMType]] = {
    cls.name[5:]: cls
    for cls in (
        LLVMVoidType,
        LLVMTokenType,
        LLVMLabelType,
        LLVMMetadataType,
        LLVMPPCFP128Type,
        LLVMX86AMXType,
        LLVMPointerType,
        LLVMArrayType,
        LLVMFunctionType,
        LLVMStructType,
        LLVMTargetExtType,
    )
}


def parse_inner(p: Any) -> Type:
    """A type inside another one of the dialect: `!llvm.` may be left out."""
    keyword = p.optional_keyword(*_CLASSES)
    if keyword is None:
        return cast(Type, p.type())
    return cast(Type, p.body(_CLASSES[keyword]))


def print_inner(p: Any, type: Type) -> None:
    """Print a type inside another one of the dialect."""
    if isinstance(type, LLVMType):
        p.text(p.attribute_text(type).removeprefix("!llvm."))
    else:
        p.type(type)


_NO_ELEMENT = (LLVMVoidType, LLVMLabelType, LLVMMetadataType, LLVMFunctionType, LLVMTokenType)


def _is_element(type: Type) -> bool:
    return not isinstance(type, _NO_ELEMENT)


PTR: LLVMPointerType = LLVMPointerType()
VOID: LLVMVoidType = LLVMVoidType()


def is_vector(type: Attribute) -> bool:
    """True for a vector that LLVM has: one dimension of numbers or pointers."""
    return (
        isinstance(type, VectorType)
        and len(type.shape) == 1
        and is_vector_element(type.element_type)
    )


def is_vector_element(type: Attribute) -> bool:
    """True for valid elements of an LLVM vector."""
    if isinstance(type, IntegerType):
        return type.is_signless
    return isinstance(type, (FloatType, LLVMPointerType, LLVMPPCFP128Type))


_LLVM_FLOATS = ("f16", "bf16", "f32", "f64", "f80", "f128")


@bottom_up
def is_compatible(type: Attribute) -> bool:
    """True for a type that LLVM IR has: signless integers, IEEE floats and bf16, 1-D vectors of
    these, the dialect's own."""
    match type:
        case IntegerType():
            return type.is_signless
        case FloatType():
            return type.keyword in _LLVM_FLOATS
        case VectorType():
            return is_vector(type)
        case LLVMStructType():
            return all(map(is_compatible, type.body))
        case LLVMArrayType():
            return is_compatible(type.element_type)
        case LLVMFunctionType():
            return is_compatible(type.result) and all(map(is_compatible, type.params))
    return isinstance(type, (LLVMType, PointerType))


def is_pointer(type: Attribute) -> bool:
    """True for `!llvm.ptr` in any address space."""
    return isinstance(type, LLVMPointerType)


def is_aggregate(type: Attribute) -> bool:
    """True for structs and arrays."""
    return isinstance(type, (LLVMStructType, LLVMArrayType))


@bottom_up
def has_size(type: Attribute) -> bool:
    """True for types that can be loaded and stored."""
    if isinstance(type, LLVMStructType):
        return not type.opaque and all(map(has_size, type.body))
    if isinstance(type, LLVMArrayType):
        return has_size(type.element_type)
    if isinstance(type, LLVMTargetExtType):
        return type.supports_memory
    if isinstance(type, OpaqueType):
        return True  # its dialect may give it one
    return is_compatible(type) and not isinstance(
        type, (LLVMVoidType, LLVMLabelType, LLVMMetadataType, LLVMFunctionType, LLVMTokenType)
    )
