"""Images as rows of a model: prepared as stated, in order, and named when they are wrong."""

import io
import os

import numpy as np
import onnx
import onnx.parser
import pytest

from mlirlite.driver.run import main
from mlirlite.ir.context import Context
from mlirlite.runtime.batches.images import Images, preparation
from mlirlite.runtime.compiler import load_module
from mlirlite.runtime.entry import entry_function
from mlirlite.runtime.signature import signature_of
from mlirlite.support.diagnostics import DiagnosticError

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra images)")

HEAD = '<ir_version: 10, opset_import: ["" : 21]>\n'
SAME = HEAD + "m ({0}[{1}] x) => ({0}[{1}] y) {{ y = Identity(x) }}"
NCHW = SAME.format("float", "N,3,6,8")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with `in`; a function that writes models."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return lambda text: onnx.save(onnx.parser.parse_model(text), "m.onnx")


def picture(path, height=6, width=8, seed=0, mode="RGB"):
    """A file with random pixels; these pixels."""
    shape = (height, width) if mode == "L" else (height, width, len(mode))
    pixels = np.random.default_rng(seed).integers(0, 256, shape, np.uint8)
    Image.fromarray(pixels, mode).save(path)
    return pixels


def batch(*patterns, more=()):
    out, err = io.StringIO(), io.StringIO()
    words = ["m.onnx", *(f"--batch={p}" for p in patterns), "--output-dir=out", *more]
    return main(words, stdout=out, stderr=err), out.getvalue(), err.getvalue()


def planes(pixels):
    return pixels.transpose(2, 0, 1).astype(np.float32) / 255


def test_each_image_has_a_result(here):
    here(NCHW)
    found = {f"in/{n}.png": picture(f"in/{n}.png", seed=n) for n in range(7)}
    picture("in/Z.BMP", seed=9)
    code, out, err = batch("in/*.png", "in/*.BMP", more=["--batch-size=3"])
    assert (code, err) == (0, "")
    assert "wrote 8 of 8 files to out: 8 rows" in out
    for path, pixels in found.items():
        [row] = np.load(path.replace("in/", "out/").replace("png", "npy"))
        np.testing.assert_allclose(row, planes(pixels), rtol=1e-6)
    os.remove("out/3.npy")
    assert "wrote 1 of 8 files to out; 7 were there: 1 rows" in batch("in/*.png", "in/*.BMP")[1]


@pytest.mark.parametrize("kind", ["txt", "npy", "npz", "parquet"])
def test_a_table_names_images(here, kind):
    here(NCHW)
    found = [picture(f"in/{n}.png", seed=n) for n in range(5)]
    names = [f"{n}.png" for n in range(5)]
    if kind == "txt":
        with open("in/t.txt", "w") as file:
            file.write("\n".join(names) + "\n\n")
    elif kind == "parquet":
        pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pa.table({"x": names}), "in/t.parquet")
    elif kind == "npy":
        np.save("in/t.npy", np.array(names))
    else:
        np.savez("in/t.npz", x=np.array(names))
    code, out, err = batch(f"in/t.{kind}", more=["--batch-size=2"])
    assert (code, err) == (0, "")
    assert ": 5 rows" in out
    if kind == "parquet":
        rows = np.array(parquet.read_table("out/t.parquet")["y"].to_pylist())
    elif kind == "npz":
        rows = np.load("out/t.npz")["y"]
    else:
        rows = np.load("out/t.npy")
    np.testing.assert_allclose(rows, np.stack([planes(p) for p in found]), rtol=1e-6)


def images(text, shape="N,3,?,?", kind="float"):
    """The images of an input of a model."""
    shape = shape.replace("?", "H", 1).replace("?", "W", 1)
    model = onnx.parser.parse_model(SAME.format(kind, shape))
    module, _ = load_module(model, Context())
    [given], _ = signature_of(entry_function(module))
    return Images(given, preparation(text))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
@pytest.mark.parametrize("kind", ["float", "uint8"])
@pytest.mark.parametrize("layout", ["N,3,?,?", "N,?,?,3"])
@pytest.mark.parametrize("channels", ["rgb", "bgr"])
def test_layout_channels_and_type_follow(tmp_path, mode, kind, layout, channels):
    path = str(tmp_path / "a.png")
    pixels = picture(path, mode=mode)
    wanted = np.repeat(pixels[..., None], 3, 2) if mode == "L" else pixels[..., :3]
    wanted = wanted[..., ::-1] if channels == "bgr" else wanted
    [row] = images(f"channels={channels}", layout, kind).rows([path])
    if layout == "N,3,?,?":
        wanted = wanted.transpose(2, 0, 1)
    assert row.dtype == (np.float32 if kind == "float" else np.uint8)
    np.testing.assert_allclose(row, wanted / 255 if kind == "float" else wanted, rtol=1e-6)


def test_mean_and_std_are_those_of_channels(tmp_path):
    path = str(tmp_path / "a.png")
    pixels = picture(path)
    [row] = images("mean=0.5/0.4/0.3,std=0.2/0.1/0.3,scale=1").rows([path])
    mean, std = (np.array(v).reshape(3, 1, 1) for v in ((0.5, 0.4, 0.3), (0.2, 0.1, 0.3)))
    np.testing.assert_allclose(row, (planes(pixels) * 255 - mean) / std, rtol=1e-5)


@pytest.mark.parametrize(("height", "width"), [(30, 20), (20, 30), (21, 21)])
def test_the_middle_of_the_resized_image_is_taken(tmp_path, height, width):
    path = str(tmp_path / "a.png")
    picture(path, height, width)
    [row] = images("resize=16,crop=10x12,filter=bicubic", "N,3,10,12", "uint8").rows([path])
    with Image.open(path) as image:
        short = min(height, width)
        sizes = 16 * width // short, 16 * height // short
        whole = np.asarray(image.resize(sizes, Image.Resampling.BICUBIC))
    top, left = round((sizes[1] - 10) / 2), round((sizes[0] - 12) / 2)
    wanted = whole[top : top + 10, left : left + 12].transpose(2, 0, 1)
    np.testing.assert_array_equal(row, wanted)


def test_a_bad_image_is_named(here):
    here(NCHW)
    picture("in/a.png")

    def cut():
        picture("b.png")
        with open("b.png", "rb") as whole, open("in/b.png", "wb") as file:
            file.write(whole.read()[:-40])

    def deep():
        Image.fromarray(np.full((6, 8), 1000, np.uint16)).save("in/b.png")

    def named():
        with open("in/b.txt", "w") as file:
            file.write("a.png\nnone.png\n")

    for spoil, file, said in [
        (lambda: open("in/b.png", "wb").close(), "in/b.png", "cannot read image 'in/b.png': "),
        (cut, "in/b.png", "cannot read image 'in/b.png': "),
        (deep, "in/b.png", "expected 8 bits a channel"),
        (
            lambda: picture("in/b.png", 6, 9),
            "in/b.png",
            "'in/b.png' has 6x9 pixels (height x width)",
        ),
        (lambda: os.mkdir("in/b.png"), "in/b.png", "in/b.png"),
        (named, "in/b.txt", "cannot read image 'in/none.png': No such file"),
    ]:
        spoil()
        code, out, err = batch("in/a.png", file)
        assert (code, out) == (1, "")
        assert said in err
        assert "Traceback" not in err
        if os.path.isdir(file):
            os.rmdir(file)
        else:
            os.remove(file)
        assert not os.path.exists("out/b.npy")


@pytest.mark.parametrize(
    ("text", "shape", "kind", "said"),
    [
        ("resise=3", "N,3,?,?", "float", "there is no step 'resise' for images; did you mean"),
        ("resize=0", "N,3,?,?", "float", "expected resize=256 or 256x320 for images"),
        ("mean=a", "N,3,?,?", "float", "expected mean=0.5 or 0.485/0.456/0.406 for images"),
        ("std=0", "N,3,?,?", "float", "expected std="),
        ("mean=1/2", "N,3,?,?", "float", "mean has 2 numbers, but images in rgb have 3 channels"),
        ("mean=1", "N,3,?,?", "uint8", "takes bytes, which have no mean and std"),
        ("channels=gray", "N,3,?,?", "float", "has 3 channels, but images in gray have 1"),
        ("", "N,C,?,?", "float", "where input 'x' has its channels is not clear"),
        ("", "N,3,3,3", "float", "state layout=nchw or layout=nhwc"),
        ("", "N,3", "float", "input 'x' takes no images: expected four dimensions"),
        ("", "N,3,?,?", "int64", "input 'x' takes no images"),
    ],
)
def test_wrong_steps_are_refused(text, shape, kind, said):
    with pytest.raises(DiagnosticError) as caught:
        images(text, shape, kind)
    assert said in str(caught.value)
