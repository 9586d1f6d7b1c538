/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor: data with a shape, strides and an element type. Programs hold pointers to it; its
 * layout is in OMLayout.h. */
#ifndef ONNX_MLIR_OMTENSOR_H
#define ONNX_MLIR_OMTENSOR_H

#ifdef __cplusplus
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>
#else
#include <stdbool.h>
#include <stdint.h>
#endif
#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <stdlib.h>
#endif

#include "onnx-mlir/Compiler/OMCompilerMacros.h"
#include "onnx-mlir/Runtime/OnnxDataType.h"

struct OMTensor;
#ifndef __cplusplus
typedef struct OMTensor OMTensor;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Values of `owning`: what omTensorDestroy frees beside the tensor itself. */
#define OMTENSOR_OWNING_DATA_PTR 1

/* A tensor on data of the caller, row-major. The shape is copied. The data is not, and stays the
 * caller's: it must live as long as the tensor. NULL with errno EINVAL when the rank or a size is
 * negative, or there is no shape for a rank; NULL with ENOMEM when memory is out, or the bytes of
 * all elements are more than an int64_t holds (sizes beside a 0 may be any). */
OM_EXTERNAL_VISIBILITY OMTensor *omTensorCreate(
    void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE dtype);

/* The same; with `owning` 1 the tensor frees the data (of malloc) when it is destroyed. */
OM_EXTERNAL_VISIBILITY OMTensor *omTensorCreateWithOwnership(
    void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE dtype, int64_t owning);

/* A tensor that owns memory for its elements, not initialized. NULL as for omTensorCreate, and with
 * EINVAL for a type that is none. Strings are NULL until the program sets each of them; a model
 * refuses an input with a NULL. */
OM_EXTERNAL_VISIBILITY OMTensor *omTensorCreateEmpty(
    const int64_t *shape, int64_t rank, OM_DATA_TYPE dtype);

/* Frees a tensor, and its data when it owns them. NULL is allowed. */
OM_EXTERNAL_VISIBILITY void omTensorDestroy(OMTensor *tensor);

/* The first element. */
OM_EXTERNAL_VISIBILITY void *omTensorGetDataPtr(const OMTensor *tensor);

/* The block that the data lies in, which is what owning is about. */
OM_EXTERNAL_VISIBILITY void *omTensorGetAllocatedPtr(const OMTensor *tensor);

/* Sizes of the dimensions; the tensor's own array. */
OM_EXTERNAL_VISIBILITY const int64_t *omTensorGetShape(const OMTensor *tensor);

/* Copies as many sizes as the tensor has dimensions. Strides stay as they are. */
OM_EXTERNAL_VISIBILITY void omTensorSetShape(OMTensor *tensor, const int64_t *shape);

/* Elements from one index to the next, by dimension; the tensor's own array. */
OM_EXTERNAL_VISIBILITY const int64_t *omTensorGetStrides(const OMTensor *tensor);

/* Copies strides, in elements. */
OM_EXTERNAL_VISIBILITY void omTensorSetStrides(OMTensor *tensor, const int64_t *strides);

/* Copies strides that are given in bytes, as numpy has them. */
OM_EXTERNAL_VISIBILITY void omTensorSetStridesWithPyArrayStrides(
    OMTensor *tensor, const int64_t *stridesInBytes);

OM_EXTERNAL_VISIBILITY OM_DATA_TYPE omTensorGetDataType(const OMTensor *tensor);
OM_EXTERNAL_VISIBILITY void omTensorSetDataType(OMTensor *tensor, OM_DATA_TYPE dataType);

/* Bytes of an element, 0 for strings and undefined. */
OM_MAYBE_UNUSED static OM_INLINE int64_t getDataTypeSize(OM_DATA_TYPE dataType) {
  return OM_DATA_TYPE_SIZE[dataType];
}

/* Bytes of all elements; a string counts as a pointer. -1 where an int64_t does not hold them or
 * a size is negative, which omTensorSetShape and omTensorSetDataType can bring about. */
OM_EXTERNAL_VISIBILITY int64_t omTensorGetBufferSize(const OMTensor *tensor);

OM_EXTERNAL_VISIBILITY int64_t omTensorGetRank(const OMTensor *tensor);

/* The product of the dimensions, 1 for rank 0; -1 as for the bytes. */
OM_EXTERNAL_VISIBILITY int64_t omTensorGetNumElems(const OMTensor *tensor);

OM_EXTERNAL_VISIBILITY int64_t omTensorGetOwning(const OMTensor *tensor);
OM_EXTERNAL_VISIBILITY void omTensorSetOwning(OMTensor *tensor, int64_t owning);

/* Lets runs with this input write an output, by its number, into the input's data, as a cache of
 * keys and values grows in one buffer; -1 ends that. The output is then a tensor on the same data,
 * which it does not own. Where the model cannot do so the output has memory of its own. No other
 * input may have a part of the data. */
OM_EXTERNAL_VISIBILITY void omTensorShareWithOutput(OMTensor *tensor, int64_t output);

/* Writes a message to the standard output, in which %t stands for the type (2x3xf32), %s for the
 * type, size, ownership and strides, %d for the values, and %e for the message's end. */
OM_EXTERNAL_VISIBILITY void omTensorPrint(const char *msg, const OMTensor *tensor);

#ifdef __cplusplus
}
#endif

#endif
