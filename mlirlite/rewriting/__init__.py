"""Changing IR: the rewriter, patterns, the greedy driver, folding, dialect conversion."""

from mlirlite.rewriting.conversion import ConversionAnalysis, Lowerings
from mlirlite.rewriting.conversion_rewriter import ConversionRewriter
from mlirlite.rewriting.folding import constant_value, fold_op
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, PatternSet, canonicalization, folding, pattern
from mlirlite.rewriting.retyping import convert_function
from mlirlite.rewriting.rewriter import Listener, Rewriter
from mlirlite.rewriting.rule import Rule, canonicalizations, folds, rule
from mlirlite.rewriting.terms import (
    OP,
    UNUSED,
    Constant,
    Number,
    Term,
    Variable,
    computed,
    constants,
    terms,
    variables,
)
from mlirlite.rewriting.trace import TraceSink, tracing
from mlirlite.rewriting.type_conversion import TypeConverter

__all__ = [
    "OP",
    "UNUSED",
    "Constant",
    "ConversionAnalysis",
    "ConversionRewriter",
    "Listener",
    "Lowerings",
    "Number",
    "Pattern",
    "PatternSet",
    "Rewriter",
    "Rule",
    "Term",
    "TraceSink",
    "TypeConverter",
    "Variable",
    "apply_patterns_greedily",
    "canonicalization",
    "canonicalizations",
    "computed",
    "constant_value",
    "constants",
    "convert_function",
    "fold_op",
    "folding",
    "folds",
    "pattern",
    "rule",
    "terms",
    "tracing",
    "variables",
]
