/* Runs a compiled model on pseudorandom numbers and prints its outputs, one number per line.
 *
 *   mlirlite-compile model.onnx -o model.so
 *   cc -I$(python -m mlirlite.runtime.include) run.c ./model.so -o run && ./run 1 3 224 224
 *
 * The arguments are the dimensions of the model's only input, which has floats. */
#include <OnnxMlirRuntime.h>

#include <stdio.h>
#include <stdlib.h>

OMTensorList *run_main_graph(OMTensorList *);

int main(int count, char **words) {
  int64_t shape[8], size = 1, rank = count - 1;
  if (rank > 8) return fprintf(stderr, "at most 8 dimensions\n"), 2;
  for (int64_t i = 0; i < rank; i++) size *= shape[i] = atoll(words[i + 1]);

  float *data = malloc(size ? size * sizeof(float) : 1);
  unsigned state = 12345; /* numbers from 0 to 1 */
  for (int64_t i = 0; i < size; i++) {
    state = state * 1664525u + 1013904223u;
    data[i] = (float)(state >> 8) / 16777216.0f;
  }

  OMTensor *input = omTensorCreate(data, shape, rank, ONNX_TYPE_FLOAT);
  OMTensorList *inputs = omTensorListCreate(&input, 1);
  OMTensorList *outputs = run_main_graph(inputs);
  if (outputs == NULL) return perror("run_main_graph"), 1;

  for (int64_t i = 0; i < omTensorListGetSize(outputs); i++) {
    OMTensor *output = omTensorListGetOmtByIndex(outputs, i);
    const float *values = omTensorGetDataPtr(output);
    for (int64_t k = 0; k < omTensorGetNumElems(output); k++) printf("%.9g\n", values[k]);
  }

  omTensorListDestroy(outputs);
  omTensorListDestroy(inputs);
  free(data); /* omTensorCreate does not take ownership */
  return 0;
}
