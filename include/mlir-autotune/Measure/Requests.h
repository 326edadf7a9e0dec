//===- Requests.h - What may be asked of a serving runner -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests are JSON lines (docs/reference/runner-protocol.md). The parser
// checks everything that one line allows to check; whether an id exists is
// checked by the code that stores the ids. The serving process and the process
// that touches the GPU read the same requests. The latter needs further data,
// which are in `internal` members.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_REQUESTS_H
#define MLIR_AUTOTUNE_MEASURE_REQUESTS_H

#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Measure/Records.h"

namespace mlir::autotune::measure {

/// The one version of the protocol that this program speaks.
constexpr int64_t kProtocolVersion = 2;
/// A cubin has tens of kilobytes; a request is one line.
constexpr size_t kMaxRequestBytes = size_t(64) << 20;
constexpr size_t kMaxIdBytes = 256;
constexpr size_t kMaxCandidates = 4096;

struct Request {
  enum Kind {
    Hello,
    MeasuredProblem,
    Kernel,
    Forget,
    Measure,
    Final,
    Quit,
    /// Internal: time the yardstick.
    Yardstick
  };

  struct CandidateRequest {
    Candidate candidate;
    std::string kernel;
    /// Internal: the candidate's record from when it was checked and timed.
    std::optional<Record> record;
  };

  Kind kind = Hello;
  // Problem.
  measure::MeasuredProblem problem;
  bool useBaseline = true;
  /// Internal: the index of the best algorithm, as an earlier process found
  /// it.
  int64_t baselineIndex = -1;
  // Kernel.
  measure::Kernel kernel;
  std::string image;
  // Forget.
  std::vector<std::string> problems, kernels;
  // Measure and final.
  std::string problemId;
  std::vector<CandidateRequest> candidates;
  Effort effort;
  FinalEffort finalEffort;
  /// Internal: the fastest known time of the problem.
  double bestNs = 0;
};

/// Parses a request. `id` is set to the request's id, also if the request is
/// refused, or to null if it has no usable one. Without `internal`, the
/// members marked "Internal" above are ignored like any unknown member.
llvm::Expected<Request>
parseRequest(llvm::StringRef line, llvm::json::Value &id, bool internal = true);

llvm::StringRef stringifyRequest(Request::Kind kind);

/// A measure or final request as a line of JSON, from its candidates, efforts
/// and internal members.
std::string printRequest(const Request &request, int64_t id);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_REQUESTS_H
