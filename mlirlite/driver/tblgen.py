"""mlirlite-tblgen: the records of a .td file.

mlirlite-tblgen Dialect.td -I include --dump-json
"""

from __future__ import annotations

from mlirlite.driver.shared.options import (
    OUTPUT,
    Arguments,
    UsageError,
    flag,
    option,
    several,
)
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, output_file, standard_input


class TblgenArguments(Arguments):
    """The command line of mlirlite-tblgen."""

    include: tuple[str, ...] = several("look there for included files", "folder", name="I")
    define: tuple[str, ...] = several("define a macro of the preprocessor", "name", name="D")
    dump_json: bool = flag("print the records as JSON")
    print_records: bool = flag("print classes and records as text (the default)")
    list_patterns: bool = flag(
        "print each rewrite pattern: its equation and benefit, or what of it is not known"
    )
    gen_python: bool = flag("write a plugin that has the dialect without the file")
    gen_op_doc: bool = flag("write a page on the dialect, in Markdown")
    gen_stubs: bool = flag("write stubs (.pyi) of the dialect's classes")
    to_irdl: bool = flag("write the dialect as IRDL, which mlir-opt --irdl-file loads")
    dialect: str = option("the dialect to write, if the file has several", "name", default="")
    output: str | None = OUTPUT


PAGE = Page(
    "mlirlite-tblgen [options] file.td",
    "Reads TableGen and prints its records, as llvm-tblgen does.",
    TblgenArguments,
    (
        "mlirlite-tblgen Ops.td -I /usr/lib/llvm-22/include --dump-json -o ops.json",
        "mlirlite-tblgen Ops.td --print-records",
    ),
)


@PAGE.program
def main(arguments: TblgenArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    from mlirlite.tablegen import read, read_source
    from mlirlite.tablegen.dump import json_text, records_text

    path = arguments.only("file")
    generated = _generated(arguments, path)
    if generated is not None:
        with output_file(arguments.output, streams) as stream:
            stream.write(generated)
        return OK
    if arguments.list_patterns:
        from mlirlite.ods.drr import load_patterns

        lines = load_patterns(path, None, arguments.include).describe()
        with output_file(arguments.output, streams) as stream:
            stream.write("".join(f"{line}\n" for line in lines))
        return OK
    if arguments.dump_json and arguments.print_records:
        raise UsageError("--dump-json and --print-records exclude each other")
    if path == "-":
        keeper = read_source(standard_input(streams), arguments.include, arguments.define)
    else:
        keeper = read(path, arguments.include, arguments.define)
    for message in keeper.dumped:
        streams.show(message)
    text = json_text(keeper) + "\n" if arguments.dump_json else records_text(keeper)
    with output_file(arguments.output, streams) as stream:
        stream.write(text)
    return OK


def _generated(arguments: TblgenArguments, path: str) -> str | None:
    """What is written of a dialect; None if nothing is asked for."""
    from mlirlite.ods.generate import irdl, page, plugin, read_dialect, stubs

    writers = {
        "--gen-python": (arguments.gen_python, plugin.plugin_text),
        "--gen-op-doc": (arguments.gen_op_doc, page.page_text),
        "--gen-stubs": (arguments.gen_stubs, stubs.stub_text),
        "--to-irdl": (arguments.to_irdl, irdl.irdl_text),
    }
    chosen = {name: write for name, (wanted, write) in writers.items() if wanted}
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} exclude each other")
    for write in chosen.values():
        return write(read_dialect(path, arguments.include, arguments.dialect))
    return None
