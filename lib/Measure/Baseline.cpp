//===- Baseline.cpp - cuBLASLt, where the machine has it ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "BaselineScales.h"
#include "Buffers.h"
#include "PairCombination.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Runtime/CublasLt.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <array>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

namespace {
// Of cublasLtMatmulDescAttributes_t: of our A and B, which are the library's B
// and A.
constexpr int kDescScalePointer[] = {18, 17}, kDescScaleMode[] = {32, 31};
constexpr int kDescBiasPointer = 8;
// Of cublasLtMatmulPreferenceAttributes_t.
enum : int { kPreferenceMaxWorkspace = 1 };

constexpr int kAskedAlgorithms = 100;
constexpr size_t kWorkspaceBytes = size_t(128) << 20;
/// Of a workspace that kernels use too, the counters at its begin, which are
/// zeros before and after each launch, are not for the library.
constexpr auto kSharedOffset = cuda::DevicePtr(cuda::kWorkspaceCounterBytes);

/// One matmul that the library is asked for: a product, or a batch of such.
struct Call {
  const cublaslt::Library &library = cublaslt::Library::get();
  /// In a group, whose matrices, or of parts of K, whose A and B start this far
  /// behind the first one's. Behind
  /// those of a product the other B of a pair.
  std::array<uint64_t, kMatmulOperands> offset = {};
  /// The operands that it multiplies.
  int left = 0, right = 1;
  cublaslt::Descriptors descriptors;
  std::vector<cublaslt::HeuristicResult> algorithms;
  size_t selected = 0;

  int describe(const MeasuredProblem &problem, cublaslt::Handle handle,
               bool withEpilogue = false);
};
} // namespace

struct Baseline::Impl {
  const cublaslt::Library &library = cublaslt::Library::get();
  const Buffers *buffers = nullptr;
  /// As LibraryProduct has it.
  cuda::DevicePtr output = 0;
  cuda::StreamHandle stream = nullptr;
  cublaslt::Handle handle = nullptr;
  /// For one call after the other.
  cuda::DeviceBuffer workspace;
  /// Or else that of the buffers, as far as the algorithm needs it.
  bool usesSharedWorkspace = false;
  /// Of a pair, where its products go and what becomes of them.
  std::optional<PairCombination> combination;
  std::vector<std::unique_ptr<Call>> calls;
  std::optional<int64_t> call;
  /// The operand that A's scales are, before B's and, of a pair, those of the
  /// other B; 0 for none.
  size_t firstScale = 0;
  bool withEpilogue = false;
  /// The operand that is a bias; 0 for none.
  size_t bias = 0;

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
            handle, withEpilogue))
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

static cublaslt::Matrix getMatrix(const Operand &operand) {
  return {operand.element, operand.transposed, operand.rows,
          operand.columns, operand.rowStride,  operand.batchStride};
}

/// Sets the epilogue of a product, which must be a standard one.
static void addEpilogue(const MeasuredProblem &problem,
                        cublaslt::Product &product) {
  using Activation = StandardEpilogue::Activation;
  const StandardEpilogue &epilogue = *problem.epilogue->standard;
  int32_t bits = 0;
  if (epilogue.activation != Activation::None)
    bits |= epilogue.activation == Activation::Relu ? cublaslt::kRelu
                                                    : cublaslt::kGelu;
  if (epilogue.hasBias) {
    bits |= cublaslt::kBias;
    product.bias = getMatrix(problem.operands[problem.getFirstExtra()]);
  }
  product.epilogue = bits ? bits : int32_t(cublaslt::kNone);
}

static cublaslt::Product getLibraryProduct(const MeasuredProblem &problem) {
  cublaslt::Product product;
  product.a = getMatrix(problem.operands[0]);
  product.b = getMatrix(problem.operands[1]);
  product.c = getMatrix(problem.operands[kOutput]);
  // Products of a pair are dense.
  if (problem.pair) {
    product.c.rowStride = problem.n;
    product.c.batchStride = problem.m * problem.n;
  }
  product.batch = problem.batch;
  product.accumulator = problem.accumulator;
  product.accumulate = problem.accumulate;
  return product;
}

int Call::describe(const MeasuredProblem &problem, cublaslt::Handle handle,
                   bool withEpilogue) {
  cublaslt::Product product = getLibraryProduct(problem);
  if (withEpilogue && problem.epilogue)
    addEpilogue(problem, product);
  if (int status = descriptors.create(library, product))
    return status;
  std::string note;
  for (size_t i = 0; problem.scales && i < 2; ++i) {
    int32_t mode = getScaleMode(problem, i, note);
    if (int status = library.descSet(descriptors.desc, kDescScaleMode[i], &mode,
                                     sizeof(mode)))
      return status;
  }
  cublaslt::Preference preference = nullptr;
  if (int status = library.preferenceCreate(&preference))
    return status;
  int status = library.preferenceSet(preference, kPreferenceMaxWorkspace,
                                     &kWorkspaceBytes, sizeof(kWorkspaceBytes));
  int found = 0;
  algorithms.resize(kAskedAlgorithms);
  if (!status)
    status = library.getHeuristic(handle, descriptors.desc, descriptors.first,
                                  descriptors.second, descriptors.output,
                                  descriptors.output, preference,
                                  kAskedAlgorithms, algorithms.data(), &found);
  algorithms.resize(status ? 0 : size_t(found));
  (void)library.preferenceDestroy(preference);
  return status;
}

Baseline::Baseline() : impl(std::make_unique<Impl>()) {}
Baseline::~Baseline() = default;

std::unique_ptr<Baseline> Baseline::create(const LibraryProduct &of,
                                           cuda::StreamHandle stream,
                                           std::string &note,
                                           bool withEpilogue) {
  const MeasuredProblem &problem = of.problem;
  if (problem.rows) {
    note = problem.fact.isRows() ? "no library computes problems of rows"
                                 : "no library that is called computes "
                                   "attentions";
    return nullptr;
  }
  if (problem.fact.getWindows()) {
    note = "cuBLASLt computes no convolutions";
    return nullptr;
  }
  if (const std::string &error = cublaslt::Library::get().error;
      !error.empty()) {
    note = error;
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
  if (problem.scales && !problem.group.empty()) {
    note = "cuBLASLt reads scales without gaps, and those of a group have room "
           "for the most rows";
    return nullptr;
  }
  if (problem.scales && (getScaleMode(problem, 0, note) == 0 ||
                         getScaleMode(problem, 1, note) == 0))
    return nullptr;
  std::unique_ptr<Baseline> baseline(new Baseline());
  Impl &impl = *baseline->impl;
  impl.buffers = &of.buffers;
  impl.output = of.output;
  impl.stream = stream;
  if (problem.scales)
    impl.firstScale = problem.getFirstParam();
  impl.withEpilogue = withEpilogue;
  if (withEpilogue && problem.epilogue && problem.epilogue->standard->hasBias)
    impl.bias = problem.getFirstExtra();
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
  const cublaslt::HeuristicResult &algorithm =
      matmul.algorithms[matmul.selected];
  auto pointer = [&](int operand) {
    bool isFirst = size_t(operand) < kMatmulOperands;
    return reinterpret_cast<void *>(
        buffers->getMatrix(set, operand).base +
        (isFirst ? matmul.offset[size_t(operand)] : 0));
  };
  cuda::DevicePtr scratch = usesSharedWorkspace
                                ? buffers->getWorkspace() + kSharedOffset
                                : workspace.get();
  auto multiply = [&](int right, void *output) {
    const cublaslt::Descriptors &how = matmul.descriptors;
    return library.matmul(
        handle, how.desc, &how.alpha, pointer(right), how.first,
        pointer(matmul.left), how.second, &how.beta, output, how.output, output,
        how.output, &algorithm.algorithm, reinterpret_cast<void *>(scratch),
        usesSharedWorkspace ? algorithm.workspaceSize : kWorkspaceBytes,
        stream);
  };
  int status = algorithm.state;
  // Of A (0) or B (1).
  auto setScales = [&](size_t factor, size_t operand) {
    cuda::DevicePtr scales = buffers->getMatrix(set, int(operand)).base;
    return library.descSet(matmul.descriptors.desc, kDescScalePointer[factor],
                           &scales, sizeof(scales));
  };
  for (size_t i = 0; firstScale && i < 2 && !status; ++i)
    status = setScales(i, firstScale + i);
  if (bias && !status) {
    cuda::DevicePtr row = buffers->getMatrix(set, int(bias)).base;
    status = library.descSet(matmul.descriptors.desc, kDescBiasPointer, &row,
                             sizeof(row));
  }
  if (!status && !combination)
    status = multiply(matmul.right,
                      output ? reinterpret_cast<void *>(output) : pointer(2));
  for (int64_t i = 0; i < 2 && !status && combination; ++i) {
    if (firstScale && i == 1)
      status = setScales(1, firstScale + 2);
    if (!status)
      status = multiply(i == 0 ? 1 : int(kMatmulOperands),
                        reinterpret_cast<void *>(combination->getProduct(i)));
  }
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

void Baseline::useSharedWorkspace() {
  impl->usesSharedWorkspace = true;
  impl->workspace = cuda::DeviceBuffer();
}

int64_t Baseline::getWorkspaceBytes() const {
  const Call &call = *impl->calls.front();
  size_t bytes = call.algorithms[call.selected].workspaceSize;
  return impl->usesSharedWorkspace && bytes > 0 ? int64_t(kSharedOffset + bytes)
                                                : 0;
}

std::string Baseline::getConfig(std::optional<int64_t> algorithm) const {
  const Call &call = *impl->calls.front();
  const cublaslt::HeuristicResult &selected =
      call.algorithms[algorithm ? size_t(*algorithm) : call.selected];
  std::string text =
      "cublaslt, version = " + std::to_string(impl->library.getVersion());
  const char *separator = ", algorithm = [";
  for (uint64_t word : selected.algorithm.data) {
    text += separator + std::to_string(int64_t(word));
    separator = ", ";
  }
  return text + "], workspace = " + std::to_string(selected.workspaceSize);
}

//===----------------------------------------------------------------------===//
// As a candidate
//===----------------------------------------------------------------------===//

namespace mlir::autotune::measure {
// LibraryCandidate.cpp declares both.
std::string getWhyNoCublasLt(const MeasuredProblem &problem) {
  return problem.epilogue && !problem.epilogue->standard
             ? "cuBLASLt leaves the epilogue out"
             : "";
}

std::unique_ptr<LibraryAlgorithms>
createCublasLtAlgorithms(const LibraryProduct &product, const Device &device,
                         std::string &note) {
  return Baseline::create(product, device.stream.get(), note,
                          /*withEpilogue=*/true);
}
} // namespace mlir::autotune::measure
