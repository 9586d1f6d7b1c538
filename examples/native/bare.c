/* A model on a machine without an operating system: no C library, no malloc.
 *
 *   mlirlite-compile model.onnx --static-arena --no-malloc --no-libc -o model.o
 *   cc -ffreestanding -nostdlib -nostartfiles -static \
 *      -I$(python -m mlirlite.runtime.include) bare.c model.o -o bare.elf -Wl,-Map=bare.map
 *
 * The input has 3 x 5 floats here. With -DHOSTED this is a normal program that prints the result. */
#include <onnx-mlir/Runtime/OMEmbedded.h>

extern OMTensorList *run_main_graph(OMTensorList *);

static float data[3 * 5];
static int64_t shape[] = {3, 5}, strides[] = {5, 1};
static OMTensor input = {data, data, 0, shape, strides, 2, ONNX_TYPE_FLOAT, 0};
static OMTensor *tensors[] = {&input};
static OMTensorList inputs = {tensors, 1, true};

/* The first output; NULL if the input is not what the model expects. */
static OMTensor *infer(void) {
  unsigned state = 12345;
  for (int i = 0; i < 15; i++) {
    state = state * 1664525u + 1013904223u;
    data[i] = (float)(state >> 8) / 16777216.0f;
  }
  OMTensorList *outputs = run_main_graph(&inputs);
  return outputs ? omTensorListGetOmtByIndex(outputs, 0) : 0;
}

#ifdef HOSTED
#include <stdio.h>

int main(void) {
  OMTensor *output = infer();
  if (!output || omArenaSize <= 0) return 1;
  const float *values = omTensorGetDataPtr(output);
  for (int64_t i = 0; i < omTensorGetNumElems(output); i++) printf("%.9g\n", values[i]);
}
#else
volatile float result; /* for a debugger to read */

void _start(void) {
  OMTensor *output = infer();
  if (output) result = *(float *)omTensorGetDataPtr(output);
  for (;;) {
  }
}
#endif
