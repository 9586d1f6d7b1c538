"""Changing IR: the rewriter, patterns, the greedy driver, folding, dialect conversion."""

from mlirlite.rewriting.conversion import Lowerings, convert_function
from mlirlite.rewriting.conversion_rewriter import ConversionRewriter
from mlirlite.rewriting.folding import constant_value, fold_op
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, PatternSet, canonicalization, pattern
from mlirlite.rewriting.rewriter import Listener, Rewriter
from mlirlite.rewriting.type_conversion import TypeConverter

__all__ = [
    "ConversionRewriter",
    "Listener",
    "Lowerings",
    "Pattern",
    "PatternSet",
    "Rewriter",
    "TypeConverter",
    "apply_patterns_greedily",
    "canonicalization",
    "constant_value",
    "convert_function",
    "fold_op",
    "pattern",
]
