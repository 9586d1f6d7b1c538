"""Debug info as attributes, `#llvm.di_*`: files, scopes, types, variables, expressions."""

# mypy: disable-error-code=misc
# Required parameters stand between optional ones, as upstream prints them.

from typing import Any, ClassVar

from mlirlite.dialects.llvm._struct import StructAttr, Words
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DistinctAttr, StringAttr

TAG = Words("DW_TAG_", message="invalid debug info debug info tag name: {}")
ENCODING = Words("DW_ATE_", message="invalid debug info debug info encoding name: {}")
LANGUAGE = Words("DW_LANG_", message="invalid debug info debug info language name: {}")
CONVENTION = Words("DW_CC_", message="invalid debug info debug info calling convention name: {}")
OPERATION = Words("DW_OP_", message="invalid debug info debug info operation encoding name: {}")
EMISSION = Words(cases=("None", "Full", "LineTablesOnly", "DebugDirectivesOnly"))
NAME_TABLE = Words(cases=("Default", "GNU", "None", "Apple"))
FLAGS = Words()


class DINullTypeAttr(Attribute, name="llvm.di_null_type"):
    """`#llvm.di_null_type`: no type, as void."""

    def alias(self) -> str:
        """The name of the alias that stands for it."""
        return "di_null_type"


class DIFileAttr(Attribute, name="llvm.di_file"):
    """`#llvm.di_file<"name" in "directory">`."""

    file: str
    directory: str
    assembly_format = "`<` $file `in` $directory `>`"

    def alias(self) -> str:
        """The name of the alias that stands for it."""
        return "di_file"


class DIExpressionAttr(Attribute, name="llvm.di_expression"):
    """`#llvm.di_expression<[DW_OP_plus_uconst(16), DW_OP_deref]>`: how a value is found."""

    operations: tuple[tuple[str, tuple[int | str, ...]], ...] = ()

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<[…]>`; the list may be missing."""
        p.expect("<")
        found = p.comma_list(lambda: _operation(p), "[", "]") if p.peek("[") else ()
        p.expect(">")
        return cls(tuple(found))

    def print(self, p: Any) -> None:
        """Print the operations."""
        if not self.operations:
            p.text("<>")
            return
        parts = [
            f"{word}({', '.join(map(str, given))})" if given else word
            for word, given in self.operations
        ]
        p.text(f"<[{', '.join(parts)}]>")


def _operation(p: Any) -> tuple[str, tuple[int | str, ...]]:
    def argument() -> int | str:
        number: int | None = p.optional_integer()
        return ENCODING.read(p) if number is None else number

    word = OPERATION.read(p)
    return word, tuple(p.comma_list(argument, "(", ")")) if p.peek("(") else ()


class DIAnnotationAttr(StructAttr, name="llvm.di_annotation"):
    """`#llvm.di_annotation<…>`: a note on a declaration."""

    name_: Attribute
    value: Attribute
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "value": StringAttr,
    }

    def alias(self) -> str:
        return ""


class DIBasicTypeAttr(StructAttr, name="llvm.di_basic_type"):
    """`#llvm.di_basic_type<…>`: a type of the language itself."""

    tag: str = ""
    name_: Attribute
    sizeInBits: int = 0
    encoding: str = ""
    kinds: ClassVar[Any] = {
        "tag": TAG,
        "name": StringAttr,
        "sizeInBits": int,
        "encoding": ENCODING,
    }


class DICommonBlockAttr(StructAttr, name="llvm.di_common_block"):
    """`#llvm.di_common_block<…>`: a common block of Fortran."""

    scope: Attribute
    decl: Attribute | None = None
    name_: Attribute
    file: Attribute | None = None
    line: int = 0
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "file": DIFileAttr,
        "line": int,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DICompileUnitAttr(StructAttr, name="llvm.di_compile_unit"):
    """`#llvm.di_compile_unit<…>`: what was compiled, from what and how."""

    id: Attribute
    sourceLanguage: str
    file: Attribute
    producer: Attribute | None = None
    isOptimized: bool
    emissionKind: str
    nameTableKind: str = "Default"
    splitDebugFilename: Attribute | None = None
    kinds: ClassVar[Any] = {
        "id": DistinctAttr,
        "sourceLanguage": LANGUAGE,
        "file": DIFileAttr,
        "producer": StringAttr,
        "isOptimized": bool,
        "emissionKind": EMISSION,
        "nameTableKind": NAME_TABLE,
        "splitDebugFilename": StringAttr,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DICompositeTypeAttr(StructAttr, name="llvm.di_composite_type"):
    """`#llvm.di_composite_type<…>`: a type of several parts."""

    recId: Attribute | None = None
    isRecSelf: bool = False
    tag: str = ""
    name_: Attribute | None = None
    file: Attribute | None = None
    line: int = 0
    scope: Attribute | None = None
    baseType: Attribute | None = None
    flags: str = ""
    sizeInBits: int = 0
    alignInBits: int = 0
    dataLocation: Attribute | None = None
    rank: Attribute | None = None
    allocated: Attribute | None = None
    associated: Attribute | None = None
    elements: tuple[Attribute, ...] = ()
    kinds: ClassVar[Any] = {
        "recId": DistinctAttr,
        "isRecSelf": bool,
        "tag": TAG,
        "name": StringAttr,
        "file": DIFileAttr,
        "line": int,
        "flags": FLAGS,
        "sizeInBits": int,
        "alignInBits": int,
    }
    nested: ClassVar[Any] = {
        "file": DIFileAttr,
        "dataLocation": DIExpressionAttr,
        "rank": DIExpressionAttr,
        "allocated": DIExpressionAttr,
        "associated": DIExpressionAttr,
    }
    many = ("elements",)


class DIDerivedTypeAttr(StructAttr, name="llvm.di_derived_type"):
    """`#llvm.di_derived_type<…>`: a type made of another one."""

    tag: str = ""
    name_: Attribute | None = None
    baseType: Attribute | None = None
    sizeInBits: int = 0
    alignInBits: int = 0
    offsetInBits: int = 0
    dwarfAddressSpace: int | None = None
    extraData: Attribute | None = None
    kinds: ClassVar[Any] = {
        "tag": TAG,
        "name": StringAttr,
        "sizeInBits": int,
        "alignInBits": int,
        "offsetInBits": int,
        "dwarfAddressSpace": int,
    }


class DIGenericSubrangeAttr(StructAttr, name="llvm.di_generic_subrange"):
    """`#llvm.di_generic_subrange<…>`: bounds of an array by expressions."""

    count: Attribute | None = None
    lowerBound: Attribute
    upperBound: Attribute | None = None
    stride: Attribute

    def alias(self) -> str:
        return ""


class DIGlobalVariableAttr(StructAttr, name="llvm.di_global_variable"):
    """`#llvm.di_global_variable<…>`: a global variable."""

    scope: Attribute | None = None
    name_: Attribute | None = None
    linkageName: Attribute | None = None
    file: Attribute
    line: int
    type: Attribute
    isLocalToUnit: bool = False
    isDefined: bool = False
    alignInBits: int = 0
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "linkageName": StringAttr,
        "file": DIFileAttr,
        "line": int,
        "isLocalToUnit": bool,
        "isDefined": bool,
        "alignInBits": int,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


DICommonBlockAttr.nested["decl"] = DIGlobalVariableAttr


class DIGlobalVariableExpressionAttr(StructAttr, name="llvm.di_global_variable_expression"):
    """`#llvm.di_global_variable_expression<…>`: a global variable and how its value is found."""

    var: Attribute
    expr: Attribute | None = None
    nested: ClassVar[Any] = {"var": DIGlobalVariableAttr, "expr": DIExpressionAttr}


class DIImportedEntityAttr(StructAttr, name="llvm.di_imported_entity"):
    """`#llvm.di_imported_entity<…>`: a name from another scope."""

    tag: str = ""
    scope: Attribute
    entity: Attribute
    file: Attribute | None = None
    line: int = 0
    name_: Attribute | None = None
    elements: tuple[Attribute, ...] = ()
    kinds: ClassVar[Any] = {
        "tag": TAG,
        "file": DIFileAttr,
        "line": int,
        "name": StringAttr,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}
    many = ("elements",)


class DILabelAttr(StructAttr, name="llvm.di_label"):
    """`#llvm.di_label<…>`: a label."""

    scope: Attribute
    name_: Attribute | None = None
    file: Attribute | None = None
    line: int = 0
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "file": DIFileAttr,
        "line": int,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DILexicalBlockAttr(StructAttr, name="llvm.di_lexical_block"):
    """`#llvm.di_lexical_block<…>`: a block of statements."""

    scope: Attribute
    file: Attribute | None = None
    line: int = 0
    column: int = 0
    kinds: ClassVar[Any] = {
        "file": DIFileAttr,
        "line": int,
        "column": int,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DILexicalBlockFileAttr(StructAttr, name="llvm.di_lexical_block_file"):
    """`#llvm.di_lexical_block_file<…>`: a block that came from another file."""

    scope: Attribute
    file: Attribute | None = None
    discriminator: int
    kinds: ClassVar[Any] = {
        "file": DIFileAttr,
        "discriminator": int,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DILocalVariableAttr(StructAttr, name="llvm.di_local_variable"):
    """`#llvm.di_local_variable<…>`: a local variable or argument."""

    scope: Attribute
    name_: Attribute | None = None
    file: Attribute | None = None
    line: int = 0
    arg: int = 0
    alignInBits: int = 0
    type: Attribute | None = None
    flags: str = ""
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "file": DIFileAttr,
        "line": int,
        "arg": int,
        "alignInBits": int,
        "flags": FLAGS,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DIModuleAttr(StructAttr, name="llvm.di_module"):
    """`#llvm.di_module<…>`: a module of the language."""

    file: Attribute | None = None
    scope: Attribute | None = None
    name_: Attribute | None = None
    configMacros: Attribute | None = None
    includePath: Attribute | None = None
    apinotes: Attribute | None = None
    line: int = 0
    isDecl: bool = False
    kinds: ClassVar[Any] = {
        "file": DIFileAttr,
        "name": StringAttr,
        "configMacros": StringAttr,
        "includePath": StringAttr,
        "apinotes": StringAttr,
        "line": int,
        "isDecl": bool,
    }
    nested: ClassVar[Any] = {"file": DIFileAttr}


class DINamespaceAttr(StructAttr, name="llvm.di_namespace"):
    """`#llvm.di_namespace<…>`: a namespace."""

    name_: Attribute | None = None
    scope: Attribute | None = None
    exportSymbols: bool
    kinds: ClassVar[Any] = {
        "name": StringAttr,
        "exportSymbols": bool,
    }


class DIStringTypeAttr(StructAttr, name="llvm.di_string_type"):
    """`#llvm.di_string_type<…>`: a string type of Fortran."""

    tag: str = ""
    name_: Attribute
    sizeInBits: int = 0
    alignInBits: int = 0
    stringLength: Attribute | None = None
    stringLengthExp: Attribute | None = None
    stringLocationExp: Attribute | None = None
    encoding: str = ""
    kinds: ClassVar[Any] = {
        "tag": TAG,
        "name": StringAttr,
        "sizeInBits": int,
        "alignInBits": int,
        "encoding": ENCODING,
    }
    nested: ClassVar[Any] = {
        "stringLengthExp": DIExpressionAttr,
        "stringLocationExp": DIExpressionAttr,
    }


class DISubprogramAttr(StructAttr, name="llvm.di_subprogram"):
    """`#llvm.di_subprogram<…>`: a function."""

    recId: Attribute | None = None
    isRecSelf: bool = False
    id: Attribute | None = None
    compileUnit: Attribute | None = None
    scope: Attribute | None = None
    name_: Attribute | None = None
    linkageName: Attribute | None = None
    file: Attribute | None = None
    line: int = 0
    scopeLine: int = 0
    subprogramFlags: str = ""
    type: Attribute | None = None
    retainedNodes: tuple[Attribute, ...] = ()
    annotations: tuple[Attribute, ...] = ()
    kinds: ClassVar[Any] = {
        "recId": DistinctAttr,
        "isRecSelf": bool,
        "id": DistinctAttr,
        "name": StringAttr,
        "linkageName": StringAttr,
        "file": DIFileAttr,
        "line": int,
        "scopeLine": int,
        "subprogramFlags": FLAGS,
    }
    nested: ClassVar[Any] = {"compileUnit": DICompileUnitAttr, "file": DIFileAttr}
    many = ("retainedNodes", "annotations")


class DISubrangeAttr(StructAttr, name="llvm.di_subrange"):
    """`#llvm.di_subrange<…>`: bounds of an array."""

    count: Attribute | None = None
    lowerBound: Attribute | None = None
    upperBound: Attribute | None = None
    stride: Attribute | None = None

    def alias(self) -> str:
        return ""


class DISubroutineTypeAttr(StructAttr, name="llvm.di_subroutine_type"):
    """`#llvm.di_subroutine_type<…>`: the type of a function."""

    callingConvention: str = ""
    types: tuple[Attribute, ...] = ()
    kinds: ClassVar[Any] = {
        "callingConvention": CONVENTION,
    }
    many = ("types",)


DISubprogramAttr.nested["type"] = DISubroutineTypeAttr
