"""Damaged bytecode ends in an error that says what is wrong and where; `bench/bytecode.py
mutations` is the full run."""

import random
import re
from pathlib import Path

import pytest

from mlirlite.bytecode import read_bytecode, write_bytecode
from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.mutations import chunks_of, damaged_bytes

ROOT = Path(__file__).resolve().parents[3]


def test_damaged_files():
    sources = []
    for text in chunks_of(ROOT / "test" / "lit")[::200]:
        context = Context(allow_unregistered=True)
        try:
            sources.append(write_bytecode(parse_module(text, context), context))
        except DiagnosticError:
            continue
    rng = random.Random(7)
    errors = []
    for _ in range(120):
        context = Context(allow_unregistered=True)
        try:
            module = read_bytecode(damaged_bytes(rng.choice(sources), rng), context)
            if not verify(module, allow_unregistered=True, dialect=context.dialect):
                print_op(module, debuginfo=True)
        except DiagnosticError as e:
            errors.append(str(e))
    assert len(errors) > 60
    assert all("at byte" in said or "<" in said for said in errors)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "at byte 0: expected the magic number"),
        (b"ML\xefR", "at byte 4: expected an integer, found the end, in the file"),
        (b"ML\xefR\x0f\0", "at byte 4: expected version 0 to 6 of the format, found 7"),
        (b"ML\xefR\x0dx", "at byte 5: expected a zero byte after the producer"),
        (b"ML\xefR\x0d\0", "expected the string section"),
        (b"ML\xefR\x0d\0\x09\x01", "at byte 6: expected a section below 9, found 9"),
        (b"ML\xefR\x0d\0\0\xff", "at byte 8: expected 127 bytes of the string section, found 0"),
        (b"ML\xefR\x0d\0\0\x03\x01\0\x03\x01", "at byte 9: expected the string section once"),
    ],
)
def test_errors_say_what_and_where(data, message):
    with pytest.raises(DiagnosticError) as caught:
        read_bytecode(data)
    assert message in str(caught.value)


def test_what_contains_itself():
    data = write_bytecode(parse_module('module attributes {a = [["b"]]} {}'))
    array = re.compile(b"\x01\x03(?=.)", re.S)  # an array of one attribute, whose number follows
    places = [(m.end(), number) for m in array.finditer(data) for number in range(12)]
    for at, number in places:
        changed = data[:at] + bytes([number << 1 | 1]) + data[at + 1 :]
        try:
            read_bytecode(changed)
        except DiagnosticError as e:
            if "contains itself" in str(e):
                return
    pytest.fail("no cycle was found")
