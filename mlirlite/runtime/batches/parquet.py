"""Rows of Parquet files: a column is an input or output, with (nested) lists for its shape."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import IO, Any, Self

import numpy as np

from mlirlite.runtime.batches.rows import Arrays, check_same, missing
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DiagnosticError(
            ".parquet files need pyarrow: pip install 'mlirlite[parquet]'"
        ) from None
    return pyarrow


class ParquetRows:
    """The columns of a file that inputs are named after. Numbers become the input's type if that
    changes no integer; floats are rounded to it."""

    def __init__(self, path: str, inputs: Sequence[NodeArg]) -> None:
        self._pa = _pyarrow()
        self._path, self._inputs = path, inputs
        try:
            self._file = self._pa.parquet.ParquetFile(path)
        except self._pa.ArrowException as e:
            raise DiagnosticError(f"cannot read '{path}': {e}") from e
        known = self._file.schema_arrow.names
        for i in inputs:
            if i.name not in known:
                self._file.close()
                raise missing(path, i.name, known)
            if known.count(i.name) > 1:
                self._file.close()
                raise DiagnosticError(
                    f"'{path}' has {known.count(i.name)} columns '{i.name}': expected one"
                )
        self.count: int = self._file.metadata.num_rows

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def parts(self, size: int) -> Iterator[Arrays]:
        """All rows in order."""
        names = [i.name for i in self._inputs]
        first = 0
        held: list[Arrays] = []
        try:
            for batch in self._file.iter_batches(batch_size=size, columns=names):
                rows = {i.name: self._array(batch.column(i.name), i, first) for i in self._inputs}
                first += batch.num_rows
                held.append(rows)
                while (n := sum(len(h[names[0]]) for h in held)) >= size:
                    joined = _joined(held, names)
                    yield {name: a[:size] for name, a in joined.items()}
                    held = [{name: a[size:] for name, a in joined.items()}] if n > size else []
        except self._pa.ArrowException as e:
            raise DiagnosticError(f"cannot read '{self._path}' after row {first}: {e}") from e
        if first != self.count:
            raise DiagnosticError(f"'{self._path}' states {self.count} rows, found {first}")
        if held:
            yield _joined(held, names)

    def _array(self, column: Any, given: NodeArg, first: int) -> Any:
        """A column as an array; nulls, and lists of several lengths, are errors with the row."""
        types, shape = self._pa.types, [len(column)]
        while True:
            per_row = math.prod(shape[1:])
            if column.null_count:
                at = int(np.argmax(column.is_null().to_numpy(zero_copy_only=False)))
                raise self._wrong(given, first + at // max(per_row, 1), "there is no value")
            if types.is_fixed_size_list(column.type):
                shape.append(column.type.list_size)
            elif types.is_list(column.type) or types.is_large_list(column.type):
                lengths = column.value_lengths().to_numpy(zero_copy_only=False)
                size = int(lengths[0]) if len(lengths) else 0
                if (lengths != size).any():
                    at = int(np.argmax(lengths != size))
                    what = f"expected a list of {size} values, found {lengths[at]}"
                    raise self._wrong(given, first + at // max(per_row, 1), what)
                shape.append(size)
            else:
                break
            column = column.flatten()
        values = column.to_numpy(zero_copy_only=False)
        if types.is_string(column.type) or types.is_large_string(column.type):
            values = values.astype(np.str_)
        else:
            values = self._converted(values, given, first, math.prod(shape[1:]))
        wanted = [d for d in given.shape[1:] if isinstance(d, int)]
        if len(wanted) == len(given.shape) - 1 and math.prod(wanted) == math.prod(shape[1:]):
            shape[1:] = wanted
        return values.reshape(shape)

    def _converted(self, values: Any, given: NodeArg, first: int, per_row: int) -> Any:
        dtype = given.dtype
        if values.dtype == dtype:
            return values
        kinds = {"f": "fiu", "i": "iu", "u": "iu", "b": "b"}.get(dtype.kind, "")
        if values.dtype.kind not in kinds:
            raise self._wrong(given, first, f"expected {dtype}, found {values.dtype}")
        with np.errstate(over="ignore"):
            found = values.astype(dtype)
        lost = np.isinf(found) & np.isfinite(values) if dtype.kind == "f" else found != values
        if dtype.kind in "iu":
            lost |= (found < 0) != (values < 0)
        if lost.any():
            at = int(np.argmax(lost))
            raise self._wrong(given, first + at // per_row, f"{dtype} cannot hold {values[at]}")
        return found

    def _wrong(self, given: NodeArg, row: int, what: str) -> DiagnosticError:
        return DiagnosticError(f"'{self._path}', row {row}: column '{given.name}': {what}")


def _joined(held: list[Arrays], names: Sequence[str]) -> Arrays:
    if len(held) == 1:
        return held[0]
    for name in names:
        for part in held:
            check_same(name, held[0][name].shape[1:], part[name].shape[1:])
    return {name: np.concatenate([h[name] for h in held]) for name in names}


class ParquetSink:
    """Rows written as groups of a Parquet file; arrays of more dimensions are lists of one
    length."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._pa, self._stream = _pyarrow(), stream
        self._writer: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def write(self, arrays: Arrays) -> None:
        """Add rows."""
        table = self._pa.table({n: self._column(np.asarray(a)) for n, a in arrays.items()})
        if self._writer is None:
            self._writer = self._pa.parquet.ParquetWriter(self._stream, table.schema)
        for name, before, now in zip(
            table.column_names, self._writer.schema.types, table.schema.types, strict=True
        ):
            check_same(name, before, now)
        self._writer.write_table(table)

    def _column(self, array: Any) -> Any:
        column = self._pa.array(np.ascontiguousarray(array).reshape(-1))
        for size in reversed(array.shape[1:]):
            column = self._pa.FixedSizeListArray.from_arrays(column, size)
        return column
