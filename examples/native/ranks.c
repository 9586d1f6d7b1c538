/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a model that has one input of floats on the ranks of MPI, and prints the first rank's outputs.
 *
 *   mlirlite-compile model.onnx --shard=tensor=2 -o model.so
 *   mpicc -I$(python -m mlirlite.runtime.include) ranks.c -ldl -o ranks
 *   mpirun -n 2 ./ranks ./model-%d.so 8 64
 *
 * The arguments are the libraries and the input's dimensions; element i is sin(i). */
#include <MlirliteRanks.h>
#include <math.h>

static void print(const OmRanks *model, const OMTensor *y) {
  const float *values = (const float *)model->omTensorGetDataPtr(y);
  int64_t count = model->omTensorGetBufferSize(y) / (int64_t)sizeof *values;
  for (int64_t i = 0; i < count; ++i) printf("%.9g\n", values[i]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc < 2) return fprintf(stderr, "expected the libraries and the dimensions\n"), 1;
  OmRanks *model = omRanksOpen(argv[1], MPI_COMM_WORLD, 60.0);
  int64_t shape[64], count = 1, rank = argc - 2;
  for (int64_t i = 0; i < rank && i < 64; ++i) count *= shape[i] = atoll(argv[2 + i]);
  float *x = (float *)malloc((size_t)count * sizeof *x);
  if (!x || model->inputs != 1) return fprintf(stderr, "expected one input\n"), 1;
  for (int64_t i = 0; i < count; ++i) x[i] = sinf((float)i);
  OMTensor *input = model->omTensorCreate(x, shape, rank, ONNX_TYPE_FLOAT);
  OMTensor **outputs = (OMTensor **)malloc((size_t)model->outputs * sizeof *outputs);
  omRanksRun(model, &input, outputs);
  for (int64_t i = 0; i < model->outputs; ++i) {
    if (model->rank == 0) print(model, outputs[i]);
    model->omTensorDestroy(outputs[i]);
  }
  model->omTensorDestroy(input);
  omRanksClose(model);
  free(outputs);
  free(x);
  return MPI_Finalize();
}
