"""Changing IR: the rewriter, patterns, the greedy driver, folding, dialect conversion."""

from mlirlite.rewriting.conversion import ConversionAnalysis, Lowerings, convert_function
from mlirlite.rewriting.conversion_rewriter import ConversionRewriter
from mlirlite.rewriting.folding import constant_value, fold_op
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, PatternSet, canonicalization, pattern
from mlirlite.rewriting.rewriter import Listener, Rewriter
from mlirlite.rewriting.rule import Constant, Term, Variable, constants, rule, terms, variables
from mlirlite.rewriting.trace import TraceSink, tracing
from mlirlite.rewriting.type_conversion import TypeConverter

__all__ = [
    "Constant",
    "ConversionAnalysis",
    "ConversionRewriter",
    "Listener",
    "Lowerings",
    "Pattern",
    "PatternSet",
    "Rewriter",
    "Term",
    "TraceSink",
    "TypeConverter",
    "Variable",
    "apply_patterns_greedily",
    "canonicalization",
    "constant_value",
    "constants",
    "convert_function",
    "fold_op",
    "pattern",
    "rule",
    "terms",
    "tracing",
    "variables",
]
