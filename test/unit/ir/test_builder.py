"""Building IR: insertion points, regions, values and numbers as operands."""

import threading

import numpy as np
import pytest

import mlirlite
from mlirlite.dialects import affine, arith, builtin, func, memref, scf
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder, build
from mlirlite.ir.insertion import insertion_point
from mlirlite.ir.locations import FileLineColRange
from mlirlite.ir.types import F32, I1, I32, INDEX
from mlirlite.rewriting import apply_patterns_greedily, pattern

HERE = FileLineColRange("here.mlir", 1, 1)
OTHER = FileLineColRange("other.mlir", 2, 2)


def names(block):
    return [op.name.partition(".")[2] for op in block]


def test_with_a_builder_ops_are_inserted_as_they_are_made():
    block = Block([I32])
    [x] = block.args
    with Builder.at_end(block):
        a = arith.AddIOp(x, x)
        with Builder.before_op(a):
            arith.SubIOp(x, x)
        arith.MulIOp(a, x)
    assert names(block) == ["subi", "addi", "muli"]
    assert arith.AddIOp(x, x).parent is None, "outside of it they are detached"


def test_the_place_is_given_back_after_an_error():
    block = Block()
    with pytest.raises(ZeroDivisionError), Builder.at_end(block):
        1 / 0  # noqa: B018
    assert insertion_point() is None
    b = Builder.at_end(block)
    with b, b:
        assert insertion_point() is b
    assert insertion_point() is None


def test_another_thread_is_not_concerned():
    found = []
    with Builder.at_end(Block([I32])) as b:
        thread = threading.Thread(target=lambda: found.append(arith.NegFOp(Block([F32]).args[0])))
        thread.start()
        thread.join()
        assert b.block.empty
    assert found[0].parent is None


def test_what_was_just_made_goes_where_it_is_put():
    block, other = Block([I32]), Block()
    [x] = block.args
    with Builder.at_end(block) as b:
        first = b.insert(arith.AddIOp(x, x))
        other.append(arith.SubIOp(x, x))
        block.append(arith.MulIOp(x, x))
        with pytest.raises(ValueError, match="is in a block already"):
            other.append(first)
    assert names(block) == ["addi", "muli"]
    assert names(other) == ["subi"]


def test_parsers_and_passes_place_their_ops_themselves():
    @pattern
    def twice(op: arith.AddIOp, rw):
        """x + x --> x << 1"""
        one = rw.insert(arith.ConstantOp(1, result=op.result.type))
        rw.replace(op, arith.ShLIOp(op.lhs, one))
        return True

    block = Block()
    text = "func.func @f(%x: i32) -> i32 {\n  %0 = arith.addi %x, %x : i32\n  return %0 : i32\n}"
    with Builder.at_end(block):
        module = mlirlite.parse(text)
        apply_patterns_greedily(module, [twice])
        mlirlite.run_pipeline(module, "builtin.module(canonicalize)")
    assert block.empty
    assert "arith.shli" in str(module)


def test_in_a_pattern_the_rewriter_is_a_place():
    @pattern
    def twice(op: arith.AddIOp, rw):
        """x + x --> x * 2"""
        with rw:
            rw.replace(op, op.lhs * 2)
        return True

    module = mlirlite.parse(
        "func.func @f(%x: i32) -> i32 {\n  %0 = arith.addi %x, %x : i32\n  return %0 : i32\n}"
    )
    assert apply_patterns_greedily(module, [twice])
    module.verify()
    assert [op.name for op in module.walk()][2:] == ["arith.constant", "arith.muli", "func.return"]


def test_an_op_takes_its_location_or_the_places():
    block = Block([I32])
    with Builder(block, location=HERE):
        a = arith.AddIOp(*block.args * 2)
        b = arith.AddIOp(a, a, loc=OTHER)
    assert (a.location, b.location) == (HERE, OTHER)
    module = builtin.ModuleOp(loc=OTHER)
    with build(module):
        assert func.FuncOp("f", ([], []), sym_visibility="private").location is OTHER


def test_regions_by_with_and_by_functions():
    module = builtin.ModuleOp()
    with build(module):
        f = func.FuncOp("f", (["memref<?xf32>", F32], [F32]))
        with build(f) as [memory, factor]:
            size = memref.DimOp(memory, 0)

            @build(loop := scf.ForOp(0, size, 1, [factor]))
            def body(i, total):
                x = memref.LoadOp(memory, i, result=F32)
                with build(scf.IfOp(x.result.gt(0.0))):
                    memref.StoreOp(-x.result, memory, [i])
                scf.YieldOp(total + x)

            func.ReturnOp(loop)
    module.verify()
    assert str(module) == str(mlirlite.parse(str(module)))
    assert 'scf.yield"() : ()' in str(module.in_message()), "scf.if has its terminator"
    assert [len(list(region)) for region in f.regions] == [1]


def test_the_arguments_of_loops():
    block = Block([INDEX, I32])
    n, x = block.args
    zero, ten = AffineMap.constant(0), AffineMap.constant(10)
    with Builder.at_end(block):
        loops = [
            scf.ForOp(x, x, x, [n]),
            scf.ParallelOp([n, n], [n, n], [n, n]),
            scf.ForallOp(staticLowerBound=[0, 0], staticUpperBound=[4, 4], staticStep=[1, 1]),
            affine.ForOp([], [], [x], lowerBoundMap=zero, upperBoundMap=ten, step=1),
            scf.WhileOp([x, n], results_=[I32]),
        ]
    expected = [(I32, INDEX), (INDEX,) * 2, (INDEX,) * 2, (INDEX, I32), (I32, INDEX)]
    for loop, types in zip(loops, expected, strict=True):
        with build(loop) as arguments:
            assert tuple(a.type for a in arguments) == types
    with build(loops[-1].after) as arguments:
        assert [a.type for a in arguments] == [I32]


def test_a_region_before_its_op():
    region = Region()
    with build(region, I32, "vector<4xf32>", bool) as arguments:
        assert [str(a.type) for a in arguments] == ["i32", "vector<4xf32>", "i1"]
    with build(region) as again:
        assert again == arguments, "it goes on where it ended"


def test_a_function_of_python_is_a_function():
    @func.FuncOp.of
    def square(x: F32):
        return x * x

    assert str(square).splitlines()[0] == "func.func @square(%arg0: f32) -> f32 {"
    square.verify()
    two = func.FuncOp.of(lambda x, y: (y, x), I32, "i1", name="two", sym_visibility="private")
    assert two.signature().results == (I1, I32)

    @func.FuncOp.of
    def texts(memory: "memref<?xf32>", i: "index", n: "I32", x: "'f32'"):  # noqa: F722, F821
        return None

    assert [str(t) for t in texts.signature().inputs] == ["memref<?xf32>", "index", "i32", "f32"]
    with pytest.raises(TypeError, match="argument 'x' of '<lambda>' states no type"):
        func.FuncOp.of(lambda x: x)


def test_ops_and_numbers_as_operands():
    block = Block([INDEX])
    with Builder.at_end(block):
        two = arith.ConstantOp(2, result=I32)
        total = arith.AddIOp(two, 40)
        memory = memref.AllocOp(memref="memref<4x4xf32>")
        memref.LoadOp(memory, [0, block.args[0]], result=F32)
    assert total.operands[1].owner.value.value == 40
    assert total.operands[1].type is I32
    with pytest.raises(TypeError, match="'rhs': 40 is a new constant, which needs an insertion"):
        arith.AddIOp(two, 40)
    with Builder.at_end(block), pytest.raises(TypeError, match="whose type follows from nothing"):
        arith.NegFOp(1.5)
    with pytest.raises(TypeError, match="operand 'lhs' must be a value, got str"):
        arith.AddIOp("x", two)


def test_a_constructor_that_fails_leaves_no_use():
    x = Block([I32]).args[0]
    with pytest.raises(TypeError, match="cannot be inferred"):
        scf.WhileOp([x])
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'rhs'"):
        arith.AddIOp(x)
    assert not x.has_uses


def test_discardable_attributes_from_python():
    op = arith.ConstantOp(1, attributes={"d.list": [1, "two", None], "d.array": np.ones(2)})
    assert str(op.attributes["d.list"]) == '[1, "two", unit]'
    assert str(op.attributes["d.array"]) == "dense<1.000000e+00> : tensor<2xf64>"


def test_verify_raises_every_error():
    module = builtin.ModuleOp()
    with build(module):
        f = func.FuncOp("f", ([I32], []))
        with build(f) as [x]:
            arith.AddIOp(x, Block([F32]).args[0])
            func.ReturnOp(x)
    with pytest.raises(mlirlite.DiagnosticError) as failure:
        module.verify()
    assert len(failure.value.diagnostics) == 2
    assert "but got 'f32'" in str(failure.value)


def test_an_op_is_replaced():
    block = Block([I32])
    [x] = block.args
    with Builder.at_end(block):
        a = arith.AddIOp(x, x)
        b = arith.MulIOp(a, a)
    a.replace_with(arith.SubIOp(x, x))
    assert names(block) == ["subi", "muli"]
    assert b.lhs.owner is block.first
    block.first.replace_with(x)
    b.lhs = arith.ConstantOp(1, result=I32)
    assert b.operands[0].owner.name == "arith.constant"
    assert b.operands[1] is x
