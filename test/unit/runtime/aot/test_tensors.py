"""The runtime's own functions: tensors of every type, lists, printing, headers."""

import ctypes
import errno
import re
import subprocess
import sys

import numpy as np
import pytest

from mlirlite.runtime.aot.abi import RUNTIME, SIZES, TYPE_NAMES

POINTERS = [
    "omTensorCreate",
    "omTensorCreateWithOwnership",
    "omTensorCreateEmpty",
    "omTensorGetDataPtr",
    "omTensorGetAllocatedPtr",
    "omTensorGetShape",
    "omTensorGetStrides",
    "omTensorListCreate",
    "omTensorListGetOmtArray",
    "omTensorListGetOmtByIndex",
]
NUMBERS = [
    "omTensorGetRank",
    "omTensorGetNumElems",
    "omTensorGetBufferSize",
    "omTensorGetOwning",
    "omTensorListGetSize",
]


@pytest.fixture(scope="module")
def c(dense_library):
    """The library through ctypes."""
    library = ctypes.CDLL(str(dense_library), use_errno=True)
    for name in POINTERS:
        getattr(library, name).restype = ctypes.c_void_p
    for name in NUMBERS:
        getattr(library, name).restype = ctypes.c_int64
    return library


def sizes(*dims):
    """An array of dimensions."""
    return (ctypes.c_int64 * max(len(dims), 1))(*dims)


def create(c, shape, code, data=None):
    """A tensor; it allocates memory if there is no data."""
    rank = ctypes.c_int64(len(shape))
    if data is None:
        return ctypes.c_void_p(c.omTensorCreateEmpty(sizes(*shape), rank, code))
    return ctypes.c_void_p(c.omTensorCreate(data, sizes(*shape), rank, code))


def read(address, count):
    """Numbers at an address."""
    return list((ctypes.c_int64 * count).from_address(address))


@pytest.mark.parametrize("code", range(1, 22))
def test_sizes_of_types(c, code):
    tensor = create(c, (2, 3), code)
    size = 8 if TYPE_NAMES[code] == "string" else SIZES[code]
    assert c.omTensorGetBufferSize(tensor) == 6 * size
    assert c.omTensorGetDataType(tensor) == code
    assert c.omTensorGetOwning(tensor) == 1
    c.omTensorDestroy(tensor)


def test_codes_are_the_headers(aot):
    """Codes and sizes are those of OnnxDataType.h."""
    text = (aot.INCLUDE / "onnx-mlir/Runtime/OnnxDataType.h").read_text()
    codes = re.findall(r"ONNX_TYPE_\w+ = (\d+)", text)
    assert [int(n) for n in codes] == list(range(22))
    [listed] = re.findall(r"OM_DATA_TYPE_SIZE\[\] = \{([\d,\s]*)\}", text)
    assert tuple(int(n) for n in listed.split(",")) == SIZES


def test_headers_declare_every_function(aot):
    text = "".join(p.read_text() for p in aot.INCLUDE.rglob("*.h"))
    for name in RUNTIME:
        assert re.search(rf"\b{name}\(", text), name


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("language", "standard"),
    [("c", "c89"), ("c", "c99"), ("c", "c11"), ("c++", "c++11"), ("c++", "c++17")],
)
def test_headers_stand_alone(aot, language, standard, tmp_path):
    """Each one compiles by itself without a warning, twice in one file. That for ranks needs MPI,
    and is compiled with them."""
    compiler = "cc" if language == "c" else "c++"
    aot.need(compiler)
    for path in sorted(set(aot.INCLUDE.rglob("*.h")) - {aot.INCLUDE / "MlirliteRanks.h"}):
        name = path.relative_to(aot.INCLUDE)
        source = f"#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}\n"
        subprocess.run(
            [compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror",
             "-fsyntax-only", f"-I{aot.INCLUDE}", "-"],
            input=source, text=True, check=True,
        )  # fmt: skip


def test_layout_is_the_headers(aot, tmp_path):
    """64 bytes on LP64, fields where the interface has them."""
    aot.need("cc")
    source = tmp_path / "layout.c"
    fields = ["allocated", "aligned", "offset", "shape", "strides", "rank", "dataType", "owning"]
    prints = "".join(f'printf("%d ", (int)offsetof(struct OMTensor, {f}));' for f in fields)
    source.write_text(
        "#include <onnx-mlir/Runtime/OMLayout.h>\n#include <stddef.h>\n#include <stdio.h>\n"
        f'int main(void) {{ {prints} printf("%d", (int)sizeof(struct OMTensor)); }}\n'
    )
    aot.run("cc", f"-I{aot.INCLUDE}", source, "-o", tmp_path / "layout")
    assert aot.run(tmp_path / "layout") == "0 8 16 24 32 40 48 56 64"


def test_accessors(c):
    data = np.arange(6, dtype="f4")
    tensor = create(c, (2, 3), 1, ctypes.c_void_p(data.ctypes.data))
    assert c.omTensorGetDataPtr(tensor) == c.omTensorGetAllocatedPtr(tensor) == data.ctypes.data
    assert (c.omTensorGetRank(tensor), c.omTensorGetNumElems(tensor)) == (2, 6)
    assert c.omTensorGetOwning(tensor) == 0
    assert read(c.omTensorGetShape(tensor), 2) == [2, 3]
    assert read(c.omTensorGetStrides(tensor), 2) == [3, 1]
    c.omTensorSetShape(tensor, sizes(3, 2))
    c.omTensorSetStrides(tensor, sizes(2, 1))
    assert read(c.omTensorGetShape(tensor), 2) == [3, 2]
    assert read(c.omTensorGetStrides(tensor), 2) == [2, 1]
    c.omTensorSetStridesWithPyArrayStrides(tensor, sizes(4, 12))
    assert read(c.omTensorGetStrides(tensor), 2) == [1, 3]
    for shape, count, size in [
        ((1 << 62, 3), -1, -1),
        ((1 << 61, 1), 1 << 61, -1),
        ((-1, 5), -1, -1),
    ]:
        c.omTensorSetShape(tensor, sizes(*shape))
        assert (c.omTensorGetNumElems(tensor), c.omTensorGetBufferSize(tensor)) == (count, size)
    c.omTensorSetDataType(tensor, 6)
    assert c.omTensorGetDataType(tensor) == 6
    c.omTensorDestroy(tensor)
    c.omTensorDestroy(None)


def test_lists(c):
    tensors = [create(c, (), 7), create(c, (4,), 9)]
    array = (ctypes.c_void_p * 2)(*(t.value for t in tensors))
    made = ctypes.c_void_p(c.omTensorListCreate(array, ctypes.c_int64(2)))
    array[0] = None  # the list has a copy
    assert c.omTensorListGetSize(made) == 2
    assert c.omTensorListGetOmtByIndex(made, ctypes.c_int64(0)) == tensors[0].value
    for outside in (2, -1):
        assert c.omTensorListGetOmtByIndex(made, ctypes.c_int64(outside)) is None
    assert read(c.omTensorListGetOmtArray(made), 2) == [t.value for t in tensors]
    c.omTensorListDestroyShallow(made)
    assert c.omTensorGetNumElems(tensors[1]) == 4
    again = (ctypes.c_void_p * 2)(*(t.value for t in tensors))
    c.omTensorListDestroy(ctypes.c_void_p(c.omTensorListCreate(again, ctypes.c_int64(2))))
    c.omTensorListDestroy(None)


MAKERS = {
    "omTensorCreate": lambda c, *a: c.omTensorCreate(None, *a),
    "omTensorCreateWithOwnership": lambda c, *a: c.omTensorCreateWithOwnership(
        None, *a, ctypes.c_int64(0)
    ),
    "omTensorCreateEmpty": lambda c, *a: c.omTensorCreateEmpty(*a),
}
IMPOSSIBLE = [  # a shape, and the size of an element from which on it is refused
    ((1 << 40, 1 << 40), 1),
    ((1 << 32, 1 << 32), 1),
    ((1 << 31, 1 << 32), 1),
    ((1 << 32, (1 << 30) + 1), 2),
    (((1 << 63) - 1, (1 << 63) - 1), 1),
    (((1 << 63) - 1,), 2),
    ((3037000500, 3037000500), 1),  # just above 2^63
    ((1 << 60,), 8),
    ((1 << 61,), 4),
    ((1 << 21, 1 << 21, 1 << 21), 1),
]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("code", range(1, 22))
def test_sizes_are_multiplied_without_a_wrap(c, maker, code):
    """Of every type: NULL and ENOMEM where the bytes are too many, unless a size is 0."""
    size = 8 if TYPE_NAMES[code] == "string" else SIZES[code]

    def make(shape):
        ctypes.set_errno(0)
        made = MAKERS[maker](c, sizes(*shape), ctypes.c_int64(len(shape)), code)
        return made, ctypes.get_errno()

    for shape, least in IMPOSSIBLE:
        if size >= least:
            assert make(shape) == (None, errno.ENOMEM), shape
        for at in range(len(shape) + 1):
            made, _ = make((*shape[:at], 0, *shape[at:]))
            assert c.omTensorGetNumElems(ctypes.c_void_p(made)) == 0
            assert c.omTensorGetBufferSize(ctypes.c_void_p(made)) == 0
            c.omTensorDestroy(ctypes.c_void_p(made))
    for shape in ((-1,), (0, -1), (-(1 << 63), 2), (1 << 62, -1, 1 << 62)):
        assert make(shape) == (None, errno.EINVAL), shape


@pytest.mark.parametrize("maker", MAKERS)
def test_ranks_that_cannot_be(c, maker):
    for shape, rank, code in [
        (sizes(1), -1, errno.EINVAL),
        (None, 1, errno.EINVAL),
        (sizes(1), (1 << 61) + 1, errno.ENOMEM),
    ]:
        ctypes.set_errno(0)
        assert MAKERS[maker](c, shape, ctypes.c_int64(rank), 1) is None
        assert ctypes.get_errno() == code
    scalar = ctypes.c_void_p(MAKERS[maker](c, None, ctypes.c_int64(0), 1))
    assert c.omTensorGetBufferSize(scalar) == 4
    c.omTensorDestroy(scalar)


def test_largest_sizes(c):
    """A tensor on data of the caller may have all bytes that 63 bits count."""
    tensor = create(c, (7, ((1 << 63) - 1) // 7), 3, ctypes.c_void_p(1))
    assert c.omTensorGetBufferSize(tensor) == (1 << 63) - 1
    c.omTensorDestroy(tensor)


def test_what_cannot_be_made_is_null(c):
    assert create(c, (2,), 99).value is None
    one = (ctypes.c_void_p * 1)()
    for array, count, code in [
        (None, -1, errno.EINVAL),
        (None, 1, errno.EINVAL),
        (one, (1 << 61) + 1, errno.ENOMEM),
    ]:
        ctypes.set_errno(0)
        assert c.omTensorListCreate(array, ctypes.c_int64(count)) is None
        assert ctypes.get_errno() == code


PRINTED = [
    ("f4", 1, [0.5, -2], "[0.5, -2]"),
    ("f8", 11, [1e300, 0.1], "[1e+300, 0.1]"),
    ("f2", 10, [1.5, -np.inf], "[1.5, -inf]"),
    ("u1", 2, [0, 255], "[0, 255]"),
    ("i1", 3, [-128, 127], "[-128, 127]"),
    ("u2", 4, [0, 65535], "[0, 65535]"),
    ("i2", 5, [-32768, 1], "[-32768, 1]"),
    ("i4", 6, [-(2**31), 1], "[-2147483648, 1]"),
    ("i8", 7, [-(2**63), 1], "[-9223372036854775808, 1]"),
    ("?", 9, [True, False], "[1, 0]"),
    ("u4", 12, [2**32 - 1, 0], "[4294967295, 0]"),
    ("u8", 13, [2**64 - 1, 0], "[18446744073709551615, 0]"),
    ("c8", 14, [1 + 2j, 0], "[(1, 2), (0, 0)]"),
    ("c16", 15, [1 - 2j, 0], "[(1, -2), (0, 0)]"),
]


def test_printing(aot, dense_library):
    """In a separate process: the functions write to C's standard output."""
    lines = [
        "import ctypes, numpy as np",
        f"c = ctypes.CDLL({str(dense_library)!r})",
        "c.omTensorCreate.restype = ctypes.c_void_p",
        "def show(text, data, code):",
        "    sizes = (ctypes.c_int64 * data.ndim)(*data.shape)",
        "    t = c.omTensorCreate(ctypes.c_void_p(data.ctypes.data), sizes, "
        "ctypes.c_int64(data.ndim), code)",
        "    c.omTensorPrint(text, ctypes.c_void_p(t))",
        *(f"show(b'%d\\n', np.array({v!r}, {t!r}), {n})" for t, n, v, _ in PRINTED),
        "show(b'a %t|%s|%x%e never', np.arange(6, dtype='f4').reshape(2, 3), 1)",
        "show(b'\\n%d', np.arange(4, dtype='i4').reshape(2, 1, 2), 6)",
        "c.omTensorPrint(b'\\n%t %', None)",
    ]
    code = "\n".join(lines).replace("-inf", "-np.inf")
    printed = aot.run(sys.executable, "-c", code)
    head, tail = printed.split("a 2x3xf32", 1)
    assert head.splitlines() == [text for *_, text in PRINTED]
    assert tail == "|2x3xf32, 24 bytes, owning 0, strides 3 1|%x\n[[[0, 1]], [[2, 3]]]\nNULL %"
