/* Loads a compiled model and runs it: aot library runs dims…
 * Prints the milliseconds of loading, of the first run and of the fastest run. */
#include <OnnxMlirRuntime.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int count, char **words) {
  double started = now();
  void *library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  OMTensorList *(*run)(OMTensorList *);
  *(void **)&run = dlsym(library, "run_main_graph");
  OMTensor *(*create)(void *, const int64_t *, int64_t, OM_DATA_TYPE);
  *(void **)&create = dlsym(library, "omTensorCreate");
  OMTensorList *(*list)(OMTensor **, int64_t);
  *(void **)&list = dlsym(library, "omTensorListCreate");
  void (*destroy)(OMTensorList *);
  *(void **)&destroy = dlsym(library, "omTensorListDestroy");
  double loaded = now();

  int64_t shape[8], size = 1, rank = count - 3;
  for (int64_t i = 0; i < rank; i++) size *= shape[i] = atoll(words[i + 3]);
  float *data = malloc(size * sizeof(float));
  for (int64_t i = 0; i < size; i++) data[i] = (float)(i % 255) / 255.0f;
  OMTensor *tensor = create(data, shape, rank, ONNX_TYPE_FLOAT);
  OMTensorList *inputs = list(&tensor, 1);

  double first = 0, best = 1e9;
  for (int i = 0, runs = atoi(words[2]); i <= runs; i++) {
    double begin = now();
    OMTensorList *outputs = run(inputs);
    double took = now() - begin;
    if (!outputs) return perror("run_main_graph"), 1;
    destroy(outputs);
    if (i == 0) first = took;
    else if (took < best) best = took;
  }
  printf("%.4f %.4f %.4f\n", loaded - started, first, best);
  return 0;
}
