//===- SeparateEpilogue.cpp - Epilogues behind a library's product --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that does not have an epilogue still computes the sums. A kernel of
// ours makes the outputs of them. Both are one candidate: they are checked,
// captured and timed together, as a program runs them.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"
#include "LibraryAlgorithms.h"

#include "mlir-autotune/Core/ElementIndex.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

MeasuredProblem measure::getBareProduct(const MeasuredProblem &problem) {
  MeasuredProblem bare = problem;
  bare.epilogue.reset();
  bare.separate.reset();
  bare.accumulate = false;
  bare.operands.resize(kMatmulOperands);
  Operand &c = bare.operands[kOutput];
  c.element = bare.accumulator;
  c.rowStride = bare.n;
  c.batchStride = bare.batch > 1 ? bare.m * bare.n : 0;
  return bare;
}

namespace {
class SeparateAlgorithms : public LibraryAlgorithms {
public:
  SeparateAlgorithms(const MeasuredProblem &problem, const Buffers &buffers)
      : problem(problem), buffers(buffers), bare(getBareProduct(problem)) {}
  /// Returns why there are none; empty if there are.
  std::string create(const MeasuredLibrary &library, const Device &device);

  int64_t getAlgorithmCount() const override {
    return product->getAlgorithmCount();
  }
  void select(int64_t algorithm) override { product->select(algorithm); }
  std::string getConfig(std::optional<int64_t> algorithm) const override {
    return product->getConfig(algorithm) + ", separate_epilogue = true";
  }
  void useSharedWorkspace() override { product->useSharedWorkspace(); }
  int64_t getWorkspaceBytes() const override {
    return product->getWorkspaceBytes();
  }
  Status enqueue(int64_t set) override {
    if (Status status = product->enqueue(set))
      return status;
    return applyEpilogue(set);
  }

private:
  Status applyEpilogue(int64_t set) const;

  const MeasuredProblem &problem;
  const Buffers &buffers;
  const MeasuredProblem bare;
  cuda::DeviceBuffer sums;
  ElementwiseKernel kernel;
  std::unique_ptr<LibraryAlgorithms> product;
};
} // namespace

std::string SeparateAlgorithms::create(const MeasuredLibrary &library,
                                       const Device &device) {
  const SeparateEpilogue &separate = *problem.separate;
  Status status = ElementwiseKernel::create(
      device.stream.get(), separate.ptx, separate.function,
      "the epilogue behind a library", separate.vector, kernel);
  if (!status.failed())
    status = createDenseResult(bare, sums);
  if (status.failed())
    return "the epilogue can't be computed behind a library: " + status.message;
  std::string note;
  product = library.create({bare, buffers, sums.get()}, device, note);
  return note;
}

Status SeparateAlgorithms::applyEpilogue(int64_t set) const {
  MatrixArguments arguments;
  arguments.addDense(sums.get(), problem);
  for (size_t i = 0; i < problem.getNumOutputs(); ++i) {
    cuda::DeviceMatrix output = buffers.getMatrix(set, int(kOutput + i));
    arguments.addMatrix(output, {output.rowStride, 1, output.batchStride});
  }
  arguments.addExtras(problem, buffers, set);
  return kernel.launch(arguments, problem.m, problem.n, problem.batch);
}

std::unique_ptr<LibraryAlgorithms> measure::createSeparateAlgorithms(
    const MeasuredLibrary &library, const MeasuredProblem &problem,
    const Buffers &buffers, const Device &device, std::string &note) {
  auto algorithms = std::make_unique<SeparateAlgorithms>(problem, buffers);
  note = algorithms->create(library, device);
  if (!note.empty())
    return nullptr;
  return algorithms;
}
