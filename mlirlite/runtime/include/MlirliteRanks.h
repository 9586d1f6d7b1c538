/* SPDX-License-Identifier: Apache-2.0 */
/* A model over the ranks of MPI, from the libraries that mlirlite-compile --shard=... makes.
 *
 *   OmRanks *model = omRanksOpen("./model-%d.so", MPI_COMM_WORLD, 60.0);
 *   OMTensor *x = model->omTensorCreate(data, shape, 2, ONNX_TYPE_FLOAT), *y;
 *   omRanksRun(model, &x, &y);
 *   float *values = (float *)model->omTensorGetDataPtr(y);
 *   model->omTensorDestroy(y);
 *   omRanksClose(model);
 *
 * Every rank calls the same functions with the same inputs, after MPI_Init and before MPI_Finalize, and
 * gets the whole outputs. All of it is in this file: build with mpicc, and -ldl where dlopen needs it. A rank
 * that cannot go on says why on standard error and ends all of them by MPI_Abort. */
#ifndef MLIRLITE_RANKS_H
#define MLIRLITE_RANKS_H

#include <dlfcn.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>

#include "OnnxMlirRuntime.h"

/* Functions of the rank's library that this file or a program calls. */
#define OM_RANKS_FUNCTIONS(X)                                                                \
  X(omTensorCreate, OMTensor *, (void *, const int64_t *, int64_t, OM_DATA_TYPE))            \
  X(omTensorCreateEmpty, OMTensor *, (const int64_t *, int64_t, OM_DATA_TYPE))               \
  X(omTensorDestroy, void, (OMTensor *))                                                     \
  X(omTensorGetDataPtr, void *, (const OMTensor *))                                          \
  X(omTensorGetShape, const int64_t *, (const OMTensor *))                                   \
  X(omTensorGetDataType, OM_DATA_TYPE, (const OMTensor *))                                   \
  X(omTensorGetBufferSize, int64_t, (const OMTensor *))                                      \
  X(omTensorGetRank, int64_t, (const OMTensor *))                                            \
  X(omTensorGetOwning, int64_t, (const OMTensor *))                                          \
  X(omTensorListCreate, OMTensorList *, (OMTensor **, int64_t))                              \
  X(omTensorListDestroyShallow, void, (OMTensorList *))                                      \
  X(omTensorListGetOmtByIndex, OMTensor *, (OMTensorList *, int64_t))                        \
  X(omInputSignature, const char *, (const char *))                                          \
  X(omLastError, const char *, (void))

/* A group of ranks that exchange. */
typedef struct OmRanksGroup {
  const int64_t *members; /* their number, and the ranks */
  MPI_Comm comm;
  struct OmRanksGroup *next;
} OmRanksGroup;

typedef struct OmRanks {
  int rank, size;
  double timeout;
  MPI_Comm comm;
  void *library;
  const int64_t *program; /* the lists of inputs, outputs and levels */
  int64_t inputs, outputs, count;
  OMTensor **values;
  char *borrowed; /* for each value: it is the caller's */
  OmRanksGroup *groups;
#define X(name, result, arguments) result(*name) arguments;
  OM_RANKS_FUNCTIONS(X)
#undef X
} OmRanks;

enum { OM_ALL_REDUCE, OM_ALL_GATHER, OM_REDUCE_SCATTER, OM_SEND, OM_RECEIVE, OM_HALO };
enum { OM_RANKS_VERSION = 1, OM_RANKS_HEAD = 66, OM_RANKS_TAG = 2, OM_HALO_TAG = 3, OM_MEMBERS = 10 };

static void omRanksFail(const OmRanks *m, const char *format, ...) {
  va_list words;
  va_start(words, format);
  fprintf(stderr, "error: rank %d: ", m->rank);
  vfprintf(stderr, format, words);
  fprintf(stderr, "\n");
  fflush(stderr);
  va_end(words);
  MPI_Abort(m->comm, 1);
  exit(1);
}

static void *omRanksMemory(const OmRanks *m, int64_t size) {
  void *found = malloc(size > 0 ? (size_t)size : 1);
  if (!found) omRanksFail(m, "no memory for %lld bytes", (long long)size);
  return found;
}

/* Wait for requests, at most the allowed time. */
static void omRanksWait(const OmRanks *m, MPI_Request *requests, int count, const char *what) {
  double started = MPI_Wtime();
  for (long polls = 0;; ++polls) {
    int done;
    MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    if (done) return;
    if (polls < 200) continue;
    struct timeval nap = {0, 50}; /* 50 us */
    select(0, NULL, NULL, NULL, &nap);
    if (MPI_Wtime() - started > m->timeout)
      omRanksFail(m, "waited %g s for others in %s", m->timeout, what);
  }
}

/* The item after a list. */
static const int64_t *omRanksAfter(const int64_t *list) { return list + 1 + *list; }

static MPI_Comm omRanksAmong(OmRanks *m, const int64_t *members) {
  for (OmRanksGroup *g = m->groups; g; g = g->next)
    if (!memcmp(g->members, members, (size_t)(1 + *members) * sizeof *members)) return g->comm;
  return MPI_COMM_NULL;
}

/* The communicators of groups. All ranks make theirs in the same order, so that none waits for one that
 * waits for it. */
static int omRanksOrder(const void *a, const void *b) {
  const int64_t *x = *(const int64_t *const *)a, *y = *(const int64_t *const *)b;
  for (int64_t i = 1; i <= x[0] && i <= y[0]; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return x[0] < y[0] ? -1 : x[0] > y[0];
}

static void omRanksPrepare(OmRanks *m, const int64_t **members, int64_t count) {
  qsort(members, (size_t)count, sizeof *members, omRanksOrder);
  MPI_Group all;
  MPI_Comm_group(m->comm, &all);
  for (int64_t i = 0; i < count; ++i) {
    if (omRanksAmong(m, members[i]) != MPI_COMM_NULL) continue;
    int *ranks = (int *)omRanksMemory(m, members[i][0] * (int64_t)sizeof(int));
    for (int64_t j = 0; j < members[i][0]; ++j) ranks[j] = (int)members[i][1 + j];
    MPI_Group some;
    MPI_Group_incl(all, (int)members[i][0], ranks, &some);
    OmRanksGroup *g = (OmRanksGroup *)omRanksMemory(m, sizeof *g);
    g->members = members[i];
    g->next = m->groups;
    MPI_Comm_create_group(m->comm, some, 0, &g->comm);
    m->groups = g;
    MPI_Group_free(&some);
    free(ranks);
  }
  MPI_Group_free(&all);
}

/* An exchange on its way. */
typedef struct {
  const int64_t *words; /* kind, axis, way to join, equal parts, source, target, halo, ranks */
  MPI_Request requests[4];
  int count;
  char *sent, *received;      /* buffers of this exchange, or NULL */
  int *sizes, *starts;        /* of the parts, in bytes */
  int64_t head[OM_RANKS_HEAD];
  OMTensor *result, *kept[4]; /* of a halo: sent before and after, received from before and after */
} OmExchange;

static int64_t omRanksProduct(const int64_t *shape, int64_t from, int64_t to) {
  int64_t found = 1;
  for (int64_t i = from; i < to; ++i) found *= shape[i];
  return found;
}

static MPI_Datatype omRanksType(const OmRanks *m, OM_DATA_TYPE type) {
  switch (type) {
  case ONNX_TYPE_FLOAT: return MPI_FLOAT;
  case ONNX_TYPE_DOUBLE: return MPI_DOUBLE;
  case ONNX_TYPE_INT8: return MPI_INT8_T;
  case ONNX_TYPE_INT16: return MPI_INT16_T;
  case ONNX_TYPE_INT32: return MPI_INT32_T;
  case ONNX_TYPE_INT64: return MPI_INT64_T;
  case ONNX_TYPE_BOOL:
  case ONNX_TYPE_UINT8: return MPI_UINT8_T;
  case ONNX_TYPE_UINT16: return MPI_UINT16_T;
  case ONNX_TYPE_UINT32: return MPI_UINT32_T;
  case ONNX_TYPE_UINT64: return MPI_UINT64_T;
  default: omRanksFail(m, "MPI cannot join numbers of type %d", (int)type);
  }
  return MPI_DATATYPE_NULL;
}

static OMTensor *omRanksLike(const OmRanks *m, const OMTensor *x, int64_t axis, int64_t size) {
  int64_t shape[64], rank = m->omTensorGetRank(x);
  memcpy(shape, m->omTensorGetShape(x), (size_t)rank * sizeof *shape);
  if (axis >= 0) shape[axis] = size;
  OMTensor *made = m->omTensorCreateEmpty(shape, rank, m->omTensorGetDataType(x));
  if (!made) omRanksFail(m, "no memory for a value");
  return made;
}

static int omRanksBytes(const OmRanks *m, int64_t size) {
  if (size > 0x7fffffff) omRanksFail(m, "a part of %lld bytes is too large for MPI", (long long)size);
  return (int)size;
}

static void omRanksGather(OmRanks *m, OmExchange *e, const OMTensor *x, MPI_Comm comm, int n) {
  int64_t axis = e->words[1], rank = m->omTensorGetRank(x);
  const int64_t *shape = m->omTensorGetShape(x);
  int64_t mine = shape[axis], total = 0, *parts = (int64_t *)omRanksMemory(m, n * 8);
  for (int i = 0; i < n; ++i) parts[i] = mine;
  if (!e->words[3]) {
    MPI_Request request;
    MPI_Iallgather(&mine, 1, MPI_INT64_T, parts, 1, MPI_INT64_T, comm, &request);
    omRanksWait(m, &request, 1, "all_gather");
  }
  int64_t rest = omRanksProduct(shape, 0, axis) * omRanksProduct(shape, axis + 1, rank) *
                 getDataTypeSize(m->omTensorGetDataType(x));
  e->sizes = (int *)omRanksMemory(m, n * (int64_t)sizeof(int));
  e->starts = (int *)omRanksMemory(m, n * (int64_t)sizeof(int));
  for (int i = 0; i < n; ++i) {
    e->sizes[i] = omRanksBytes(m, parts[i] * rest);
    e->starts[i] = omRanksBytes(m, total * rest);
    total += parts[i];
  }
  free(parts);
  e->result = omRanksLike(m, x, axis, total);
  int in_place = omRanksProduct(shape, 0, axis) == 1;
  e->received = in_place ? NULL : (char *)omRanksMemory(m, total * rest);
  void *target = in_place ? m->omTensorGetDataPtr(e->result) : e->received;
  MPI_Iallgatherv(m->omTensorGetDataPtr(x), omRanksBytes(m, mine * rest), MPI_BYTE, target, e->sizes,
                  e->starts, MPI_BYTE, comm, e->requests);
}

/* Parts that lie one after the other become one value, or the other way round. */
static void omRanksInterleave(char *whole, char *parts, int64_t outer, int64_t row, int n,
                              const int *sizes, int split) {
  int64_t at = 0;
  for (int i = 0; i < n; ++i) {
    int64_t piece = sizes[i] / outer;
    for (int64_t o = 0; o < outer; ++o, parts += piece)
      memcpy(split ? parts : whole + o * row + at, split ? whole + o * row + at : parts, (size_t)piece);
    at += piece;
  }
}

static void omRanksScatter(OmRanks *m, OmExchange *e, OMTensor *x, MPI_Comm comm, int n, MPI_Op op) {
  int64_t axis = e->words[1];
  const int64_t *shape = m->omTensorGetShape(x);
  int64_t outer = omRanksProduct(shape, 0, axis), size = m->omTensorGetBufferSize(x);
  e->result = omRanksLike(m, x, axis, shape[axis] / n);
  e->sizes = (int *)omRanksMemory(m, n * (int64_t)sizeof(int));
  for (int i = 0; i < n; ++i) e->sizes[i] = omRanksBytes(m, size / n);
  e->sent = (char *)omRanksMemory(m, size);
  char *whole = (char *)m->omTensorGetDataPtr(x);
  omRanksInterleave(whole, e->sent, outer, size / outer, n, e->sizes, 1);
  OM_DATA_TYPE type = m->omTensorGetDataType(x);
  int count = (int)(size / n / getDataTypeSize(type));
  MPI_Ireduce_scatter_block(e->sent, m->omTensorGetDataPtr(e->result), count, omRanksType(m, type), op,
                            comm, e->requests);
}

static void omRanksReceive(OmRanks *m, OmExchange *e, int other) {
  MPI_Irecv(e->head, OM_RANKS_HEAD, MPI_INT64_T, other, OM_RANKS_TAG, m->comm, e->requests);
  omRanksWait(m, e->requests, 1, "receive");
  e->result = m->omTensorCreateEmpty(e->head + 2, e->head[1], (OM_DATA_TYPE)e->head[0]);
  if (!e->result) omRanksFail(m, "no memory for a value");
  int size = omRanksBytes(m, m->omTensorGetBufferSize(e->result));
  MPI_Irecv(m->omTensorGetDataPtr(e->result), size, MPI_BYTE, other, OM_RANKS_TAG, m->comm, e->requests);
}

static void omRanksSend(OmRanks *m, OmExchange *e, OMTensor *x, int other) {
  e->head[0] = m->omTensorGetDataType(x);
  e->head[1] = m->omTensorGetRank(x);
  memcpy(e->head + 2, m->omTensorGetShape(x), (size_t)e->head[1] * sizeof *e->head);
  int size = omRanksBytes(m, m->omTensorGetBufferSize(x));
  MPI_Isend(e->head, OM_RANKS_HEAD, MPI_INT64_T, other, OM_RANKS_TAG, m->comm, e->requests);
  MPI_Isend(m->omTensorGetDataPtr(x), size, MPI_BYTE, other, OM_RANKS_TAG, m->comm, e->requests + 1);
  e->count = 2;
}

/* Rows of `from` after the first `skip` ones become rows of `to` after the first `at` ones. */
static void omRanksRows(const OmRanks *m, OMTensor *to, int64_t at, const OMTensor *from, int64_t skip,
                        int64_t count, int64_t axis) {
  const int64_t *a = m->omTensorGetShape(to), *b = m->omTensorGetShape(from);
  int64_t outer = omRanksProduct(a, 0, axis);
  int64_t inner = omRanksProduct(a, axis + 1, m->omTensorGetRank(to)) *
                  getDataTypeSize(m->omTensorGetDataType(to));
  char *target = (char *)m->omTensorGetDataPtr(to);
  const char *source = (const char *)m->omTensorGetDataPtr(from);
  for (int64_t o = 0; o < outer; ++o)
    memcpy(target + (o * a[axis] + at) * inner, source + (o * b[axis] + skip) * inner,
           (size_t)(count * inner));
}

/* Rows of the neighbors: `kept` has what is sent before and after, and what comes. */
static void omRanksHalo(OmRanks *m, OmExchange *e, const OMTensor *x, const int64_t *members) {
  const int64_t *halo = e->words + 6, axis = e->words[1], rows = m->omTensorGetShape(x)[axis];
  int64_t here = 0;
  while (members[1 + here] != m->rank) ++here;
  e->count = 0;
  e->result = omRanksLike(m, x, axis, rows + halo[0] + halo[1]);
  omRanksRows(m, e->result, halo[0], x, 0, rows, axis);
  for (int side = 0; side < 2; ++side) {
    int64_t gets = halo[side], gives = halo[2 + side];
    int other = gets || gives ? (int)members[1 + here + (side ? 1 : -1)] : 0;
    if (gives) {
      OMTensor *sent = e->kept[side] = omRanksLike(m, x, axis, gives);
      omRanksRows(m, sent, 0, x, side ? rows - gives : 0, gives, axis);
      MPI_Isend(m->omTensorGetDataPtr(sent), omRanksBytes(m, m->omTensorGetBufferSize(sent)), MPI_BYTE,
                other, OM_HALO_TAG, m->comm, e->requests + e->count++);
    }
    if (gets) {
      OMTensor *got = e->kept[2 + side] = omRanksLike(m, x, axis, gets);
      MPI_Irecv(m->omTensorGetDataPtr(got), omRanksBytes(m, m->omTensorGetBufferSize(got)), MPI_BYTE,
                other, OM_HALO_TAG, m->comm, e->requests + e->count++);
    }
  }
}

static void omRanksBegin(OmRanks *m, OmExchange *e) {
  static const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD};
  const int64_t *members = e->words + OM_MEMBERS;
  OMTensor *x = e->words[4] >= 0 ? m->values[e->words[4]] : NULL;
  MPI_Op op = ops[e->words[2]];
  MPI_Comm comm = omRanksAmong(m, members);
  int n = (int)members[0];
  e->count = 1;
  e->sent = e->received = NULL;
  e->sizes = e->starts = NULL;
  e->result = NULL;
  memset(e->kept, 0, sizeof e->kept);
  if (e->words[0] == OM_HALO) {
    omRanksHalo(m, e, x, members);
  } else if (e->words[0] == OM_SEND) {
    omRanksSend(m, e, x, (int)members[1]);
  } else if (e->words[0] == OM_RECEIVE) {
    omRanksReceive(m, e, (int)members[1]);
  } else if (e->words[0] == OM_ALL_GATHER) {
    omRanksGather(m, e, x, comm, n);
  } else if (e->words[0] == OM_REDUCE_SCATTER) {
    omRanksScatter(m, e, x, comm, n, op);
  } else {
    OM_DATA_TYPE type = m->omTensorGetDataType(x);
    e->result = omRanksLike(m, x, -1, 0);
    MPI_Iallreduce(m->omTensorGetDataPtr(x), m->omTensorGetDataPtr(e->result),
                   (int)(m->omTensorGetBufferSize(x) / getDataTypeSize(type)), omRanksType(m, type), op,
                   comm, e->requests);
  }
}

static void omRanksEnd(OmRanks *m, OmExchange *e) {
  static const char *const kinds[] = {"all_reduce", "all_gather", "reduce_scatter", "send", "receive",
                                       "halo"};
  omRanksWait(m, e->requests, e->count, kinds[e->words[0]]);
  if (e->received) {
    const int64_t *shape = m->omTensorGetShape(e->result);
    int64_t outer = omRanksProduct(shape, 0, e->words[1]);
    int64_t row = outer ? m->omTensorGetBufferSize(e->result) / outer : 0;
    if (row)
      omRanksInterleave((char *)m->omTensorGetDataPtr(e->result), e->received, outer, row,
                        (int)e->words[OM_MEMBERS], e->sizes, 0);
  }
  for (int i = 0; i < 4; ++i) {
    if (!e->kept[i]) continue;
    int64_t axis = e->words[1], rows = m->omTensorGetShape(e->kept[i])[axis];
    int64_t at = i == 2 ? 0 : m->omTensorGetShape(e->result)[axis] - rows;
    if (i > 1) omRanksRows(m, e->result, at, e->kept[i], 0, rows, axis);
    m->omTensorDestroy(e->kept[i]);
  }
  if (e->words[5] >= 0) m->values[e->words[5]] = e->result;
  free(e->sent);
  free(e->received);
  free(e->sizes);
  free(e->starts);
}

static OMTensor *omRanksCopy(const OmRanks *m, const OMTensor *x) {
  OMTensor *made = omRanksLike(m, x, -1, 0);
  memcpy(m->omTensorGetDataPtr(made), m->omTensorGetDataPtr(x), (size_t)m->omTensorGetBufferSize(x));
  return made;
}

/* Run a segment, if there is one; what follows it. */
static const int64_t *omRanksSegment(OmRanks *m, const int64_t *at) {
  const int64_t *ins = omRanksAfter(at), *outs = omRanksAfter(ins), *next = omRanksAfter(outs);
  if (!*at) return next;
  char name[64];
  snprintf(name, sizeof name, "run_segment%lld", (long long)at[1]);
  OMTensorList *(*run)(OMTensorList *);
  *(void **)&run = dlsym(m->library, name);
  if (!run) omRanksFail(m, "the library has no function '%s'", name);
  OMTensor **given = (OMTensor **)omRanksMemory(m, *ins * (int64_t)sizeof *given);
  for (int64_t i = 0; i < *ins; ++i) given[i] = m->values[ins[1 + i]];
  OMTensorList *list = m->omTensorListCreate(given, *ins);
  OMTensorList *found = run(list);
  m->omTensorListDestroyShallow(list);
  free(given);
  if (!found) omRanksFail(m, "%s", m->omLastError());
  for (int64_t i = 0; i < *outs; ++i) {
    OMTensor *made = m->omTensorListGetOmtByIndex(found, i);
    if (!m->omTensorGetOwning(made)) { /* it shares an input's memory, which may be freed before */
      OMTensor *copy = omRanksCopy(m, made);
      m->omTensorDestroy(made);
      made = copy;
    }
    m->values[outs[1 + i]] = made;
  }
  m->omTensorListDestroyShallow(found);
  return next;
}

static void omRanksDrop(OmRanks *m, int64_t value) {
  if (m->values[value] && !m->borrowed[value]) m->omTensorDestroy(m->values[value]);
  m->values[value] = NULL;
}

/* Run the model: `outputs` gets tensors that the caller destroys. Inputs are contiguous. */
OM_MAYBE_UNUSED static void omRanksRun(OmRanks *m, OMTensor *const *inputs, OMTensor **outputs) {
  const int64_t *ins = m->program, *outs = omRanksAfter(ins), *at = omRanksAfter(outs);
  for (int64_t i = 0; i < *ins; ++i) {
    m->values[ins[1 + i]] = inputs[i];
    m->borrowed[ins[1 + i]] = 1;
  }
  for (int64_t levels = *at++; levels > 0; --levels) {
    at = omRanksSegment(m, at);
    int64_t count = *at++;
    OmExchange *all = (OmExchange *)omRanksMemory(m, count * (int64_t)sizeof *all);
    for (int64_t i = 0; i < count; ++i, at = omRanksAfter(at + OM_MEMBERS)) {
      all[i].words = at;
      omRanksBegin(m, all + i);
    }
    at = omRanksSegment(m, at);
    for (int64_t i = 0; i < count; ++i) omRanksEnd(m, all + i);
    free(all);
    for (int64_t i = 0; i < *at; ++i) omRanksDrop(m, at[1 + i]);
    at = omRanksAfter(at);
  }
  for (int64_t i = 0; i < *outs; ++i) outputs[i] = omRanksCopy(m, m->values[outs[1 + i]]);
  for (int64_t i = 0; i < m->count; ++i) omRanksDrop(m, i);
}

/* This rank's library, `%d` in the path is the rank's number, on the ranks of a communicator. A rank waits
 * `timeout` seconds for others. */
OM_MAYBE_UNUSED static OmRanks *omRanksOpen(const char *path, MPI_Comm comm, double timeout) {
  OmRanks *m = (OmRanks *)calloc(1, sizeof *m);
  char file[4096];
  if (!m) MPI_Abort(comm, 1);
  m->timeout = timeout;
  MPI_Comm_dup(comm, &m->comm);
  MPI_Comm_rank(m->comm, &m->rank);
  MPI_Comm_size(m->comm, &m->size);
  const char *mark = strstr(path, "%d");
  if (!mark) omRanksFail(m, "'%s' has no %%d for the rank's number", path);
  snprintf(file, sizeof file, "%.*s%d%s", (int)(mark - path), path, m->rank, mark + 2);
  m->library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!m->library) omRanksFail(m, "cannot load its library for %d ranks: %s", m->size, dlerror());
#define X(name, result, arguments)         \
  *(void **)&m->name = dlsym(m->library, #name); \
  if (!m->name) omRanksFail(m, "'%s' has no function '%s'", file, #name);
  OM_RANKS_FUNCTIONS(X)
#undef X
  const int64_t *table = (const int64_t *)dlsym(m->library, "omRanksProgram");
  if (!table || table[0] != OM_RANKS_VERSION)
    omRanksFail(m, "'%s' is no library of mlirlite-compile --shard, or of another version", file);
  if (table[1] != m->rank)
    omRanksFail(m, "'%s' is rank %lld's library", file, (long long)table[1]);
  if (table[2] != m->size)
    omRanksFail(m, "'%s' is for %lld ranks, but there are %d: start it with 'mpirun -n %lld'", file,
                (long long)table[2], m->size, (long long)table[2]);
  int64_t keys[2] = {table[3], -table[3]}, most[2];
  MPI_Request request;
  MPI_Iallreduce(keys, most, 2, MPI_INT64_T, MPI_MAX, m->comm, &request);
  omRanksWait(m, &request, 1, "start");
  if (most[0] != -most[1])
    omRanksFail(m, "'%s' was not made together with all other ranks' libraries", file);
  m->count = table[4];
  m->values = (OMTensor **)calloc((size_t)m->count + 1, sizeof *m->values);
  m->borrowed = (char *)calloc((size_t)m->count + 1, 1);
  if (!m->values || !m->borrowed) omRanksFail(m, "no memory for %lld values", (long long)m->count);
  m->program = table + 5;
  m->inputs = *m->program;
  m->outputs = *omRanksAfter(m->program);
  /* The groups of all collectives. */
  const int64_t *at = omRanksAfter(omRanksAfter(m->program)), **members = NULL;
  int64_t found = 0;
  for (int64_t levels = *at++; levels > 0; --levels) {
    for (int i = 0; i < 3; ++i) at = omRanksAfter(at);
    int64_t count = *at++;
    for (int64_t i = 0; i < count; ++i, at = omRanksAfter(at + OM_MEMBERS)) {
      if (at[0] >= OM_SEND) continue; /* no group */
      members = (const int64_t **)realloc(members, (size_t)(found + 1) * sizeof *members);
      if (!members) omRanksFail(m, "no memory for groups of ranks");
      members[found++] = at + OM_MEMBERS;
    }
    for (int i = 0; i < 4; ++i) at = omRanksAfter(at);
  }
  if (found) omRanksPrepare(m, members, found);
  free(members);
  return m;
}

OM_MAYBE_UNUSED static void omRanksClose(OmRanks *m) {
  while (m->groups) {
    OmRanksGroup *g = m->groups;
    m->groups = g->next;
    MPI_Comm_free(&g->comm);
    free(g);
  }
  MPI_Comm_free(&m->comm);
  dlclose(m->library);
  free(m->values);
  free(m->borrowed);
  free(m);
}

#endif
