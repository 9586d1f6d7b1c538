"""Debug information in LLVM IR: `#llvm.di_…` attributes and locations as metadata nodes."""

from collections.abc import Iterator
from typing import NamedTuple

from mlirlite.dialects.llvm import debug_info as di
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DistinctAttr, IntegerAttr, StringAttr
from mlirlite.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, Location, NameLoc
from mlirlite.target.llvmir.metadata import Metadata
from mlirlite.target.llvmir.types import quoted

_NODES: dict[type[Attribute], tuple[str, str]] = {
    di.DIBasicTypeAttr: ("DIBasicType", "tag name_:name sizeInBits:size encoding"),
    di.DICommonBlockAttr: ("DICommonBlock", "scope! decl:declaration name_:name file line"),
    di.DICompileUnitAttr: (
        "DICompileUnit",
        "sourceLanguage:language file! producer isOptimized! splitDebugFilename emissionKind "
        "nameTableKind",
    ),
    di.DICompositeTypeAttr: (
        "DICompositeType",
        "tag name_:name scope file line baseType sizeInBits:size alignInBits:align flags elements "
        "dataLocation associated allocated rank",
    ),
    di.DIDerivedTypeAttr: (
        "DIDerivedType",
        "tag name_:name baseType! sizeInBits:size alignInBits:align offsetInBits:offset extraData "
        "dwarfAddressSpace",
    ),
    di.DIFileAttr: ("DIFile", "file:filename! directory!"),
    di.DIGenericSubrangeAttr: ("DIGenericSubrange", "count lowerBound upperBound stride"),
    di.DIGlobalVariableAttr: (
        "DIGlobalVariable",
        "name_:name linkageName scope! file line type isLocalToUnit:isLocal! "
        "isDefined:isDefinition! alignInBits:align",
    ),
    di.DIGlobalVariableExpressionAttr: ("DIGlobalVariableExpression", "var! expr!"),
    di.DIImportedEntityAttr: (
        "DIImportedEntity",
        "tag name_:name scope! entity file line elements",
    ),
    di.DILabelAttr: ("DILabel", "scope! name_:name! file! line!"),
    di.DILexicalBlockAttr: ("DILexicalBlock", "scope! file line column"),
    di.DILexicalBlockFileAttr: ("DILexicalBlockFile", "scope! file discriminator!"),
    di.DILocalVariableAttr: (
        "DILocalVariable",
        "name_:name arg scope! file line type flags alignInBits:align",
    ),
    di.DIModuleAttr: (
        "DIModule",
        "scope! name_:name! configMacros includePath apinotes file line isDecl",
    ),
    di.DINamespaceAttr: ("DINamespace", "name_:name scope! exportSymbols"),
    di.DIStringTypeAttr: (
        "DIStringType",
        "tag name_:name stringLength stringLengthExp:stringLengthExpression "
        "stringLocationExp:stringLocationExpression sizeInBits:size alignInBits:align encoding",
    ),
    di.DISubprogramAttr: (
        "DISubprogram",
        "name_:name linkageName scope file line type scopeLine subprogramFlags:spFlags! "
        "compileUnit:unit retainedNodes annotations",
    ),
    di.DISubrangeAttr: ("DISubrange", "count lowerBound upperBound stride"),
    di.DISubroutineTypeAttr: ("DISubroutineType", "callingConvention:cc types!"),
}
"""LLVM's name of each node, and its parameters: `ours:theirs`, or one word if both are the same;
`!` after one that LLVM needs even if it is empty."""
_EMISSION = {
    "None": "NoDebug",
    "Full": "FullDebug",
    "LineTablesOnly": "LineTablesOnly",
    "DebugDirectivesOnly": "DebugDirectivesOnly",
}
_FLAGS = {"flags": "DIFlag", "subprogramFlags": "DISPFlag"}
_DISTINCT_TAGS = ("class_type", "enumeration_type", "structure_type", "union_type")
_ALWAYS_DISTINCT = (
    di.DICompileUnitAttr,
    di.DIGlobalVariableAttr,
    di.DILexicalBlockAttr,
    di.DILexicalBlockFileAttr,
)
_SCOPES = (di.DISubprogramAttr, di.DILexicalBlockAttr, di.DILexicalBlockFileAttr)
"""Attributes that are scopes of code."""


class Place(NamedTuple):
    """A position in a source text, in LLVM's terms."""

    line: int
    column: int
    scope: Attribute
    inlined_at: "Place | None"


class DebugInfo:
    """The nodes of a module's debug information."""

    def __init__(self, metadata: Metadata) -> None:
        self.units: dict[str, list[str]] = {}
        """The expressions of the global variables of each compile unit."""
        self._metadata = metadata
        self._nodes: dict[Attribute, str] = {}
        self._open: dict[Attribute, str] = {}
        """Nodes that are being made, by the names that their parts use for them."""
        self._identified: dict[Attribute, str] = {}
        self._bodies: dict[str, str] = {}
        self._places: dict[tuple[Location, Attribute | None], str] = {}

    def location(self, location: Location, scope: Attribute | None) -> str | None:
        """The node of a location in a scope; None if there is no information."""
        known = self._places.get((location, scope))
        if known is None:
            place = _place(location, scope, None)
            known = self._places[location, scope] = "" if place is None else self._place(place)
        return known or None

    def attached(self, location: Location, scope: Attribute | None) -> str:
        """`, !dbg !3` after an instruction, "" for none."""
        node = self.location(location, scope)
        return "" if node is None else f", !dbg {node}"

    def _place(self, place: Place) -> str:
        words = [f"line: {place.line}"]
        if place.column:
            words.append(f"column: {place.column}")
        words.append(f"scope: {self.node(place.scope)}")
        if place.inlined_at is not None:
            words.append(f"inlinedAt: {self._place(place.inlined_at)}")
        return self._metadata.define(f"!DILocation({', '.join(words)})")

    def global_variable(self, attribute: di.DIGlobalVariableExpressionAttr) -> str:
        """The node of a global variable, which is added to its compile unit."""
        node = self.node(attribute)
        variable = attribute.var
        scope = variable.scope if isinstance(variable, di.DIGlobalVariableAttr) else None
        if isinstance(scope, (di.DIModuleAttr, di.DICommonBlockAttr)):
            scope = scope.scope
        if isinstance(scope, di.DISubprogramAttr):
            scope = scope.compileUnit
        if isinstance(scope, di.DICompileUnitAttr):
            self.units[self.node(scope)].append(node)
        return node

    def finish(self) -> list[str]:
        """The list of compile units, each with its variables."""
        for unit, variables in self.units.items():
            if variables:
                globals = self._metadata.node(", ".join(variables))
                self._metadata.extend(unit, f", globals: {globals}")
        return [f"!llvm.dbg.cu = !{{{', '.join(self.units)}}}"] if self.units else []

    def expression(self, attribute: Attribute | None) -> str:
        """The expression that locates a value; it is printed inline."""
        words: list[str] = []
        if isinstance(attribute, di.DIExpressionAttr):
            for word, given in attribute.operations:
                words += (word, *map(str, given))
        return f"!DIExpression({', '.join(words)})"

    def node(self, attribute: Attribute | None) -> str:
        """The node of an attribute, "null" for none."""
        if attribute is None or isinstance(attribute, di.DINullTypeAttr):
            return "null"
        known = self._nodes.get(attribute)
        if known is not None:
            return known
        id: Attribute | None = getattr(attribute, "recId", None)
        if id is None:
            node = self._made(attribute, None)
        elif id in self._open:
            return self._open[id]
        else:
            self._open[id] = self._metadata.reserve()
            node = self._made(attribute, self._open[id])
            del self._open[id]
        if node not in self._open.values():
            self._nodes[attribute] = node
        return node

    def _made(self, attribute: Attribute, reserved: str | None) -> str:
        if isinstance(attribute, di.DIAnnotationAttr):
            return self._metadata.node(f"!{_text(attribute.name_)}, !{_text(attribute.value)}")
        kind, parameters = _NODES[type(attribute)]
        words = []
        for parameter in parameters.split():
            required = parameter.endswith("!")
            name, _, key = parameter.rstrip("!").partition(":")
            text = self._parameter(attribute, name, required=required)
            if text is not None:
                words.append(f"{key or name}: {text}")
        # A function may occur within its own scope or type.
        id = attribute.id if isinstance(attribute, di.DISubprogramAttr) else None
        if id in self._identified:
            return self._identified[id]
        if isinstance(attribute, di.DICompileUnitAttr):
            words.append("runtimeVersion: 0")
        distinct = _is_distinct(attribute)
        body = f"!{kind}({', '.join(words)})"
        node = self._metadata.define(body, distinct=distinct, number=reserved)
        if isinstance(attribute, di.DICompileUnitAttr):
            self.units[node] = []
        if isinstance(id, DistinctAttr):
            self._identified[id] = node
        return node

    def _parameter(self, attribute: Attribute, name: str, *, required: bool) -> str | None:
        """A parameter in LLVM IR; None to leave it out."""
        value = getattr(attribute, name)
        if name == "types" or (isinstance(value, tuple) and value):
            return self._metadata.node(", ".join([self.node(v) for v in value]))
        if isinstance(value, di.DIExpressionAttr) or name == "expr":
            return self.expression(value)
        if isinstance(value, bool):
            return str(value).lower() if value or required else None
        if name == "emissionKind":
            return _EMISSION[value]
        if name in _FLAGS:
            words = [_FLAGS[name] + word.lstrip("_") for word in value.split("|")] if value else []
            return " | ".join(words) or ("0" if required else None)
        if isinstance(attribute, di.DIFileAttr):
            return quoted(value)
        if isinstance(value, StringAttr):
            return quoted(value.value) if value.value or required else None
        if isinstance(value, IntegerAttr):
            return str(value.value)
        if isinstance(value, Attribute):
            return self.node(value)
        if value or (required and value == 0) or name == "dwarfAddressSpace":
            return None if value is None else str(value)
        if required:
            return '""' if name == "name_" else "null"
        return None


def _text(attribute: Attribute) -> str:
    return quoted(attribute.value) if isinstance(attribute, StringAttr) else '""'


def _is_distinct(attribute: Attribute) -> bool:
    if isinstance(attribute, di.DICompositeTypeAttr):
        return attribute.tag.removeprefix("DW_TAG_") in _DISTINCT_TAGS
    if isinstance(attribute, di.DISubprogramAttr):
        return "Definition" in attribute.subprogramFlags.split("|")
    return isinstance(attribute, _ALWAYS_DISTINCT)


# Locations


def subprogram_of(location: Location) -> di.DISubprogramAttr | None:
    """The debug information in a function's location."""
    match location:
        case FusedLoc():
            if isinstance(location.metadata, di.DISubprogramAttr):
                return location.metadata
            parts = location.locations
        case NameLoc():
            parts = (location.child,)
        case CallSiteLoc():
            parts = (location.callee, location.caller)
        case _:
            parts = ()
    return next((s for part in parts if (s := subprogram_of(part)) is not None), None)


def _place(location: Location, scope: Attribute | None, inlined_at: Place | None) -> Place | None:
    match location:
        case CallSiteLoc():
            caller = _place(location.caller, scope, inlined_at) or inlined_at
            if caller is None:
                return None
            return _place(location.callee, None, caller) or caller
        case FileLineColRange():
            if scope is None:
                return None
            return Place(location.line, location.column, scope, inlined_at)
        case FusedLoc():
            if isinstance(location.metadata, _SCOPES):
                scope = location.metadata
            places = [_place(part, scope, inlined_at) for part in location.locations]
            merged = places[0] if places else None
            for place in places[1:]:
                merged = _merged(merged, place)
            return merged
        case NameLoc():
            return _place(location.child, scope, inlined_at)
    return None


def _merged(one: Place | None, other: Place | None) -> Place | None:
    """The innermost common scope; line and column are 0 unless they agree."""
    if one is None or other is None or one == other:
        return one if one == other else None
    outer = {(scope, place.inlined_at): place for scope, place in _scopes(one)}
    for scope, place in _scopes(other):
        known = outer.get((scope, place.inlined_at))
        if known is not None:
            line = known.line if known.line == place.line else 0
            column = known.column if line and known.column == place.column else 0
            return Place(line, column, scope, place.inlined_at)
    return Place(0, 0, one.scope, one.inlined_at)


def _scopes(place: Place | None) -> Iterator[tuple[Attribute, Place]]:
    """A position's scopes from the inside out, each with the position in its function."""
    while place is not None:
        scope: Attribute | None = place.scope
        while isinstance(scope, _SCOPES):
            yield scope, place
            scope = None if isinstance(scope, di.DISubprogramAttr) else scope.scope
        place = place.inlined_at
