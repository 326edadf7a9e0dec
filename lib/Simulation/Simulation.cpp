//===- Simulation.cpp - Is a kernel right? --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Simulation/Diagnosis.h"

#include "LaunchSetup.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

bool SimulationVerdict::isRight() const {
  return refusal.empty() && report.ok() && report.moreFindings == 0 &&
         wrongElements == 0 && damage.empty();
}

/// The line of `program` that a printed location names, as in
/// loc("name":12:3); empty if none.
static StringRef getLine(StringRef program, StringRef location) {
  auto [path, place] = location.rsplit("\":");
  unsigned number;
  if (place.empty() || place.consumeInteger(10, number) || number == 0)
    return "";
  for (; number > 1; --number)
    program = program.split('\n').second;
  return program.split('\n').first.trim();
}

std::string SimulationVerdict::str(StringRef program) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!refusal.empty())
    os << refusal << '\n';
  for (const sim::Finding &finding : report.findings) {
    os << finding.str() << '\n';
    StringRef line = getLine(program, finding.location);
    if (!line.empty())
      os << "  | " << line << '\n';
  }
  if (report.moreFindings)
    os << report.moreFindings << " more findings\n";
  if (wrongElements) {
    os << wrongElements << " of " << elements << " elements of " << matrix
       << " are wrong; the first:";
    for (const WrongElement &wrong : firstWrong)
      os << " [" << (outputs > 1 ? std::to_string(wrong.output) + ", " : "")
         << wrong.row << ", " << wrong.column << "] is " << wrong.got
         << ", not " << wrong.want << ';';
    text.back() = '\n';
    if (outputs > 1)
      os << wrongOutputs.size() << " of " << outputs
         << " outputs of the batch are wrong; the first, number "
         << wrongOutputs.front() << ":\n";
    if (!diagnosis.empty())
      os << diagnosis << '\n';
  }
  for (const std::string &line : damage)
    os << line << '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// How often each element along an axis of an output is stored: once for each
/// tile that has it, and once for those that fill the last cluster.
static std::vector<uint32_t> countTiles(const tile::KernelABI &abi, int axis,
                                        int64_t size) {
  std::vector<uint32_t> counts(size, 0);
  int64_t ofCluster = abi.tile[axis] * abi.cluster[axis];
  int64_t tiles = llvm::divideCeil(size, ofCluster) * abi.cluster[axis];
  for (int64_t number = 0; number < tiles; ++number) {
    int64_t start = abi.getTileStart(axis, size, number);
    for (int64_t i = start; i < std::min(start + abi.tile[axis], size); ++i)
      ++counts[i];
  }
  return counts;
}

/// For one of an output's stored matrices, which interleaved ones are together.
static sim::GlobalMemory::Writes countWrites(const tile::KernelABI &abi,
                                             const StoredMatrix &matrix,
                                             int64_t number) {
  if (!abi.fits[0] && !abi.fits[1])
    return {};
  int axis = abi.isSwapped();
  std::vector<uint32_t> rows = countTiles(abi, axis, matrix.getRows(number));
  std::vector<uint32_t> each =
      countTiles(abi, !axis, matrix.getColumns(number));
  if (!matrix.isInterleaved())
    return {rows, each};
  std::vector<uint32_t> columns;
  for (int64_t column = 0; column < matrix.rowStride; ++column) {
    int64_t inMatrix = column % matrix.batchStride;
    columns.push_back(inMatrix < int64_t(each.size()) ? each[inMatrix] : 1);
  }
  return {rows, columns};
}

static void registerOperand(sim::GlobalMemory &memory,
                            const OperandMemory &operand,
                            const tile::KernelABI &abi, bool isReadAcrossRows) {
  using Access = sim::GlobalMemory::Access;
  using Role = OperandMemory::Role;
  Role role = operand.getRole();
  const StoredMatrix &matrix = operand.getMatrix();
  int64_t bytes = matrix.getElementBytes();
  // What pads the rows of a workspace is the kernel's too.
  for (int64_t i = 0; i < matrix.getStoredMatrices(); ++i) {
    int64_t rows = matrix.getRows(i);
    int64_t columns = role == Role::Workspace || matrix.isInterleaved()
                          ? matrix.rowStride
                          : matrix.getColumns(i);
    if (rows == 0 || columns == 0)
      continue;
    memory.add(matrix.getStoredMatrices() > 1
                   ? matrix.name + " of output " + std::to_string(i)
                   : matrix.name,
               operand.getBase() + i * matrix.batchStride * bytes, rows,
               columns * bytes, matrix.rowStride * bytes, bytes,
               role == Role::Workspace ? Access::ReadWrite
               : role == Role::Output  ? Access::Output
               : isReadAcrossRows      ? Access::ReadAcrossRows
                                       : Access::ReadOnly,
               role == Role::Output ? countWrites(abi, matrix, i)
                                    : sim::GlobalMemory::Writes());
  }
}

/// What is wrong with the first output of those that have wrong elements.
static std::string diagnose(const HostKernel &kernel,
                            const ProblemData &problem, const OperandMemory &c,
                            int64_t number, DiagnosisMemo *memo) {
  const tile::KernelABI &abi = kernel.getABI();
  OutputTiles tiles{abi.tile, abi.fits};
  if (abi.isSwapped()) {
    std::swap(tiles.sizes[0], tiles.sizes[1]);
    std::swap(tiles.fit[0], tiles.fit[1]);
  }
  const StoredMatrix &matrix = c.getMatrix();
  int64_t bytes = matrix.getElementBytes();
  const unsigned char *output =
      c.getBase() + number * matrix.batchStride * bytes;
  int64_t rows = matrix.getRows(number), columns = matrix.getColumns(number);
  ArrayRef<unsigned char> all(
      output, ((rows - 1) * matrix.rowStride + columns) * bytes);
  if (memo && memo->number == number && ArrayRef(memo->output) == all)
    return memo->diagnosis;
  std::string diagnosis =
      problem.getFact().batch == 1
          ? diagnoseOutput(problem, output, tiles)
          : diagnoseOutput(problem.getProduct(number), output, tiles);
  if (memo)
    *memo = {all.vec(), number, diagnosis};
  return diagnosis;
}

/// The same of any other problem.
static std::string explainWrong(const SimulatedProblem &problem,
                                ArrayRef<OperandMemory> operands,
                                StringRef name, DiagnosisMemo *memo) {
  const auto *output = llvm::find_if(operands, [&](const auto &operand) {
    return operand.getMatrix().name == name;
  });
  ArrayRef<unsigned char> all(output->getBase(),
                              output->getMatrix().bytes.size());
  int64_t number = output - operands.begin();
  if (memo && memo->number == number && ArrayRef(memo->output) == all)
    return memo->diagnosis;
  std::string diagnosis = problem.diagnose(int(number), output->getBase());
  if (memo)
    *memo = {all.vec(), number, diagnosis};
  return diagnosis;
}

/// Guesses are about sums, and about factors as they are stored.
static bool canDiagnose(const MatmulFact &fact) {
  return fact.epilogue.isNone() && fact.prologue.isNone() && !fact.isScaled() &&
         !fact.hasParts() && !fact.isConvolution();
}

SimulationVerdict autotune::simulate(const HostKernel &kernel,
                                     const SimulatedProblem &problem,
                                     const SimulationOptions &options,
                                     DiagnosisMemo *memo) {
  SimulationVerdict verdict;
  auto shape = getGridShape(kernel.getABI(), problem);
  if (!shape) {
    verdict.refusal = llvm::toString(shape.takeError());
    return verdict;
  }
  int64_t ctas = shape->getClusterCount(options.sms) * shape->getClusterSize();
  auto runMemory = RunMemory::create(problem, kernel.getABI(), ctas);
  if (!runMemory) {
    verdict.refusal = llvm::toString(runMemory.takeError());
    return verdict;
  }
  ArrayRef<OperandMemory> operands = (*runMemory)->getOperands();
  auto setup = LaunchSetup::create(kernel, **runMemory, *shape, options.sms);
  if (!setup) {
    verdict.refusal = llvm::toString(setup.takeError());
    return verdict;
  }
  sim::GlobalMemory memory;
  // What is transposed is read in blocks of its own.
  for (auto [index, operand] : llvm::enumerate((*runMemory)->getAll()))
    registerOperand(
        memory, operand, kernel.getABI(),
        llvm::is_contained(kernel.getABI().packed,
                           tile::PackedCopy{static_cast<int64_t>(index)}) ||
            llvm::is_contained(kernel.getABI().acrossRows,
                               static_cast<int64_t>(index)));
  verdict.report = sim::run((*setup)->get(), memory, options.simulator);
  const ProblemData *matmul = problem.asMatmul();
  if (matmul)
    verdict.outputs = matmul->getFact().batch;
  compareOutputs(problem, operands, verdict);
  if (verdict.wrongElements && matmul && canDiagnose(matmul->getFact()))
    verdict.diagnosis = diagnose(kernel, *matmul, operands[2],
                                 verdict.wrongOutputs.front(), memo);
  if (verdict.wrongElements && !matmul)
    verdict.diagnosis = explainWrong(problem, operands, verdict.matrix, memo);
  auto addDamage = [&](std::string damage) {
    if (!damage.empty())
      verdict.damage.push_back(std::move(damage));
  };
  for (const OperandMemory &operand : (*runMemory)->getAll())
    addDamage(operand.findDamage());
  addDamage((*runMemory)->findDirtyCounters());
  return verdict;
}
