// The same as run.c, in WebAssembly: a model that needs neither a C library nor an allocator.
//
//   mlirlite-compile model.onnx --mtriple=wasm32-unknown-unknown --no-libc -o model.o
//   wasm-ld --no-entry --export-dynamic model.o -o model.wasm   # or: python -m ziglang wasm-ld
//   node run.mjs model.wasm 1 3 224 224
import { readFileSync } from "node:fs";

const [path, ...words] = process.argv.slice(2);
const shape = words.map(Number);
const size = shape.reduce((a, b) => a * b, 1);

const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
const c = instance.exports;

// The program's data for the model is placed after the model's own memory.
const PAGE = 65536;
const bytes = size * 4 + 4096;
let at = c.memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
const take = (count) => [at, (at += (count + 15) & ~15)][0];
const tensor = take(48), sizes = take(8 * shape.length), strides = take(8 * shape.length);
const array = take(4), list = take(24), data = take(size * 4);
const view = new DataView(c.memory.buffer);

let state = 12345;
for (let i = 0; i < size; i++) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  view.setFloat32(data + 4 * i, (state >>> 8) / 16777216, true);
}
let stride = 1;
for (let i = shape.length - 1; i >= 0; i--) {
  view.setBigInt64(sizes + 8 * i, BigInt(shape[i]), true);
  view.setBigInt64(strides + 8 * i, BigInt(stride), true);
  stride *= shape[i];
}
// struct OMTensor with pointers of four bytes (onnx-mlir/Runtime/OMLayout.h)
view.setUint32(tensor, data, true);
view.setUint32(tensor + 4, data, true);
view.setUint32(tensor + 16, sizes, true);
view.setUint32(tensor + 20, strides, true);
view.setBigInt64(tensor + 24, BigInt(shape.length), true);
view.setInt32(tensor + 32, 1, true); // float
view.setUint32(array, tensor, true);
view.setUint32(list, array, true);
view.setBigInt64(list + 8, 1n, true);

const outputs = c.run_main_graph(list);
if (!outputs) {
  console.error("run_main_graph: the input is wrong");
  process.exit(1);
}
for (let i = 0n; i < c.omTensorListGetSize(outputs); i++) {
  const output = c.omTensorListGetOmtByIndex(outputs, i);
  const values = c.omTensorGetDataPtr(output);
  const count = Number(c.omTensorGetNumElems(output));
  console.log(Array.from(new Float32Array(c.memory.buffer, values, count)).join("\n"));
}
