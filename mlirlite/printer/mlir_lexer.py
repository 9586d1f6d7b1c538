"""A pygments lexer for MLIR's text, also available as `mlir` in tools that use pygments (Sphinx,
mkdocs, `pygmentize -l mlir`)."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

_ELEMENT = r"(?:[su]?i[1-9]\d*|bf16|tf32|f(?:16|32|64|80|128|[468]E\d\w*)|index|none)"
_SUFFIX = r"(?:\d+|[A-Za-z_$.-][\w$.-]*)"


class MlirLexer(RegexLexer):
    """Values, blocks, symbols, aliases, types, names of ops, attributes, numbers and strings."""

    name = "MLIR"
    aliases: ClassVar[list[str]] = ["mlir"]
    filenames: ClassVar[list[str]] = ["*.mlir"]
    mimetypes: ClassVar[list[str]] = ["text/x-mlir"]
    url = "https://mlir.llvm.org"

    tokens: ClassVar = {
        "root": [
            (r"\s+", Text.Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r'("[\w$]+(?:\.[\w$]+)+")(\s*)(\()', bygroups(Name.Function, Text, Punctuation)),
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (rf"%{_SUFFIX}(?:#\d+)?", Name.Variable),
            (rf"\^{_SUFFIX}", Name.Label),
            (r'@(?:[A-Za-z_][\w$.]*|"(?:[^"\\\n]|\\.)*")', Name.Class),
            (rf"!{_SUFFIX}", Keyword.Type),
            (rf"#{_SUFFIX}", Name.Decorator),
            (rf"(?:(?:\d+|\?|\*)x)+(?:{_ELEMENT}\b|(?=[a-z!]))", Keyword.Type),
            (r"\b(?:tensor|memref|vector|tuple|complex)(?=<)", Keyword.Type),
            (rf"\b{_ELEMENT}\b(?![.\w])", Keyword.Type),
            (r"-?0x[0-9a-fA-F]+\b", Number.Hex),
            (r"-?\d+\.\d*(?:[eE][+-]?\d+)?", Number.Float),
            (r"-?\d+\b", Number.Integer),
            (r"\b(?:true|false|unit)\b", Keyword.Constant),
            (r"\b(?:dense|dense_resource|sparse|array|affine_map|affine_set|loc)\b", Name.Builtin),
            (r"[A-Za-z_][\w$]*(?:\.[\w$]+)+", Name.Function),
            (r"(^|(?<=\n))([ \t]*)(module)\b", bygroups(Text, Text, Name.Function)),
            (r"\b(?:module|return|call)\b", Name.Function),
            (r"[A-Za-z_][\w$]*(?=\s*=)", Name.Attribute),
            (r"[A-Za-z_][\w$]*", Keyword),
            (r"->|::|[=+*/-]", Operator),
            (r"[\[\](){}<>,:;?|.&@#!%^~$\\'`]", Punctuation),
            (r".", Text),
        ]
    }
