// The same as run.c, with destructors instead of calls to free.
//
//   c++ -std=c++17 -I$(python -m mlirlite.runtime.include) run.cpp ./model.so -o run
#include <OnnxMlirRuntime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

extern "C" OMTensorList *run_main_graph(OMTensorList *);

struct Destroy {
  void operator()(OMTensorList *list) const { omTensorListDestroy(list); }
};
using List = std::unique_ptr<OMTensorList, Destroy>;

int main(int count, char **words) {
  std::vector<int64_t> shape;
  int64_t size = 1;
  for (int i = 1; i < count; i++) size *= shape.emplace_back(std::atoll(words[i]));

  std::vector<float> data(size);
  unsigned state = 12345;
  for (float &value : data) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / 16777216.0f;
  }

  OMTensor *input = omTensorCreate(
      data.data(), shape.data(), static_cast<int64_t>(shape.size()), ONNX_TYPE_FLOAT);
  List inputs(omTensorListCreate(&input, 1));
  List outputs(run_main_graph(inputs.get()));
  if (!outputs) return std::perror("run_main_graph"), 1;

  for (int64_t i = 0; i < omTensorListGetSize(outputs.get()); i++) {
    OMTensor *output = omTensorListGetOmtByIndex(outputs.get(), i);
    const float *values = static_cast<const float *>(omTensorGetDataPtr(output));
    for (int64_t k = 0; k < omTensorGetNumElems(output); k++) std::printf("%.9g\n", values[k]);
  }
}
