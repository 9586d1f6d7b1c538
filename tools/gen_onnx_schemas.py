#!/usr/bin/env python3
"""Write mlirlite/dialects/onnx/schemas.jsonl: every version of every operator of the onnx package.

    python tools/gen_onnx_schemas.py            # rewrite the pinned file
    python tools/gen_onnx_schemas.py --check    # exit 1 if the pinned file differs

Line 1 is the header: the onnx version and each domain's newest opset. Then come the type sets,
named after their first user, then one operator version per line. A line omits defaults:

    domain, name, version     version is the opset that introduced this version of the operator
    canonical                 the newer version that reads this one's nodes unchanged
    deprecated                true: this version only says that the operator is removed
    nondeterministic          true: onnx does not promise equal outputs for equal inputs
    function                  "body" or "context": onnx defines it with others, alike or per node
    inputs, outputs           [name, type or variable, "optional" | "variadic", least count, alike?]
    attributes                name -> {kind, required, default}, floats as float32's shortest text
    types                     type variable -> list of types, or the name of a type set
    doc                       the start of onnx's description
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx.defs import OpSchema

PINNED = Path(__file__).parent.parent / "mlirlite" / "dialects" / "onnx" / "schemas.jsonl"

DOC_LENGTH = 100
"""Longest `doc`, in characters."""

FLATTENED = "works along one axis; before, on the input flattened to two dimensions at axis"

DETERMINISTIC = frozenset({"AffineGrid"})
"""The onnx package does not say so, because of an If in the function that defines it."""

# Older nodes have another meaning than in these versions, although the signatures agree.
MEANING_CHANGED = {
    (
        "",
        "GroupNormalization",
        21,
    ): "scale and bias have one element per channel; before, one per group",
    ("", "Hardmax", 13): FLATTENED,
    ("", "LogSoftmax", 13): FLATTENED,
    ("", "OneHot", 11): "negative indices count from the back; before, they were out of range",
    (
        "",
        "PRelu",
        7,
    ): "slope broadcasts from the last dimension; before, it had one value per channel",
    ("", "Resize", 13): "no tf_half_pixel_for_nn; absent scales instead of empty ones",
    ("", "RoiAlign", 16): "shifts coordinates by half a pixel unless told otherwise",
    ("", "Softmax", 13): FLATTENED,
    ("", "Split", 18): "equal parts need num_outputs; before, the number of results was enough",
}


def canonical_version(old: OpSchema, newer: Iterable[OpSchema]) -> int:
    """The newest version that gives every node of `old` the same meaning, so that no code needs to
    handle both.

    Conservative: inputs, outputs, attributes and defaults must be the same, types may only widen,
    additions must be optional, and no version in between may be in MEANING_CHANGED.
    """
    best: int = old.since_version
    for new in sorted(newer, key=lambda s: s.since_version):
        if (new.domain, new.name, new.since_version) in MEANING_CHANGED:
            break
        if not new.deprecated and _signature_reads(old, new):
            best = new.since_version
    return best


def _signature_reads(old: OpSchema, new: OpSchema) -> bool:
    tied: dict[str, str] = {}
    for before, after in ((old.inputs, new.inputs), (old.outputs, new.outputs)):
        added = after[len(before) :]
        if len(before) > len(after) or any(p.option.name != "Optional" for p in added):
            return False
        for p, q in zip(before, after, strict=False):
            if not _parameter_reads(old, p, new, q):
                return False
            # Two parameters that share a type variable must have shared a type before.
            if tied.setdefault(q.type_str, p.type_str) != p.type_str:
                return False
    for name, a in old.attributes.items():
        b = new.attributes.get(name)
        if b is None or a.type != b.type or _default(a) != _default(b):
            return False
    return all(
        not b.required or (name in old.attributes and old.attributes[name].required)
        for name, b in new.attributes.items()
    )


def _parameter_reads(
    old: OpSchema, p: OpSchema.FormalParameter, new: OpSchema, q: OpSchema.FormalParameter
) -> bool:
    return bool(
        p.name == q.name
        and (p.option == q.option or (p.option.name, q.option.name) == ("Single", "Optional"))
        and p.min_arity >= q.min_arity
        and p.is_homogeneous >= q.is_homogeneous
        and set(_allowed(old, p.type_str)) <= set(_allowed(new, q.type_str))
    )


def _allowed(schema: OpSchema, type_str: str) -> list[str]:
    for constraint in schema.type_constraints:
        if constraint.type_param_str == type_str:
            return sorted(constraint.allowed_type_strs)
    return [type_str]


def _default(attribute: OpSchema.Attribute) -> Any:
    """The default as JSON; None if there is none."""
    proto = attribute.default_value
    if not proto.type:
        return None
    value = onnx.helper.get_attribute_value(proto)
    values = value if isinstance(value, list) else [value]
    texts = [v.decode() if isinstance(v, bytes) else v for v in values]
    plain = [float(str(np.float32(v))) if isinstance(v, float) else v for v in texts]
    if not all(isinstance(v, int | float | str) for v in plain):
        kind = attribute.type.name.lower()
        raise SystemExit(f"attribute {attribute.name}: no encoding for a default of kind {kind}")
    return plain if isinstance(value, list) else plain[0]


def _parameter(p: OpSchema.FormalParameter) -> list[Any]:
    full = [p.name, p.type_str, p.option.name.lower(), p.min_arity, p.is_homogeneous]
    usual = [None, None, "single", 1, True]
    while full[-1] == usual[len(full) - 1]:
        full.pop()
    return full


def _attribute(a: OpSchema.Attribute) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": a.type.name.lower()}
    if a.required:
        entry["required"] = True
    default = _default(a)
    if default is not None:
        entry["default"] = default
    return entry


def _doc(schema: OpSchema) -> str:
    text = " ".join(re.sub(r"```.*", "", schema.doc or "", flags=re.DOTALL).split())
    sentence = re.split(r"(?<=[.:;])\s|<br", text, maxsplit=1)[0].rstrip(" .:;")
    if len(sentence) <= DOC_LENGTH:
        return sentence
    return sentence[: DOC_LENGTH - 1].rsplit(" ", 1)[0] + "…"


def _type_set_names(schemas: list[OpSchema]) -> dict[tuple[str, ...], str]:
    """A name for each list of types with several uses: `<op><version>.<variable>` of the first use.

    The oldest versions of ai.onnx come first, so that an upgrade of onnx renames nothing.
    """
    uses: Counter[tuple[str, ...]] = Counter()
    first: dict[tuple[str, ...], str] = {}
    for s in sorted(schemas, key=lambda s: (s.domain, s.since_version, s.name)):
        for constraint in s.type_constraints:
            types = tuple(sorted(constraint.allowed_type_strs))
            uses[types] += 1
            first.setdefault(types, f"{s.name}{s.since_version}.{constraint.type_param_str}")
    return {types: name for types, name in first.items() if len(types) > 1 and uses[types] > 1}


def _line(schema: OpSchema, canonical: int, sets: dict[tuple[str, ...], str]) -> dict[str, Any]:
    line: dict[str, Any] = {
        "domain": schema.domain,
        "name": schema.name,
        "version": schema.since_version,
    }
    if canonical != schema.since_version:
        line["canonical"] = canonical
    if schema.deprecated:
        line["deprecated"] = True
    if schema.node_determinism.name == "NonDeterministic" and schema.name not in DETERMINISTIC:
        line["nondeterministic"] = True
    if schema.has_function or schema.has_context_dependent_function:
        line["function"] = "body" if schema.has_function else "context"
    if schema.inputs:
        line["inputs"] = [_parameter(p) for p in schema.inputs]
    if schema.outputs:
        line["outputs"] = [_parameter(p) for p in schema.outputs]
    if schema.attributes:
        line["attributes"] = {name: _attribute(a) for name, a in sorted(schema.attributes.items())}
    types: dict[str, Any] = {}
    for constraint in schema.type_constraints:
        allowed = tuple(sorted(constraint.allowed_type_strs))
        types[constraint.type_param_str] = sets.get(allowed, list(allowed))
    if types:
        line["types"] = types
    line["doc"] = _doc(schema)
    return line


def generate() -> str:
    """The text of the pinned file."""
    schemas = sorted(
        onnx.defs.get_all_schemas_with_history(), key=lambda s: (s.domain, s.name, s.since_version)
    )
    by_op: defaultdict[tuple[str, str], list[OpSchema]] = defaultdict(list)
    for schema in schemas:
        by_op[schema.domain, schema.name].append(schema)
    clashes = [name for name, n in Counter(name for _, name in by_op).items() if n > 1]
    if clashes:
        # The dialect prints `onnx.<Name>` for every domain, as onnx-mlir does.
        raise SystemExit(f"operators of two domains share a name: {', '.join(clashes)}")
    known = {(s.domain, s.name, s.since_version) for s in schemas}
    if missing := MEANING_CHANGED.keys() - known:
        raise SystemExit(f"MEANING_CHANGED names versions that do not exist: {sorted(missing)}")

    newest = onnx.onnx_cpp2py_export.defs.schema_version_map()
    domains = sorted({s.domain for s in schemas})
    sets = _type_set_names(schemas)
    lines: list[dict[str, Any]] = [
        {"onnx": onnx.__version__, "opsets": {d: newest[d][1] for d in domains}}
    ]
    for name, types in sorted((name, types) for types, name in sets.items()):
        lines.append({"types": name, "allowed": list(types)})
    for versions in by_op.values():
        for i, schema in enumerate(versions):
            lines.append(_line(schema, canonical_version(schema, versions[i + 1 :]), sets))
    return "".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) + "\n" for e in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args()
    text = generate()
    if options.check:
        same = PINNED.exists() and PINNED.read_text(encoding="utf-8") == text
        if not same:
            print(f"{PINNED} differs from onnx {onnx.__version__}", file=sys.stderr)
        return 0 if same else 1
    PINNED.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
