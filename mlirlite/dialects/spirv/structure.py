"""What modules, functions, variables and control flow have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.checks import plain
from mlirlite.dialects.spirv.types import ArrayType, PointerType
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.types import VectorType
from mlirlite.ods.hooks import DataOp, behavior, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_PHYSICAL = "PhysicalStorageBuffer"
_INITIAL = ("spirv.Constant", "spirv.mlir.referenceof", "spirv.mlir.addressof")
_SPEC = ("spirv.SpecConstant", "spirv.SpecConstantComposite")


def problem(op: DataOp, message: str | None) -> Problem:
    """The error of an op for a message, if there is one."""
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


@region_verifier("spirv.module")
def _module(op: DataOp) -> Problem:
    symbols = {getattr(one, "sym_name", None): one for one in op.regions[0].first.ops}
    seen: set[tuple[str, int]] = set()
    for one in op.regions[0].first.ops:
        found: Problem = None
        if not one.name.startswith("spirv."):
            return plain(one, "'spirv.module' can only contain spirv.* ops")
        if one.name == "spirv.EntryPoint":
            found = _entry(one, symbols, seen)
        elif one.name == "spirv.func":
            found = _in_module(one)
        if found is not None:
            return found
    return None


def _named(symbols: dict[Any, Any], name: Any, kind: str) -> Any:
    found = symbols.get(getattr(name, "root", name))
    return found if getattr(found, "name", "") == kind else None


def _entry(op: DataOp, symbols: dict[Any, Any], seen: set[tuple[str, int]]) -> Problem:
    name = op.properties["fn"]
    if _named(symbols, name, "spirv.func") is None:
        return plain(op, f"function '{name.root}' not found in 'spirv.module'")
    for variable in op.properties["interface"].value:
        if not isinstance(variable, SymbolRefAttr):
            return plain(
                op,
                f"expected symbol reference for interface specification instead of '{variable}",
            )
        if _named(symbols, variable, "spirv.GlobalVariable") is None:
            must = "expected spirv.GlobalVariable symbol reference"
            return plain(op, f"{must} instead of'{variable}'")
    key = name.root, int(op.properties["execution_model"].value)
    if key in seen:
        return plain(op, "duplicate of a previous EntryPointOp")
    seen.add(key)
    return None


def _in_module(function: DataOp) -> Problem:
    linkage = function.properties.get("linkage_attributes")
    imported = linkage is not None and linkage.linkage_type.value.name == "Import"
    if not function.regions[0].blocks and not imported:
        return plain(
            function,
            "'spirv.module' cannot contain external functions "
            "without 'Import' linkage_attributes (LinkageAttributes)",
        )
    for block in function.regions[0].blocks:
        for op in block.ops:
            if not op.name.startswith("spirv."):
                return plain(op, "functions in 'spirv.module' can only contain spirv.* ops")
    return None


def _decorations(function: DataOp, index: int) -> str:
    """The decoration of an argument; empty without one."""
    attributes = function.properties.get("arg_attrs")
    if attributes is None:
        return ""
    found = attributes.value[index].to_dict().get("spirv.decoration")
    return found.value.name if found is not None else ""


def wrong_function(function: DataOp) -> str | None:
    """What is wrong with the type of a function, or with the decorations of its arguments."""
    type = function.function_type
    if len(type.results) > 1:
        return "cannot have more than one result"
    for i, own in enumerate(type.inputs):
        if not isinstance(own, PointerType):
            continue
        pointee: Any = own.pointee_type
        if isinstance(pointee, PointerType):
            pointed, names = "a pointer points to a physical", ("AliasedPointer", "RestrictPointer")
        else:
            pointee = (
                getattr(pointee, "element_type", None) if isinstance(pointee, ArrayType) else own
            )
            pointed, names = "physical", ("Aliased", "Restrict")
        physical = isinstance(pointee, PointerType) and pointee.storage_class == _PHYSICAL
        if physical and _decorations(function, i) not in names:
            must = f"must be decorated either '{names[0]}' or '{names[1]}'"
            return f"with {pointed} buffer pointer {must}"
    return None


@region_verifier("spirv.func")
def _function(op: DataOp) -> Problem:
    results = op.function_type.results
    for one in op.walk():
        if one.name == "spirv.Return" and results:
            return problem(one, "cannot be used in functions returning value")
        if one.name != "spirv.ReturnValue":
            continue
        if len(results) != 1:
            return problem(
                one,
                f"returns 1 value but enclosing function requires {len(results)} results",
            )
        type = one.operands[0].type
        if type is not results[0]:
            wrong = f"mismatch with function's result type ('{results[0]}')"
            return problem(one, f" return value's type ('{type}') {wrong}")
    return None


@behavior("spirv.FunctionCall")
class Call(SymbolUser):
    """A call of a function."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        name = self.properties["callee"]
        target = tables.lookup(self, name)
        if getattr(target, "name", "") != "spirv.func":
            return problem(self, f"callee function '{name.root}' not found in nearest symbol table")
        return problem(self, _wrong_call(self, target.function_type))


def _wrong_call(op: DataOp, type: Any) -> str | None:
    if len(type.inputs) != len(op.operands):
        sizes = f"expected {len(type.inputs)}, but provided {len(op.operands)}"
        return f"has incorrect number of operands for callee: {sizes}"
    for i, (wanted, value) in enumerate(zip(type.inputs, op.operands, strict=True)):
        if value.type is not wanted:
            return (
                f"operand type mismatch: expected operand type '{wanted}', but provided "
                f"'{value.type}' for operand number {i}"
            )
    if len(type.results) != len(op.results):
        sizes = f"expected {len(type.results)}, but provided {len(op.results)}"
        return f"has incorrect number of results has for callee: {sizes}"
    if op.results and op.results[0].type is not type.results[0]:
        types = f"expected '{type.results[0]}', but provided '{op.results[0].type}'"
        return f"result type mismatch: {types}"
    return None


@behavior("spirv.mlir.addressof")
class Address(SymbolUser):
    """The address of a global variable."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        target = tables.lookup(self, self.properties["variable"])
        if getattr(target, "name", "") != "spirv.GlobalVariable":
            return problem(self, "expected spirv.GlobalVariable symbol")
        wrong = "result type mismatch with the referenced global variable's type"
        same = self.results[0].type is target.properties["type"]
        return problem(self, None if same else wrong)


@behavior("spirv.GlobalVariable")
class GlobalVariable(SymbolUser):
    """A variable of a module."""

    __slots__ = ()

    def verify_op(self: Any) -> Problem:
        type = self.properties["type"]
        if not isinstance(type, PointerType):
            return problem(self, "result must be of a !spv.ptr type")
        refused = type.storage_class in ("Generic", "Function")
        wrong = f"storage class cannot be '{type.storage_class}'"
        return problem(self, wrong if refused else None)

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        initial = self.properties.get("initializer")
        if initial is None:
            return None
        known = getattr(tables.lookup(self, initial), "name", "") in _SPEC
        wrong = (
            "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op"
        )
        return problem(self, None if known else wrong)


@verifier("spirv.Variable")
def _variable(op: DataOp) -> Problem:
    return problem(op, _wrong_variable(op, op.results[0].type))


def _wrong_variable(op: DataOp, pointer: Any) -> str | None:
    storage = op.properties["storage_class"].value.name
    if storage != "Function":
        return (
            "can only be used to model function-level variables. "
            "Use spirv.GlobalVariable for module-level variables."
        )
    if pointer.storage_class != storage:
        return "storage class must match result pointer's storage class"
    if op.operands and getattr(op.operands[0].owner, "name", "") not in _INITIAL:
        return "initializer must be the result of a constant or spirv.GlobalVariable op"
    entries = {**op.properties, **op.attributes}
    for name in ("descriptor_set", "binding", "built_in"):
        if name in entries:
            return f"cannot have '{name}' attribute (only allowed in spirv.GlobalVariable)"
    pointee = pointer.pointee_type
    if isinstance(pointee, ArrayType):
        pointee = pointee.element_type
    if not isinstance(pointee, PointerType) or pointee.storage_class != _PHYSICAL:
        return None
    count = sum(name in entries for name in ("aliased_pointer", "restrict_pointer"))
    must = "be decorated either 'AliasedPointer' or 'RestrictPointer'"
    must = "have exactly one aliasing decoration" if count else must
    return None if count == 1 else f" with physical buffer pointer must {must}"


def _wrong_access(op: DataOp, access: str, alignment: str) -> str | None:
    words, size = op.properties.get(access), op.properties.get(alignment)
    if words is None:
        without = "invalid alignment specification without aligned memory access specification"
        return without if size is not None else None
    if words.value & type(words.value)["Aligned"]:
        return "missing alignment value" if size is None else None
    wrong = "invalid alignment specification with non-aligned memory access specification"
    return wrong if size is not None else None


@verifier("spirv.Load", "spirv.Store")
def _load(op: DataOp) -> Problem:
    value = op.results[0] if op.name == "spirv.Load" else op.operands[1]
    if value.type is not op.operands[0].type.pointee_type:
        return problem(op, "mismatch in result type and pointer type")
    return problem(op, _wrong_access(op, "memory_access", "alignment"))


@verifier("spirv.CopyMemory")
def _copy(op: DataOp) -> Problem:
    target, source = (value.type.pointee_type for value in op.operands)
    if target is not source:
        return problem(op, "both operands must be pointers to the same type")
    found = _wrong_access(op, "memory_access", "alignment")
    found = found or _wrong_access(op, "source_memory_access", "source_alignment")
    return problem(op, found)


@verifier("spirv.BranchConditional")
def _branch(op: DataOp) -> Problem:
    weights = op.properties.get("branch_weights")
    if weights is None:
        return None
    if len(weights.value) != 2:
        return problem(op, "must have exactly two branch weights")
    some = any(weight.value for weight in weights.value)
    return problem(op, None if some else "branch weights cannot both be zero")


@verifier("spirv.Select")
def _select(op: DataOp) -> Problem:
    condition, result = op.operands[0].type, op.results[0].type
    if not isinstance(condition, VectorType):
        return None
    if not isinstance(result, VectorType):
        must = "when condition is of vector type"
        return problem(op, f"result expected to be of vector type {must}")
    wrong = (
        "result should have the same number of elements as the condition when condition is of "
        "vector type"
    )
    return problem(op, wrong if condition.shape != result.shape else None)


@verifier("spirv.Unreachable")
def _unreachable(op: DataOp) -> Problem:
    block = op.parent
    entry = block is not None and block is block.parent.first
    return problem(op, "cannot be used in reachable block" if entry else None)


def _wrong_merge(region: Any) -> str | None:
    last = [op.name for op in region.blocks[-1].ops]
    if last != ["spirv.mlir.merge"]:
        return "last block must be the merge block with only one 'spirv.mlir.merge' op"
    others = (op for block in list(region.blocks)[:-1] for op in block.ops)
    if any(op.name == "spirv.mlir.merge" for op in others):
        return "should not have 'spirv.mlir.merge' op outside the merge block"
    return None


@region_verifier("spirv.mlir.selection")
def _selection(op: DataOp) -> Problem:
    region = op.regions[0]
    if not region.blocks:
        return None
    alone = "must have a selection header block" if len(region.blocks) == 1 else None
    return problem(op, _wrong_merge(region) or alone)


@region_verifier("spirv.mlir.loop")
def _loop(op: DataOp) -> Problem:
    region = op.regions[0]
    return problem(op, (_wrong_merge(region) or _wrong_loop(region)) if region.blocks else None)


def _targets(block: Any) -> list[Any]:
    last = list(block.ops)[-1:]
    return list(last[0].successors) if last else []


def _wrong_loop(region: Any) -> str | None:
    blocks = list(region.blocks)
    if len(blocks) == 1:
        return "must have an entry block branching to the loop header block"
    if len(blocks) == 2:
        return "must have a loop header block branched from the entry block"
    header = blocks[1]
    if [op.name for op in blocks[0].ops] != ["spirv.Branch"] or _targets(blocks[0]) != [header]:
        return "entry block must only have one 'spirv.Branch' op to the second block"
    if len(blocks) == 3:
        return "requires a loop continue block branching to the loop header block"
    if header not in _targets(blocks[-2]):
        return (
            "second to last block must be the loop continue block that branches to the loop "
            "header block"
        )
    if any(header in _targets(block) for block in blocks[2:-2]):
        must = "can only have the entry and loop continue block"
        return f"{must} branching to the loop header block"
    return None
