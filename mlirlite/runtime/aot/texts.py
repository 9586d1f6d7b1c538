"""LLVM IR's text of what the runtime is made of: strings, messages, the words of a target."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from mlirlite.runtime.aot.abi import TYPE_NAMES

MESSAGES = {
    "memory": "%s: out of memory",
    "thread": "a thread",
    "failed": "%s: %s",
    "line": "mlirlite: %s\n",
    "list": "%s: the list of inputs is NULL",
    "count": "%s: wrong number of inputs: expected %lld, found %lld",
    "null": "%s: input %lld ('%s') is NULL",
    "type": "%s: input %lld ('%s') has the wrong type: expected %s, found %s",
    "rank": "%s: input %lld ('%s') has the wrong rank: expected %lld, found %lld",
    "size": "%s: input %lld ('%s') has the wrong size in dimension %lld: expected %lld, found %lld",
    "stride": "%s: input %lld ('%s') is not contiguous: dimension %lld has stride %lld, "
    "expected %lld",
    "data": "%s: input %lld ('%s') has no data",
    "total": "%s: input %lld ('%s') has more bytes than 63 bits can count",
    "element": "%s: input %lld ('%s') is NULL at element %lld",
    "no_file": "%s: cannot open the constants '%s': not beside the library, nor in the "
    "folder that %s names",
    "file_size": "%s: the constants in '%s' do not belong to this library: expected %ld "
    "bytes, found %ld",
    "no_map": "%s: cannot map the constants in '%s'",
    "damaged": "%s: the constants in '%s' are damaged: the checksum is wrong",
    "variable": "OM_CONSTANT_PATH",
    "path": "%s/%s",
    "path_in": "%.*s/%s",
    "name": "%s",
    "print_null": "NULL",
    "print_signature": ", %lld bytes, owning %lld, strides",
    "print_number": " %lld",
    "print_size": "%lldx",
    "print_text": "%s",
    "print_comma": ", ",
    "print_float": "%g",
    "print_signed": "%lld",
    "print_unsigned": "%llu",
    "print_empty": "",
    "print_quoted": '"%s"',
    "print_complex": "(%g, %g)",
    "print_bits": "0x%02x",
}
"""Texts by the name that the runtime's `@om.text.<name>` has."""


@dataclass(frozen=True, slots=True)
class Words:
    """What differs between targets."""

    bits: int = 64
    """Width of a pointer and of size_t."""
    errno: str = "__errno_location"
    """The C library's function that says where errno is; "" for none."""
    streams: bool = True
    """dprintf is there: messages can be written."""
    jumps: bool = True
    """setjmp and longjmp are there."""
    threads: bool = True
    """Variables can be thread-local."""
    on_stack: bool = False
    """Arguments of variadic functions are on the stack, those of others are not."""
    nonblock: int = 0o4000
    """O_NONBLOCK."""

    @property
    def size(self) -> str:
        """size_t."""
        return f"i{self.bits}"


def words_for(triple: str, *, bare: bool = False) -> Words:
    """The words of a target triple; `bare`: of one without a C library."""
    arch = triple.partition("-")[0]
    bits = 32 if re.match(r"wasm32|arm(?!64)|thumb|i[3-6]86|riscv32", arch) else 64
    if bare or arch.startswith("wasm"):
        return Words(bits, "", False, False, False)
    if "apple" in triple or "darwin" in triple:
        return Words(bits, "__error", on_stack=True, nonblock=4)
    return Words(bits, "__errno" if "android" in triple else "__errno_location")


def text_global(name: str, text: str, linkage: str = "private") -> str:
    """A global with a zero-terminated text in UTF-8."""
    raw = text.encode("utf-8", "surrogateescape") + b"\0"
    body = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in raw)
    return f'@{name} = {linkage} unnamed_addr constant [{len(raw)} x i8] c"{body}"'


_REPORT = re.compile(
    r"call void \(i32, ptr, \.\.\.\) @om\.report\(i32 (\d+), (ptr [@%][\w.]+.*?)\)", re.S
)
_LINE = "call void @om.write()"
_WRITE = """\
declare i32 @dprintf(i32, ptr, ...)
define internal void @om.write() {
entry:
  %file = load i32, ptr @om.stream
  %none = icmp slt i32 %file, 0
  br i1 %none, label %done, label %write
write:
  call i32 (i32, ptr, ...) @dprintf(i32 %file, ptr @om.text.line, ptr @om.error)
  br label %done
done:
  ret void
}"""
"""Writes the thread's error to its stream, if it has one: glibc's dprintf leaks memory for -1."""
_FORMAT = re.compile(r"call void \(ptr, ptr, \.\.\.\) @om\.format\(ptr (%\w+), (.*?)\)", re.S)
ROOM = 1024
"""Bytes for a message."""


_LAST = """\
%list = alloca [4 x i64]
  call void @llvm.va_start.p0(ptr %list)
  %data = va_arg ptr %list, ptr
  call void @llvm.va_end.p0(ptr %list)"""
"""The first of the variadic arguments."""


def runtime_text(part: str, words: Words, **more: Any) -> str:
    """One of the runtime's files with a target's words in it."""
    text = files(__package__).joinpath(f"{part}.ll").read_text(encoding="utf-8")
    values = {
        "size": words.size,
        "limit": words.bits - 1,
        "nonblock": words.nonblock,
        "tls": "thread_local" if words.threads else "",
        "narrow": "%n = add i64 %some, 0" if words.bits == 64 else "%n = trunc i64 %some to i32",
        "jump": "call void @longjmp(ptr %run, i32 1)" if words.jumps else "call void @llvm.trap()",
        "stop": "call void @abort()" if words.jumps else "call void @llvm.trap()",
        "last_parameter": "..." if words.on_stack else "ptr %data",
        "last_argument": _LAST if words.on_stack else "",
        **more,
    }
    text = re.sub(r"\$(\w+)", lambda m: str(values.get(m[1], m[0])), text)
    size = words.size
    put = f"call i32 (ptr, {size}, ptr, ...) @snprintf(ptr %s, {size} {ROOM}, %s)"
    say = put % ("@om.error", r"\2") + "\n  " + _LINE + "\n  " if words.streams else ""
    text = _REPORT.sub(say + r"call void @om.set_errno(i32 \1)", text)
    return _FORMAT.sub(put % (r"\1", r"\2") if words.streams else "", text)


_FLOATS: tuple[dict[str, Any], ...] = (
    {"float": "float", "f": "f", "int": "i32", "whole": 2.0**23},
    {"float": "double", "f": "", "int": "i64", "whole": 2.0**52},
)
"""What differs in rounding.ll; from `whole` on, numbers have no fraction."""


def bare_text(words: Words) -> str:
    """The functions of the C library that LLVM calls by itself, kept until it may do so."""
    texts = [runtime_text("bare", words)]
    for given in _FLOATS:
        width = int(given["int"][1:])
        whole = np.array(given["whole"], f"f{width // 8}").view(f"i{width // 8}")
        texts.append(
            runtime_text(
                "rounding",
                words,
                **given,
                whole_bits=int(whole),
                size_bits=2 ** (width - 1) - 1,
                sign_bit=-(2 ** (width - 1)),
            )
        )
    text = "\n".join(texts)
    names = ", ".join(f"ptr @{n}" for n in re.findall(r"^define internal \w+ @(\w+)", text, re.M))
    count = names.count("@")
    return (
        f"{text}\n@llvm.compiler.used = appending global [{count} x ptr] [{names}], "
        'section "llvm.metadata"\n'
    )


def common_text(words: Words, used: str, file: str) -> str:
    """What every part may ask for: texts, errno, declarations. `used` is the other parts' text,
    `file` the name of the file with the constants."""
    writes = "@om.write" in used
    lines = [
        text_global(f"om.text.{name}", text)
        for name, text in {**MESSAGES, "file": file}.items()
        if f"@om.text.{name}" in used or (writes and name == "line")
    ]
    if "@om.type_names" in used:
        lines += [text_global(f"om.type.{i}", name) for i, name in enumerate(TYPE_NAMES)]
        names = ", ".join(f"ptr @om.type.{i}" for i in range(len(TYPE_NAMES)))
        lines.append(f"@om.type_names = private constant [{len(TYPE_NAMES)} x ptr] [{names}]")
    if words.errno:
        lines += [
            f"declare ptr @{words.errno}()",
            "define hidden void @om.set_errno(i32 %code) {",
            f"  %p = call ptr @{words.errno}()",
            "  store i32 %code, ptr %p",
            "  ret void",
            "}",
        ]
    else:
        lines += ["define hidden void @om.set_errno(i32 %code) {", "  ret void", "}"]
    if "@om.error" in used:
        tls, room = "thread_local " if words.threads else "", ROOM if words.streams else 1
        lines.append(f"@om.error = internal {tls}global [{room} x i8] zeroinitializer")
    if "@snprintf" in used:
        lines.append(f"declare i32 @snprintf(ptr, {words.size}, ptr, ...)")
    if writes:
        lines.append(_WRITE)
    if writes or "@om.stream" in used:
        tls = "thread_local " if words.threads else ""
        lines.append(f"@om.stream = internal {tls}global i32 2")
    if "@longjmp" in used:
        lines.append("declare void @longjmp(ptr, i32) noreturn")
    if "@_setjmp" in used:
        lines.append("declare i32 @_setjmp(ptr) returns_twice")
    if "@abort" in used:
        lines.append("declare void @abort()")
    if "@llvm.trap" in used:
        lines.append("declare void @llvm.trap()")
    return "\n".join(lines) + "\n"
