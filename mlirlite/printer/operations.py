"""OperationPrinter: one operation on its line, in custom or generic form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from mlirlite.ir.crash import crash
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.hooks import HookPrinter
from mlirlite.printer.literals import quoted
from mlirlite.printer.names import UNKNOWN_VALUE
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.mistakes import DeclarationError

OpPrinter = Callable[[Any, HookPrinter], None]

_QUOTE = '"'


class OperationPrinter(HookPrinter):
    """Prints operations without the contents of their regions, which are requested by `region`."""

    def __init__(self, flags: PrintingFlags | None = None) -> None:
        super().__init__(flags)
        self._default_dialect = "builtin"
        self._heads: dict[tuple[str, str], str] = {}
        self._users = self.flags.value_users
        self._comments = self.flags.comments

    def _print_op(self, op: Operation) -> None:
        """An op with its results, location and users: everything on its line."""
        append = self._out.append
        results = op._results
        if results:
            if len(results) == 1:
                append(self.names[results[0]] + " = ")
            else:
                append((self._naming.heads.get(op) or UNKNOWN_VALUE) + " = ")
        self.operation(op)
        if self._locations:
            append(" ")
            self._append_location(op)
        if self._users:
            self._append_users(op)
        if self._comments is not None:
            self._append_comments(op, self._comments(op))

    def operation(self, op: Operation) -> None:
        """Append an op without results and location: for hooks that print an op on their own
        line."""
        if self._locations:
            self._visit_location(op)
        write = None if self.flags.generic else self._writer(op)
        if write is None:
            self._generic(op)
            return
        name = op.name
        default = self._default_dialect
        found = self._heads.get((name, default))
        if found is None:
            dialect, _, rest = name.partition(".")
            found = rest if dialect == default and "." not in rest else name
            self._heads[name, default] = found
        self._out.append(found)
        try:
            write(op, self)
        except (DiagnosticError, RecursionError):
            raise
        except Exception as e:
            raise crash("printer", op, e, getattr(op, "print", None)) from e

    @staticmethod
    def _writer(op: Operation) -> OpPrinter | None:
        try:
            return op_printer(type(op))
        except DeclarationError as e:
            e.diagnostics[0].hint("met here", op.where)
            raise

    def _generic(self, op: Operation) -> None:
        names = self.names
        operands, results = op._operands, op._results
        if not operands:
            inside = ""
        elif len(operands) == 1:
            inside = names[operands[0]]
        else:
            inside = ", ".join([names[v] for v in operands])
        head = f"{self._heads.get((op.name, _QUOTE)) or self._quoted_name(op.name)}({inside})"
        if op._successors:
            blocks = self._naming.blocks
            head += f"[{', '.join([blocks[b] for b in op._successors])}]"
        properties, attributes = op.properties, op._attributes
        if not properties and type(op) is UnregisteredOp:
            whole = getattr(op, "whole_property", None)
            if whole is not None:
                head += f" <{whole}>"
        if not op._regions:  # usually all texts are known
            inner = self._known_entries(properties) if properties else ""
            outer = self._known_entries(attributes) if attributes else ""
            signature = self._known_signature(operands, results)
            if inner is not None and outer is not None and signature is not None:
                if inner:
                    head += f" <{{{inner}}}>"
                if outer:
                    head += f" {{{outer}}}"
                self._out.append(f"{head} : {signature}")
                return
        self._generic_by_parts(op, head)

    def _generic_by_parts(self, op: Operation, head: str) -> None:
        append = self._out.append
        properties, attributes = op.properties, op._attributes
        if self._aliases is not None:
            self._late = []
        append(head)
        if properties:
            append(" <{")
            self._entries(properties)
            append("}>")
        if op._regions:
            append(" (")
            for i, region in enumerate(op._regions):
                if i:
                    append(", ")
                self.region(region, print_empty_block=True)
            append(")")
        if attributes:
            append(" {")
            self._entries(attributes)
            append("}")
        append(" : ")
        self.functional_type(op._operands, op._results)
        late, self._late = self._late, None
        if late:
            self._visit_generic(op)

    def _visit_generic(self, op: Operation) -> None:
        """Visit the types and attributes of a generic op in upstream's order: after its regions,
        types first."""
        visits: list[Any] = [(self.attribute_text, v.type) for v in (*op._operands, *op._results)]
        entries = {**op.properties, **(op._attributes or {})}
        visits += [(self.attribute_text, entries[n]) for n in sorted(entries)]
        if self._requests:
            self._late = visits
        else:
            for render, subject in visits:
                self._visit(subject, render)

    def _quoted_name(self, name: str) -> str:
        text = self._heads[name, _QUOTE] = quoted(name)
        return text

    def _visit_location(self, op: Operation) -> None:
        aliases = self._aliases
        if aliases is not None and aliases.enabled:
            aliases.deferrable = True
            self._visit(op.location)
            aliases.deferrable = False

    def _append_location(self, op: Operation) -> None:
        location = op.location
        if self._aliases is None:
            self.text(self._trailing(location))
        else:
            self._defer(self._trailing, location)

    def _append_comments(self, op: Operation, comments: Sequence[tuple[Value | None, str]]) -> None:
        several = len(op._results) > 1
        texts = [
            f"{self.names[value]} {text}" if several and value is not None else text
            for value, text in comments
        ]
        if texts:
            self.text(f" // {', '.join(texts)}")

    # Comments on users

    def _append_users(self, op: Operation) -> None:
        results = op._results
        if not results:
            if op._operands:
                self.text(f" // id: {self._naming.operations.get(op, '')}")
            return
        users = {user for result in results for user in result.users}
        if not users:
            self.text(" // unused")
            return
        one = len(results) == len(users) == 1 and all(len(u.results) <= 1 for u in users)
        texts = [self._user_names(r) or "unused" for r in results]
        if len(texts) > 1:
            texts = [f"({t})" for t in texts]
        self.text(f" // {'user' if one else 'users'}: {', '.join(texts)}")

    def _argument_users(self, argument: BlockArgument) -> str:
        users = self._user_names(argument)
        return f"is used by {users}" if users else "is unused"

    def _user_names(self, value: Value) -> str:
        found: list[str] = []
        for user in reversed(value.users):
            found += [self.names[r] for r in user.results] or [
                self._naming.operations.get(user, "")
            ]
        return ", ".join(found)


def op_printer(cls: type[Operation]) -> OpPrinter | None:
    """The function that prints an op of this class after its name: its `print`, or its compiled
    `assembly_format`; None for the generic form."""
    found: OpPrinter | Literal[False] | None = _OP_PRINTERS.get(cls, False)
    if found is not False:
        return found
    printer: OpPrinter | None = None
    for base in cls.__mro__:
        printer = vars(base).get("print")
        if printer is not None:
            break
        if issubclass(cls, Op) and vars(base).get("assembly_format") is not None:
            from mlirlite.printer.format_printer import compile_printer  # late: it is large

            printer = compile_printer(cls)
            break
    _OP_PRINTERS[cls] = printer
    return printer


_OP_PRINTERS: dict[type, OpPrinter | None] = {}
