"""The Toy language: `python toyc.py program.toy` prints a program as IR."""

import sys
from pathlib import Path

import numpy as np
import toy
from lark import Lark, Token, UnexpectedInput

from mlirlite import DiagnosticError, build
from mlirlite.dialects import builtin
from mlirlite.dsl import F64, FileLineColRange, FunctionType, RankedTensorType

PARSER = Lark(
    r"""
    start: (struct | function)*
    struct: "struct" NAME "{" (parameter ";")+ "}"
    function: "def" NAME "(" parameters ")" "{" statement* return? "}"
    parameters: (parameter ("," parameter)*)?
    parameter: "var"? NAME | NAME NAME

    ?statement: "var" NAME ("<" SIZE ("," SIZE)* ">")? "=" sum ";" -> variable
        | NAME NAME "=" "{" sum ("," sum)* "}" ";" -> struct_variable
        | "print" "(" sum ")" ";" -> print
        | call ";"
    return: "return" sum? ";"

    ?sum: product | sum "+" product -> add
    ?product: postfix | product "*" postfix -> mul
    ?postfix: atom | postfix "." NAME -> field
    ?atom: "(" sum ")" | array | call | NAME -> name | "transpose" "(" sum ")" -> transpose
    call: NAME "(" (sum ("," sum)*)? ")"
    array: "[" (NUMBER | array) ("," (NUMBER | array))* "]"

    SIZE: /[0-9]+/
    NUMBER: /[0-9]+(\.[0-9]+)?/
    NAME: /[A-Za-z_]\w*/
    %ignore /\s+|#.*/
    """,
    parser="lalr",
    propagate_positions=True,
)


class Translation:
    """Makes the ops of a program, each with its place in the source."""

    def __init__(self, file):
        self.file = file
        self.structs = {}
        self.fields = {}
        self.functions = {}
        self.values = {}

    def at(self, tree):
        return FileLineColRange(self.file, tree.meta.line, tree.meta.column)

    def error(self, tree, message):
        return DiagnosticError(message, self.at(tree))

    def look_up(self, names, name, tree):
        if name not in names:
            raise self.error(tree, f"there is no '{name}'")
        return names[name]

    def struct(self, tree):
        name, *fields = tree.children
        types, names = zip(*map(self.parameter, fields), strict=True)
        type = self.structs[name] = toy.StructType(name, types)
        self.fields[type] = {field: index for index, field in enumerate(names)}

    def parameter(self, tree):
        *struct, name = tree.children
        return self.look_up(self.structs, struct[0], tree) if struct else toy.ANY_SHAPE, name

    def function(self, tree):
        name, parameters, *statements = tree.children
        inputs = [self.parameter(parameter) for parameter in parameters.children]
        types = [type for type, _ in inputs]
        visibility = None if name == "main" else "private"
        function = toy.FuncOp(name, (types, []), visibility, loc=self.at(tree))
        with build(function) as arguments:
            self.values = {name: value for (_, name), value in zip(inputs, arguments, strict=True)}
            for statement in statements:
                self.statement(statement)
            last = function.body.entry.last
            if not isinstance(last, toy.ReturnOp):
                last = toy.ReturnOp()
        function.function_type = FunctionType(tuple(types), last.operand_types)
        self.functions[name] = function

    def statement(self, tree):
        loc = self.at(tree)
        match tree.data, tree.children:
            case "variable", [name, value]:
                self.values[name] = self.value(value)
            case "variable", [name, *sizes, value]:
                type = RankedTensorType(tuple(map(int, sizes)), F64)
                made = toy.ReshapeOp(self.value(value), result=type, loc=loc)
                self.values[name] = made.result
            case "struct_variable", [struct, name, *values]:
                type = self.look_up(self.structs, struct, tree)
                parts = [self.value(value) for value in values]
                parts = [toy.CastOp(v, loc=loc) if toy.is_tensor(v.type) else v for v in parts]
                self.values[name] = toy.StructOp(parts, result=type, loc=loc).result
            case "print", [value]:
                toy.PrintOp(self.value(value), loc=loc)
            case "return", values:
                toy.ReturnOp([self.value(value) for value in values], loc=loc)
            case _:
                self.call(tree)

    def call(self, tree):
        name, *arguments = tree.children
        types = self.look_up(self.functions, name, tree).function_type.results
        arguments = [self.value(argument) for argument in arguments]
        return toy.GenericCallOp(name, arguments, results_=types, loc=self.at(tree))

    def value(self, tree):
        loc = self.at(tree)
        match tree.data, tree.children:
            case "name", [name]:
                return self.look_up(self.values, name, tree)
            case "array", _:
                try:
                    numbers = np.array(nested(tree), float)
                except ValueError:
                    raise self.error(tree, "the rows have different lengths") from None
                return toy.ConstantOp(numbers, loc=loc).result
            case "add", [lhs, rhs]:
                return toy.AddOp(self.value(lhs), self.value(rhs), loc=loc).result
            case "mul", [lhs, rhs]:
                return toy.MulOp(self.value(lhs), self.value(rhs), loc=loc).result
            case "transpose", [input]:
                return toy.TransposeOp(self.value(input), loc=loc).result
            case "field", [struct, name]:
                struct = self.value(struct)
                index = self.look_up(self.fields.get(struct.type, {}), name, tree)
                return toy.FieldOp(struct, index, loc=loc).result
            case _:
                found = self.call(tree).results
                if not found:
                    raise self.error(tree, f"'{tree.children[0]}' returns nothing")
                return found[0]


def nested(array):
    """The numbers of an array as nested lists."""
    return float(array) if isinstance(array, Token) else [nested(item) for item in array.children]


def read(path):
    """The module of a program. A DiagnosticError says what is wrong, and where."""
    path = str(path)
    try:
        tree = PARSER.parse(Path(path).read_text())
    except UnexpectedInput as e:
        raise DiagnosticError("this is not Toy", FileLineColRange(path, e.line, e.column)) from None
    translation = Translation(path)
    with build(module := builtin.ModuleOp()):
        for part in tree.children:
            if part.data == "struct":
                translation.struct(part)
            else:
                translation.function(part)
    module.verify()
    return module


if __name__ == "__main__":
    try:
        print(read(sys.argv[1]))
    except DiagnosticError as e:
        sys.exit(str(e))
