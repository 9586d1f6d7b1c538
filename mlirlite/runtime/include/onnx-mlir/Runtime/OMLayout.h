/* SPDX-License-Identifier: Apache-2.0 */
/* The layout of tensors and lists, for programs that make them without malloc (models that were
 * compiled with --static-arena). Others need it not. */
#ifndef ONNX_MLIR_OMLAYOUT_H
#define ONNX_MLIR_OMLAYOUT_H

#include "onnx-mlir/Runtime/OMTensorList.h"

struct OMTensor {
  void *allocated;  /* the block of malloc */
  void *aligned;    /* the data */
  int64_t offset;   /* 0 */
  int64_t *shape;
  int64_t *strides; /* in elements */
  int64_t rank;
  int32_t dataType;
  int64_t owning;   /* omTensorDestroy frees `allocated` */
};

struct OMTensorList {
  OMTensor **omts;
  int64_t size;
  bool shallow; /* not malloc's: omTensorListDestroy leaves it alone */
};

#endif
