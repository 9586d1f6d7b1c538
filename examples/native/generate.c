/* Lets a language model go on: prints the tokens that follow those of the command line.
 *
 *   mlirlite-compile model.onnx --store-constants-to-file -o model.so
 *   cc -I$(python -m mlirlite.runtime.include) generate.c ./model.so -o generate
 *   ./generate 24 2 64 20 785 3974 13876
 *
 * The arguments are layers, heads of keys, numbers of a head, how many tokens to make, and the
 * prompt's tokens. The model has the inputs that onnxruntime-genai's builder gives it: tokens, a
 * mask, then keys and values of each layer; the outputs are logits, then keys and values. The
 * likeliest token is taken. Caches are one buffer each, which every step writes its rows into. */
#include <OnnxMlirRuntime.h>

#include <stdio.h>
#include <stdlib.h>

OMTensorList *run_main_graph(OMTensorList *);

static OMTensor *tensor(void *data, int64_t columns) {
  int64_t shape[2] = {1, columns};
  return omTensorCreate(data, shape, 2, ONNX_TYPE_INT64);
}

int main(int count, char **words) {
  if (count < 6) return fprintf(stderr, "layers heads width count tokens...\n"), 2;
  int64_t caches = 2 * atoll(words[1]), made = atoll(words[4]), read = 0, known = count - 5;
  int64_t room = known + made, shape[4] = {1, atoll(words[2]), room, atoll(words[3])};
  int64_t *tokens = malloc(room * sizeof *tokens), *mask = malloc(room * sizeof *mask);
  OMTensor **inputs = malloc((caches + 2) * sizeof *inputs);
  if (!tokens || !mask || !inputs) return perror("malloc"), 1;
  for (int64_t i = 0; i < room; i++) {
    mask[i] = 1;
    tokens[i] = i < known ? atoll(words[i + 5]) : 0;
  }
  for (int64_t i = 0; i < caches; i++) {
    inputs[i + 2] = omTensorCreateEmpty(shape, 4, ONNX_TYPE_FLOAT);
    if (!inputs[i + 2]) return perror("omTensorCreateEmpty"), 1;
    omTensorShareWithOutput(inputs[i + 2], i + 1);
  }

  while (known < room) {
    inputs[0] = tensor(tokens + read, known - read);
    inputs[1] = tensor(mask, known);
    OMTensorList *list = omTensorListCreate(inputs, caches + 2);
    OMTensorList *outputs = run_main_graph(list);
    if (!outputs) return perror("run_main_graph"), 1;
    OMTensor *logits = omTensorListGetOmtByIndex(outputs, 0);
    int64_t rows = omTensorGetShape(logits)[1], words_known = omTensorGetShape(logits)[2];
    const float *row = (float *)omTensorGetDataPtr(logits) + (rows - 1) * words_known;
    int64_t best = 0;
    for (int64_t i = 1; i < words_known; i++)
      if (row[i] > row[best]) best = i;
    read = known;
    tokens[known++] = best;
    printf("%lld\n", (long long)best);
    omTensorListDestroy(outputs); /* caches stay: the outputs do not own them */
    omTensorListDestroyShallow(list);
    omTensorDestroy(inputs[0]);
    omTensorDestroy(inputs[1]);
  }

  for (int64_t i = 0; i < caches; i++) omTensorDestroy(inputs[i + 2]);
  free(inputs), free(mask), free(tokens);
  return 0;
}
