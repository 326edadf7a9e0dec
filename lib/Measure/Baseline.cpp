//===- Baseline.cpp - cuBLASLt, where the machine has it ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "BaselineArithmetic.h"
#include "BaselineScales.h"
#include "Buffers.h"
#include "PairCombination.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
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

enum : int { kDescTransA = 3, kDescTransB = 4 };
/// Of our A and B, which are the library's B and A.
constexpr int kDescScalePointer[] = {18, 17}, kDescScaleMode[] = {32, 31};
enum : int { kPreferenceMaxWorkspace = 1 };
enum : int { kLayoutBatchCount = 5, kLayoutBatchStride = 6 };

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

} // namespace

namespace {
/// One matmul that the library is asked for: a product, or a batch of such.
struct Call {
  const CublasLt &library = CublasLt::get();
  /// In a group, whose matrices, or of parts of K, whose A and B start this far
  /// behind the first one's. Behind
  /// those of a product the other B of a pair.
  std::array<uint64_t, kMatmulOperands> offset = {};
  /// The operands that it multiplies.
  int left = 0, right = 1;
  LtDesc desc = nullptr;
  LtLayout a = nullptr, b = nullptr, c = nullptr;
  Scalar alpha = {}, beta = {};
  std::vector<LtHeuristicResult> algorithms;
  size_t selected = 0;

  int describe(const MeasuredProblem &problem, LtHandle handle);
  Call() = default;
  Call(const Call &) = delete;
  ~Call();
};
} // namespace

Call::~Call() {
  for (LtLayout layout : {a, b, c})
    if (layout)
      (void)library.layoutDestroy(layout);
  if (desc)
    (void)library.descDestroy(desc);
}

struct Baseline::Impl {
  const CublasLt &library = CublasLt::get();
  const Buffers *buffers = nullptr;
  cuda::StreamHandle stream = nullptr;
  LtHandle handle = nullptr;
  /// For one call after the other.
  cuda::DeviceBuffer workspace;
  /// Of a pair, where its products go and what becomes of them.
  std::optional<PairCombination> combination;
  std::vector<std::unique_ptr<Call>> calls;
  std::optional<int64_t> call;
  /// The operand that A's scales are, before B's; 0 for none.
  size_t firstScale = 0;

  llvm::ArrayRef<std::unique_ptr<Call>> getCalls() const {
    llvm::ArrayRef<std::unique_ptr<Call>> all(calls);
    return call ? all.slice(size_t(*call), 1) : all;
  }
  int describe(const MeasuredProblem &problem);
  Status enqueue(const Call &matmul, int64_t set) const;
  ~Impl() {
    calls.clear();
    if (handle)
      (void)library.destroy(handle);
  }
};

/// Product number `number` of a group, as a problem of its own.
static MeasuredProblem getProduct(const MeasuredProblem &problem,
                                  int64_t number) {
  MeasuredProblem product = problem;
  product.group.clear();
  product.batch = 1;
  product.m = problem.getRows(number);
  Operand &a = product.operands[0];
  (a.transposed ? a.columns : a.rows) = product.operands[2].rows = product.m;
  for (Operand &operand : product.operands)
    operand.batchStride = 0;
  return product;
}

/// That of one part of K, which is added to what those before it have left.
static MeasuredProblem getPart(const MeasuredProblem &problem, int64_t number) {
  MeasuredProblem product = problem;
  product.parts = 1;
  product.accumulate |= number > 0;
  for (size_t i = 0; i < kOutput; ++i)
    product.operands[i].batchStride = 0;
  return product;
}

/// The second product of a sum, which is added to what the first has left.
static MeasuredProblem getAdded(const MeasuredProblem &problem) {
  MeasuredProblem product = problem;
  product.k = problem.addedK;
  product.addedK = 0;
  product.accumulate = true;
  for (size_t i : {0, 1})
    product.operands[i] = problem.operands[problem.getSecond() + i];
  return product;
}

/// The first status that is none of success, 0.
int Baseline::Impl::describe(const MeasuredProblem &problem) {
  if (int status = library.create(&handle))
    return status;
  int64_t products =
      std::max({int64_t(problem.group.size()), problem.parts, int64_t(1)});
  for (int64_t number = 0; number < products; ++number) {
    if (problem.parts == 1 && problem.getRows(number) == 0)
      continue;
    Call &matmul = *calls.emplace_back(std::make_unique<Call>());
    for (size_t i = 0; i < kMatmulOperands; ++i)
      matmul.offset[i] =
          uint64_t(number * problem.operands[i].batchStride *
                   cuda::getElementBytes(problem.operands[i].element));
    if (int status = matmul.describe(
            problem.parts > 1       ? getPart(problem, number)
            : problem.group.empty() ? problem
                                    : getProduct(problem, number),
            handle))
      return status;
    if (matmul.algorithms.empty()) {
      calls.clear();
      return 0;
    }
  }
  if (!problem.addedK || calls.empty())
    return 0;
  Call &second = *calls.emplace_back(std::make_unique<Call>());
  second.left = int(problem.getSecond());
  second.right = second.left + 1;
  if (int status = second.describe(getAdded(problem), handle))
    return status;
  if (second.algorithms.empty())
    calls.clear();
  return 0;
}

/// The library is column-major: what we store row by row is to it the
/// transpose. So it is asked for C^T = B^T A^T, with our B as its first
/// operand; an operand that we store transposed is transposed to it as well.
int Call::describe(const MeasuredProblem &problem, LtHandle handle) {
  BaselineArithmetic arithmetic = getArithmetic(problem);
  alpha = arithmetic.alpha;
  beta = arithmetic.beta;
  if (int status =
          library.descCreate(&desc, arithmetic.compute, arithmetic.scale))
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
            layout, getDataType(operand->element), uint64_t(operand->columns),
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
  std::string note;
  for (size_t i = 0; problem.scales && i < 2; ++i) {
    int32_t mode = getScaleMode(problem, i, note);
    if (int status =
            library.descSet(desc, kDescScaleMode[i], &mode, sizeof(mode)))
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

std::unique_ptr<Baseline> Baseline::create(const MeasuredProblem &problem,
                                           const Buffers &buffers,
                                           cuda::StreamHandle stream,
                                           std::string &note) {
  if (!CublasLt::get().error.empty()) {
    note = CublasLt::get().error;
    return nullptr;
  }
  if (problem.prologue && problem.prologue->operand) {
    note = "cuBLASLt multiplies the stored elements, without the prologue";
    return nullptr;
  }
  if (problem.zeroExtend) {
    note = "cuBLASLt multiplies no unsigned integers";
    return nullptr;
  }
  if (cuda::isFloatIndex(problem.accumulator) !=
          cuda::isFloatIndex(problem.operands[2].element) ||
      (problem.accumulator == cuda::kI32 &&
       problem.operands[2].element != cuda::kI32)) {
    note = "cuBLASLt stores sums of integers as i32, and of floats as floats";
    return nullptr;
  }
  if (problem.scales && (getScaleMode(problem, 0, note) == 0 ||
                         getScaleMode(problem, 1, note) == 0))
    return nullptr;
  std::unique_ptr<Baseline> baseline(new Baseline());
  Impl &impl = *baseline->impl;
  impl.buffers = &buffers;
  impl.stream = stream;
  if (problem.scales)
    impl.firstScale = problem.getFirstParam();
  int status = impl.describe(problem);
  if (status || impl.calls.empty()) {
    note = "cuBLASLt offers no algorithm for this problem (status " +
           std::to_string(status) + ")";
    return nullptr;
  }
  if (Status allocated =
          cuda::DeviceBuffer::create(kWorkspaceBytes, impl.workspace)) {
    note = "no memory for cuBLASLt's workspace: " + allocated.message;
    return nullptr;
  }
  if (!problem.pair)
    return baseline;
  if (Status status = PairCombination::create(problem, stream,
                                              impl.combination.emplace())) {
    note = "both products can't be combined: " + status.message;
    return nullptr;
  }
  return baseline;
}

int64_t Baseline::getCallCount() const { return int64_t(impl->calls.size()); }

void Baseline::setCall(std::optional<int64_t> call) { impl->call = call; }

int64_t Baseline::getAlgorithmCount() const {
  return int64_t(impl->getCalls().front()->algorithms.size());
}

void Baseline::select(int64_t algorithm) {
  for (const std::unique_ptr<Call> &call : impl->getCalls())
    call->selected =
        std::min(size_t(algorithm), call->algorithms.size() - size_t(1));
}

Status Baseline::Impl::enqueue(const Call &matmul, int64_t set) const {
  const LtHeuristicResult &algorithm = matmul.algorithms[matmul.selected];
  auto pointer = [&](int operand) {
    bool isFirst = size_t(operand) < kMatmulOperands;
    return reinterpret_cast<void *>(
        buffers->getMatrix(set, operand).base +
        (isFirst ? matmul.offset[size_t(operand)] : 0));
  };
  auto multiply = [&](int right, void *output) {
    return library.matmul(
        handle, matmul.desc, &matmul.alpha, pointer(right), matmul.a,
        pointer(matmul.left), matmul.b, &matmul.beta, output, matmul.c, output,
        matmul.c, &algorithm.algorithm,
        reinterpret_cast<void *>(workspace.get()), kWorkspaceBytes, stream);
  };
  int status = algorithm.state;
  for (size_t i = 0; firstScale && i < 2 && !status; ++i) {
    cuda::DevicePtr scales = buffers->getMatrix(set, int(firstScale + i)).base;
    status = library.descSet(matmul.desc, kDescScalePointer[i], &scales,
                             sizeof(scales));
  }
  if (!status && !combination)
    status = multiply(matmul.right, pointer(2));
  for (int64_t i = 0; i < 2 && !status && combination; ++i)
    status = multiply(i == 0 ? 1 : int(kMatmulOperands),
                      reinterpret_cast<void *>(combination->getProduct(i)));
  if (!status)
    return combination ? combination->apply(*buffers, set) : Status();
  return {cuda::kErrorInvalidValue, "cublasLtMatmul(algorithm " +
                                        std::to_string(matmul.selected) +
                                        "): status " + std::to_string(status)};
}

Status Baseline::enqueue(int64_t set) {
  for (const std::unique_ptr<Call> &call : impl->getCalls())
    if (Status status = impl->enqueue(*call, set))
      return status;
  return {};
}
