"""The ONNX operator schemas, all versions, from the pinned schemas.jsonl; needs no onnx package.

A look-up parses only the line it needs. tools/gen_onnx_schemas.py writes the file and
documents its format.
"""

from __future__ import annotations

import json
import os
import re
import struct
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

Option = Literal["single", "optional", "variadic"]
Default = int | float | str | list[int] | list[float] | list[str]

_PATH = os.path.join(os.path.dirname(__file__), "schemas.jsonl")
_DIALECT = "onnx."
_VERSIONED = re.compile(r"(\w+)V(\d+)")


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """An input or output of an operator."""

    name: str
    type: str
    """A type variable of the schema (`T`) or a type (`tensor(int64)`)."""
    option: Option = "single"
    min_arity: int = 1
    """Least number of values of a variadic parameter."""
    is_homogeneous: bool = True
    """Whether all values of a variadic parameter have one type."""


@dataclass(frozen=True, slots=True, eq=False)
class AttributeSchema:
    """An attribute of an operator."""

    name: str
    kind: str
    """`int`, `float`, `string`, `tensor`, `sparse_tensor`, `graph`, `type_proto`, or a plural."""
    required: bool = False
    default: Default | None = None
    """None when there is no default. A float is exactly a float32."""


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """One version of one operator. Each is made once, so that schemas compare by identity."""

    domain: str
    """Empty for ai.onnx."""
    name: str
    version: int
    """The opset of the domain that introduced this version."""
    canonical_version: int
    deprecated: bool
    """Whether this version only declares the operator as removed."""
    deterministic: bool
    """Whether equal inputs give equal outputs; false for operators that run subgraphs."""
    function: Literal["", "body", "context"]
    """Whether onnx defines the operator by others: by a fixed body, or by one for each node."""
    inputs: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...]
    attributes: dict[str, AttributeSchema]
    types: dict[str, tuple[str, ...]]
    """Type variable to the types that it may stand for."""
    doc: str

    @property
    def min_inputs(self) -> int:
        """Fewest inputs of a node."""
        return _least(self.inputs)

    @property
    def max_inputs(self) -> int | None:
        """Most inputs of a node, None when there is no limit."""
        return _most(self.inputs)

    @property
    def min_outputs(self) -> int:
        """Fewest outputs of a node."""
        return _least(self.outputs)

    @property
    def max_outputs(self) -> int | None:
        """Most outputs of a node, None when there is no limit."""
        return _most(self.outputs)

    def allowed_types(self, parameter: Parameter) -> tuple[str, ...]:
        """The types that a value of this parameter may have, as ONNX spells them."""
        return self.types.get(parameter.type) or (parameter.type,)

    def __str__(self) -> str:
        return f"{self.domain or 'ai.onnx'}.{self.name}-{self.version}"


def lookup(name: str, version: int | None = None, domain: str = "") -> Schema | None:
    """The schema in force for an operator in a model of that opset, or None when there is none.

    That is the newest one introduced at or before `version`; without `version`, the newest one. It
    may be deprecated, which makes it an error to use the operator.
    """
    lines = _file().ops.get((_domain(domain), name), {})
    at = max((v for v in lines if version is None or v <= version), default=None)
    return None if at is None else _schema(lines[at])


def versions(name: str, domain: str = "") -> tuple[int, ...]:
    """The opsets that introduced a version of the operator, ascending; empty when it is unknown."""
    return tuple(_file().ops.get((_domain(domain), name), ()))


def names(domain: str = "") -> tuple[str, ...]:
    """The operators that the domain has or once had, sorted."""
    domain = _domain(domain)
    return tuple(name for of, name in _file().ops if of == domain)


def domains() -> tuple[str, ...]:
    """All domains, with the empty string for ai.onnx."""
    return tuple(_file().opsets)


def latest_opset(domain: str = "") -> int | None:
    """The newest opset of a domain, None for an unknown domain."""
    return _file().opsets.get(_domain(domain))


def onnx_version() -> str:
    """The version of the onnx package that the schemas come from."""
    return _file().onnx


def canonical(schema: Schema) -> Schema:
    """The newest schema that gives each node of `schema` the same meaning; often `schema` itself.

    With it, import leaves few versions to handle: Relu of opset 6, 13 and 14 are all Relu of opset
    14. In between, types only widen, and inputs, outputs and attributes are only added as optional
    ones.
    """
    return _schema(_file().ops[schema.domain, schema.name][schema.canonical_version])


def mlir_name(schema: Schema) -> str:
    """The operation's name: `onnx.ReduceSum` for the newest version, else `onnx.ReduceSumV11`."""
    newest = max(_file().ops[schema.domain, schema.name])
    suffix = "" if schema.version == newest else f"V{schema.version}"
    return f"{_DIALECT}{schema.name}{suffix}"


def from_mlir_name(text: str) -> Schema | None:
    """The schema that has this name, or None. The newest version has the plain name only."""
    if not text.startswith(_DIALECT):
        return None
    name, version = text[len(_DIALECT) :], None
    domain = _file().domain_of.get(name)
    if domain is None and (match := _VERSIONED.fullmatch(name)):
        name, version = match[1], int(match[2])
        domain = _file().domain_of.get(name)
    if domain is None:
        return None
    lines = _file().ops[domain, name]
    newest = max(lines)
    if version == newest:
        return None
    line = lines.get(newest if version is None else version)
    return None if line is None else _schema(line)


class _File:
    """The pinned file's lines, found by operator and version but not parsed."""

    def __init__(self) -> None:
        with open(_PATH, encoding="utf-8") as file:
            self.lines = file.read().splitlines()
        header = json.loads(self.lines[0])
        self.onnx: str = header["onnx"]
        self.opsets: dict[str, int] = header["opsets"]
        self.type_sets: dict[str, int] = {}
        self.ops: dict[tuple[str, str], dict[int, int]] = {}
        self.domain_of: dict[str, str] = {}
        for number, line in enumerate(self.lines):
            # {"domain":"","name":"Abs","version":6,… and {"types":"Abs1.T",…
            key, _, first, *rest = line[:120].split('"')[1:12]
            if key == "domain":
                name, version = rest[3], int(rest[6][1:].partition(",")[0])
                self.ops.setdefault((first, name), {})[version] = number
                self.domain_of[name] = first
            elif key == "types":
                self.type_sets[first] = number


_file = cache(_File)


@cache
def _type_set(name: str) -> tuple[str, ...]:
    file = _file()
    return tuple(json.loads(file.lines[file.type_sets[name]])["allowed"])


@cache
def _schema(number: int) -> Schema:
    line: dict[str, Any] = json.loads(_file().lines[number])
    types = line.get("types", {})
    return Schema(
        domain=line["domain"],
        name=line["name"],
        version=line["version"],
        canonical_version=line.get("canonical", line["version"]),
        deprecated=line.get("deprecated", False),
        deterministic=not line.get("nondeterministic", False),
        function=line.get("function", ""),
        inputs=tuple(Parameter(*p) for p in line.get("inputs", ())),
        outputs=tuple(Parameter(*p) for p in line.get("outputs", ())),
        attributes={k: _attribute(k, a) for k, a in line.get("attributes", {}).items()},
        types={v: _type_set(t) if isinstance(t, str) else tuple(t) for v, t in types.items()},
        doc=line["doc"],
    )


def _attribute(name: str, entry: dict[str, Any]) -> AttributeSchema:
    default = entry.get("default")
    if isinstance(default, float):
        # The file has the shortest text; ONNX means the nearest float32.
        default = struct.unpack("f", struct.pack("f", default))[0]
    return AttributeSchema(name, entry["kind"], entry.get("required", False), default)


def _least(parameters: tuple[Parameter, ...]) -> int:
    least = 0
    for position, p in enumerate(parameters):
        if p.option != "optional":
            least = position + p.min_arity
    return least


def _most(parameters: tuple[Parameter, ...]) -> int | None:
    if parameters and parameters[-1].option == "variadic":
        return None
    return len(parameters)


def _domain(domain: str) -> str:
    return "" if domain == "ai.onnx" else domain
