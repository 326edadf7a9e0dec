//===- Baseline.cpp - cuBLASLt, where the machine has it ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "PairCombination.h"
#include "Statistics.h"

#include "mlir-autotune/Runtime/ElementIndex.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;

namespace {

//===----------------------------------------------------------------------===//
// The library's interface, from its documentation (cuBLAS 12 and 13)
//===----------------------------------------------------------------------===//

using LtHandle = void *;
using LtDesc = void *;
using LtLayout = void *;
using LtPreference = void *;
struct LtAlgorithm {
  uint64_t data[8];
};
struct LtHeuristicResult {
  LtAlgorithm algorithm;
  size_t workspaceSize;
  int state;
  float wavesCount;
  int reserved[4];
};
static_assert(sizeof(LtHeuristicResult) == 96,
              "layout of cublasLtMatmulHeuristicResult_t");

enum : int {
  kComputeF32 = 68,
  kComputeF64 = 70,
  kComputeI32 = 72,
  kComputeFastTF32 = 77
};
enum : int { kDescTransA = 3, kDescTransB = 4 };
enum : int { kPreferenceMaxWorkspace = 1 };
enum : int { kLayoutBatchCount = 5, kLayoutBatchStride = 6 };
/// The cudaDataType of each ElementIndex: bf16, f16, f32, f64, e4m3, e5m2, f32
/// for tf32, and integers of 8, 16, 32 and 64 bits. Of 8-bit floats the
/// library's scales are 1 and its sums promoted (no
/// CUBLASLT_MATMUL_DESC_FAST_ACCUM), by default.
constexpr int kDataTypes[] = {14, 2, 0, 1, 28, 29, 0, 3, 20, 10, 24};
static_assert(std::size(kDataTypes) == cuda::kNumElementIndices);

#define AUTOTUNE_CUBLASLT_ENTRY_POINTS(X)                                      \
  X(create, "cublasLtCreate", (LtHandle *))                                    \
  X(destroy, "cublasLtDestroy", (LtHandle))                                    \
  X(descCreate, "cublasLtMatmulDescCreate", (LtDesc *, int, int))              \
  X(descDestroy, "cublasLtMatmulDescDestroy", (LtDesc))                        \
  X(descSet, "cublasLtMatmulDescSetAttribute",                                 \
    (LtDesc, int, const void *, size_t))                                       \
  X(layoutCreate, "cublasLtMatrixLayoutCreate",                                \
    (LtLayout *, int, uint64_t, uint64_t, int64_t))                            \
  X(layoutSet, "cublasLtMatrixLayoutSetAttribute",                             \
    (LtLayout, int, const void *, size_t))                                     \
  X(layoutDestroy, "cublasLtMatrixLayoutDestroy", (LtLayout))                  \
  X(preferenceCreate, "cublasLtMatmulPreferenceCreate", (LtPreference *))      \
  X(preferenceDestroy, "cublasLtMatmulPreferenceDestroy", (LtPreference))      \
  X(preferenceSet, "cublasLtMatmulPreferenceSetAttribute",                     \
    (LtPreference, int, const void *, size_t))                                 \
  X(getHeuristic, "cublasLtMatmulAlgoGetHeuristic",                            \
    (LtHandle, LtDesc, LtLayout, LtLayout, LtLayout, LtLayout, LtPreference,   \
     int, void *, int *))                                                      \
  X(matmul, "cublasLtMatmul",                                                  \
    (LtHandle, LtDesc, const void *, const void *, LtLayout, const void *,     \
     LtLayout, const void *, const void *, LtLayout, void *, LtLayout,         \
     const void *, void *, size_t, cuda::StreamHandle))

struct CublasLt {
#define AUTOTUNE_MEMBER(MEMBER, SYMBOL, PARAMETERS)                            \
  int(*MEMBER) PARAMETERS = nullptr;
  AUTOTUNE_CUBLASLT_ENTRY_POINTS(AUTOTUNE_MEMBER)
#undef AUTOTUNE_MEMBER
  std::string error;

  static const CublasLt &get() {
    static const CublasLt library;
    return library;
  }

private:
  CublasLt();
};

CublasLt::CublasLt() {
  const char *override = std::getenv("AUTOTUNE_LIBCUBLASLT");
  std::vector<std::string> names;
  if (override && *override)
    names = {override};
  else
    // The toolkit's folder is often not on the loader's path.
    for (const char *folder : {"", "/usr/local/cuda/lib64/"})
      for (const char *version : {"13", "12"})
        names.push_back(std::string(folder) + "libcublasLt.so." + version);
  void *library = nullptr;
  for (const std::string &name : names)
    if (!library)
      library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = "no cuBLASLt: cannot open " + names.front() +
            "; set AUTOTUNE_LIBCUBLASLT to the library";
    return;
  }
#define AUTOTUNE_RESOLVE(MEMBER, SYMBOL, PARAMETERS)                           \
  MEMBER = reinterpret_cast<decltype(MEMBER)>(dlsym(library, SYMBOL));         \
  if (!MEMBER && error.empty())                                                \
    error = "cuBLASLt has no " SYMBOL;
  AUTOTUNE_CUBLASLT_ENTRY_POINTS(AUTOTUNE_RESOLVE)
#undef AUTOTUNE_RESOLVE
}

constexpr int kAskedAlgorithms = 100;
constexpr size_t kWorkspaceBytes = size_t(128) << 20;

/// Alpha or beta in the type that the library reads it in.
union Scalar {
  float f32;
  double f64;
  int32_t i32;
};

} // namespace

struct Baseline::Impl {
  const CublasLt &library = CublasLt::get();
  const Buffers *buffers = nullptr;
  cuda::StreamHandle stream = nullptr;
  LtHandle handle = nullptr;
  LtDesc desc = nullptr;
  LtLayout a = nullptr, b = nullptr, c = nullptr;
  cuda::DeviceBuffer workspace;
  Scalar alpha = {}, beta = {};
  /// Of a pair, where its products go and what becomes of them.
  std::optional<PairCombination> combination;
  std::vector<LtHeuristicResult> algorithms;
  size_t selected = 0;

  int describe(const Problem &problem);
  ~Impl();
};

Baseline::Impl::~Impl() {
  for (LtLayout layout : {a, b, c})
    if (layout)
      (void)library.layoutDestroy(layout);
  if (desc)
    (void)library.descDestroy(desc);
  if (handle)
    (void)library.destroy(handle);
}

/// The library is column-major: what we store row by row is to it the
/// transpose. So it is asked for C^T = B^T A^T, with our B as its first
/// operand; an operand that we store transposed is transposed to it as well.
int Baseline::Impl::describe(const Problem &problem) {
  int compute = kComputeF32, scale = kDataTypes[cuda::kF32];
  if (problem.accumulator == cuda::kF64) {
    compute = kComputeF64;
    scale = kDataTypes[cuda::kF64];
    alpha.f64 = 1;
    beta.f64 = problem.accumulate ? 1 : 0;
  } else if (!cuda::isFloatIndex(problem.accumulator)) {
    compute = kComputeI32;
    scale = kDataTypes[cuda::kI32];
    alpha.i32 = 1;
    beta.i32 = problem.accumulate ? 1 : 0;
  } else {
    if (problem.operands[0].element == cuda::kTF32)
      compute = kComputeFastTF32;
    alpha.f32 = 1;
    beta.f32 = problem.accumulate ? 1 : 0;
  }
  if (int status = library.create(&handle))
    return status;
  if (int status = library.descCreate(&desc, compute, scale))
    return status;
  const Operand &first = problem.operands[1], &second = problem.operands[0];
  int32_t transFirst = first.transposed, transSecond = second.transposed;
  if (int status =
          library.descSet(desc, kDescTransA, &transFirst, sizeof(transFirst)))
    return status;
  if (int status =
          library.descSet(desc, kDescTransB, &transSecond, sizeof(transSecond)))
    return status;
  // Products of a pair are dense.
  Operand output = problem.operands[2];
  if (problem.pair) {
    output.rowStride = problem.n;
    output.batchStride = problem.m * problem.n;
  }
  const std::pair<LtLayout *, const Operand *> layouts[] = {
      {&a, &first}, {&b, &second}, {&c, &output}};
  for (auto [layout, operand] : layouts) {
    if (int status = library.layoutCreate(
            layout, kDataTypes[operand->element], uint64_t(operand->columns),
            uint64_t(operand->rows), operand->rowStride))
      return status;
    if (problem.batch == 1)
      continue;
    int32_t count = int32_t(problem.batch);
    if (int status = library.layoutSet(*layout, kLayoutBatchCount, &count,
                                       sizeof(count)))
      return status;
    // A stride of 0 has all products read one matrix.
    if (int status = library.layoutSet(*layout, kLayoutBatchStride,
                                       &operand->batchStride, sizeof(int64_t)))
      return status;
  }
  LtPreference preference = nullptr;
  if (int status = library.preferenceCreate(&preference))
    return status;
  int status = library.preferenceSet(preference, kPreferenceMaxWorkspace,
                                     &kWorkspaceBytes, sizeof(kWorkspaceBytes));
  int found = 0;
  algorithms.resize(kAskedAlgorithms);
  if (!status)
    status = library.getHeuristic(handle, desc, a, b, c, c, preference,
                                  kAskedAlgorithms, algorithms.data(), &found);
  algorithms.resize(status ? 0 : size_t(found));
  (void)library.preferenceDestroy(preference);
  return status;
}

Baseline::Baseline() : impl(std::make_unique<Impl>()) {}
Baseline::~Baseline() = default;

std::unique_ptr<Baseline> Baseline::create(const Problem &problem,
                                           const Buffers &buffers,
                                           cuda::StreamHandle stream,
                                           std::string &note) {
  if (!CublasLt::get().error.empty()) {
    note = CublasLt::get().error;
    return nullptr;
  }
  if (problem.zeroExtend) {
    note = "cuBLASLt multiplies no unsigned integers";
    return nullptr;
  }
  std::unique_ptr<Baseline> baseline(new Baseline());
  Impl &impl = *baseline->impl;
  impl.buffers = &buffers;
  impl.stream = stream;
  int status = impl.describe(problem);
  if (status || impl.algorithms.empty()) {
    note = "cuBLASLt offers no algorithm for this problem (status " +
           std::to_string(status) + ")";
    return nullptr;
  }
  if (Status allocated =
          cuda::DeviceBuffer::create(kWorkspaceBytes, impl.workspace);
      allocated.failed()) {
    note = "no memory for cuBLASLt's workspace: " + allocated.message;
    return nullptr;
  }
  if (!problem.pair)
    return baseline;
  if (Status status =
          PairCombination::create(problem, stream, impl.combination.emplace());
      status.failed()) {
    note = "both products can't be combined: " + status.message;
    return nullptr;
  }
  return baseline;
}

int64_t Baseline::getAlgorithmCount() const {
  return int64_t(impl->algorithms.size());
}

void Baseline::select(int64_t algorithm) { impl->selected = size_t(algorithm); }

Status Baseline::enqueue(int64_t set) {
  const LtHeuristicResult &algorithm = impl->algorithms[impl->selected];
  auto pointer = [&](int operand) {
    return reinterpret_cast<void *>(
        impl->buffers->getMatrix(set, operand).base);
  };
  auto multiply = [&](int right, void *output) {
    return impl->library.matmul(
        impl->handle, impl->desc, &impl->alpha, pointer(right), impl->a,
        pointer(0), impl->b, &impl->beta, output, impl->c, output, impl->c,
        &algorithm.algorithm, reinterpret_cast<void *>(impl->workspace.get()),
        kWorkspaceBytes, impl->stream);
  };
  int status = algorithm.state;
  if (!status && !impl->combination)
    status = multiply(1, pointer(2));
  for (int64_t i = 0; i < 2 && !status && impl->combination; ++i)
    status =
        multiply(i == 0 ? 1 : int(kMatmulOperands),
                 reinterpret_cast<void *>(impl->combination->getProduct(i)));
  if (!status)
    return impl->combination ? impl->combination->apply(*impl->buffers, set)
                             : Status();
  return {cuda::kErrorInvalidValue, "cublasLtMatmul(algorithm " +
                                        std::to_string(impl->selected) +
                                        "): status " + std::to_string(status)};
}

//===----------------------------------------------------------------------===//
// Which algorithm is the fastest
//===----------------------------------------------------------------------===//

/// A brief look at each algorithm, a longer one at the best few.
static constexpr double kBriefNs = 2e6, kLongNs = 6e6;
static constexpr int kBriefReplays = 2, kLongReplays = 7;
static constexpr size_t kLongAlgorithms = 5;

/// Median time of the selected algorithm; 0 when it does not run.
static StepResult timeAlgorithm(Baseline &baseline, const Timer &timer,
                                const Buffers &buffers, double launchTimeout,
                                double targetNs, int replays, double &ns) {
  ns = 0;
  double estimate = 0;
  // Twice: the first launch also loads the algorithm's code.
  for (int i = 0; i < 2; ++i) {
    StepResult step = timer.time([&] { return baseline.enqueue(i); },
                                 launchTimeout, estimate);
    if (step.kind == StepResult::Hang)
      return step;
    if (!step.isOk())
      return {};
  }
  TimedGraph graph;
  if (TimedGraph::create(baseline, buffers.getRotation(), targetNs, estimate,
                         timer, graph)
          .failed())
    return {};
  std::vector<double> times;
  for (int i = 0; i < replays + 1; ++i) {
    double time = 0;
    if (StepResult step = graph.replay(timer, time); !step.isOk())
      return step;
    if (i > 0)
      times.push_back(time);
  }
  ns = getMedian(times);
  return {};
}

StepResult runner::measureBaseline(Baseline &baseline, const Timer &timer,
                                   const Buffers &buffers, double launchTimeout,
                                   int64_t known, BaselineFigures &figures) {
  figures.library = "cublaslt";
  figures.algorithms = baseline.getAlgorithmCount();
  auto time = [&](int64_t algorithm, bool isLong, double &ns) {
    baseline.select(algorithm);
    return timeAlgorithm(baseline, timer, buffers, launchTimeout,
                         isLong ? kLongNs : kBriefNs,
                         isLong ? kLongReplays : kBriefReplays, ns);
  };
  std::vector<std::pair<double, int64_t>> ordered;
  if (known >= 0 && known < figures.algorithms) {
    ordered.push_back({0, known});
  } else {
    for (int64_t i = 0; i < figures.algorithms; ++i) {
      double ns = 0;
      if (StepResult step = time(i, false, ns); !step.isOk())
        return step;
      if (ns > 0)
        ordered.push_back({ns, i});
    }
    std::sort(ordered.begin(), ordered.end());
    if (ordered.size() > kLongAlgorithms)
      ordered.resize(kLongAlgorithms);
  }
  // The heuristic's first is reported beside the best, whatever its place.
  if (StepResult step = time(0, true, figures.firstNs); !step.isOk())
    return step;
  figures.bestNs = figures.firstNs;
  figures.bestIndex = 0;
  for (auto [brief, algorithm] : ordered) {
    double ns = 0;
    if (algorithm == 0)
      continue;
    if (StepResult step = time(algorithm, true, ns); !step.isOk())
      return step;
    if (ns > 0 && (figures.bestNs == 0 || ns < figures.bestNs)) {
      figures.bestNs = ns;
      figures.bestIndex = algorithm;
    }
  }
  baseline.select(figures.bestIndex);
  if (figures.bestNs == 0)
    return Status{cuda::kErrorInvalidValue,
                  "none of cuBLASLt's algorithms runs here"};
  return {};
}
