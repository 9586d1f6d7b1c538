"""Features: what this machine offers to lit tests, and the expressions that test for them.

`// REQUIRES: mlir-opt && !system-windows` is evaluated here.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Set as AbstractSet

ORACLE_VERSION = "22"
_PACKAGES = ("llvmlite", "numpy", "onnx", "onnxruntime")
"""Packages that not every installation has: WebAssembly runs text without them."""
_TOKEN = re.compile(r"\s*(&&|\|\||[!()]|[\w.+=-]+)")


class FeatureError(ValueError):
    """A feature expression that cannot be read."""


@functools.cache
def find_mlir_opt() -> str | None:
    """Path of upstream's mlir-opt, of the version that mlirlite follows, or None."""
    if versioned := shutil.which(f"mlir-opt-{ORACLE_VERSION}"):
        return versioned
    plain = shutil.which("mlir-opt")
    if plain is None:
        return None
    answer = subprocess.run([plain, "--version"], capture_output=True, text=True, check=False)
    return plain if f"LLVM version {ORACLE_VERSION}." in answer.stdout else None


@functools.cache
def available_features() -> frozenset[str]:
    """The features that `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` may name on this machine."""
    features = {f"system-{sys.platform}"}
    if find_mlir_opt():
        features.add("mlir-opt")
    features.update(name for name in _PACKAGES if importlib.util.find_spec(name))
    if shutil.which("bash"):
        features.add("shell")
    return frozenset(features)


def evaluate(expression: str, features: AbstractSet[str]) -> bool:
    """Value of `a && (b || !c)`: a name is true when it is in `features`.

    `*` and `true` are true, `false` is false. Raises FeatureError on anything else.
    """
    if expression.strip() == "*":
        return True
    return _Evaluator(expression, features).value()


class _Evaluator:
    """Recursive descent over one expression; `||` binds weakest."""

    def __init__(self, expression: str, features: AbstractSet[str]) -> None:
        self.expression = expression
        self.features = features
        self.tokens: list[str] = []
        position = 0
        text = expression.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self.error(f"unexpected {text[position:].lstrip()[:1]!r}")
            self.tokens.append(match.group(1))
            position = match.end()
        self.tokens.reverse()

    def value(self) -> bool:
        result = self.disjunction()
        if self.tokens:
            raise self.error(f"unexpected {self.tokens[-1]!r}")
        return result

    def disjunction(self) -> bool:
        result = self.conjunction()
        while self.accept("||"):
            result = self.conjunction() or result
        return result

    def conjunction(self) -> bool:
        result = self.negation()
        while self.accept("&&"):
            result = self.negation() and result
        return result

    def negation(self) -> bool:
        if self.accept("!"):
            return not self.negation()
        if self.accept("("):
            result = self.disjunction()
            if not self.accept(")"):
                raise self.error("expected ')'")
            return result
        if not self.tokens or self.tokens[-1] in ("&&", "||", ")"):
            raise self.error("expected a feature name")
        name = self.tokens.pop()
        return name == "true" or (name != "false" and name in self.features)

    def accept(self, token: str) -> bool:
        if self.tokens and self.tokens[-1] == token:
            self.tokens.pop()
            return True
        return False

    def error(self, what: str) -> FeatureError:
        return FeatureError(f"{what} in the feature expression {self.expression.strip()!r}")
