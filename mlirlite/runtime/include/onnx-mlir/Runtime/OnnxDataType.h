/* SPDX-License-Identifier: Apache-2.0 */
/* Codes of element types. Up to 19 they are those of ONNX. */
#ifndef ONNX_MLIR_ONNXDATATYPE_H
#define ONNX_MLIR_ONNXDATATYPE_H

#ifdef __cplusplus
#include <cstdint>
#include <map>
#include <string>
#else
#include <stdbool.h>
#include <stdint.h>
#endif

enum OM_DATA_TYPE {
  ONNX_TYPE_UNDEFINED = 0,
  ONNX_TYPE_FLOAT = 1,
  ONNX_TYPE_UINT8 = 2,
  ONNX_TYPE_INT8 = 3,
  ONNX_TYPE_UINT16 = 4,
  ONNX_TYPE_INT16 = 5,
  ONNX_TYPE_INT32 = 6,
  ONNX_TYPE_INT64 = 7,
  ONNX_TYPE_STRING = 8,
  ONNX_TYPE_BOOL = 9,
  ONNX_TYPE_FLOAT16 = 10,
  ONNX_TYPE_DOUBLE = 11,
  ONNX_TYPE_UINT32 = 12,
  ONNX_TYPE_UINT64 = 13,
  ONNX_TYPE_COMPLEX64 = 14,
  ONNX_TYPE_COMPLEX128 = 15,
  ONNX_TYPE_BFLOAT16 = 16,
  ONNX_TYPE_FLOAT8E4M3FN = 17,
  ONNX_TYPE_FLOAT8E4M3FNUZ = 18,
  ONNX_TYPE_FLOAT8E5M2 = 19,
  ONNX_TYPE_UINT4 = 20, /* not ONNX's numbers from here on */
  ONNX_TYPE_INT4 = 21
};

#ifndef __cplusplus
typedef enum OM_DATA_TYPE OM_DATA_TYPE;
#endif

#if defined(__GNUC__)
#define OM_MAYBE_UNUSED __attribute__((unused))
#else
#define OM_MAYBE_UNUSED
#endif

/* Bytes of an element by code: 0 for undefined and string. A 4-bit integer takes a byte. */
OM_MAYBE_UNUSED static const int OM_DATA_TYPE_SIZE[] = {
    0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2, 1, 1, 1, 1, 1};

#ifdef __cplusplus
/* The code for a C++ type by the first letter of its typeid name (Itanium ABI). */
OM_MAYBE_UNUSED static const std::map<std::string, OM_DATA_TYPE> OM_DATA_TYPE_CPP_TO_ONNX = {
    {"b", ONNX_TYPE_BOOL},   {"c", ONNX_TYPE_INT8},   {"a", ONNX_TYPE_INT8},
    {"h", ONNX_TYPE_UINT8},  {"s", ONNX_TYPE_INT16},  {"t", ONNX_TYPE_UINT16},
    {"i", ONNX_TYPE_INT32},  {"j", ONNX_TYPE_UINT32}, {"l", ONNX_TYPE_INT64},
    {"m", ONNX_TYPE_UINT64}, {"f", ONNX_TYPE_FLOAT},  {"d", ONNX_TYPE_DOUBLE},
};
#endif

#endif
