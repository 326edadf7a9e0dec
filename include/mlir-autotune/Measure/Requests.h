//===- Requests.h - What may be asked of a serving runner -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests come in as JSON lines (docs/reference/runner-protocol.md). Reading
// checks all that can be known from the line alone; whether an id is known is
// for whoever keeps them. The process that serves and the one that touches the
// GPU read the same requests: what the latter needs beside is in `internal`
// members.
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
    Problem,
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
    /// Internal: from when it was checked and timed.
    std::optional<Record> record;
  };

  Kind kind = Hello;
  // Problem.
  measure::Problem problem;
  bool useBaseline = true;
  /// Internal: the best algorithm as an earlier process found it.
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
  /// Internal: the fastest that is known of the problem.
  double bestNs = 0;
};

/// `id` is set to the request's, or to null where it has no usable one, also
/// when the request is refused. Without `internal`, members that are so called
/// above are ignored as any other that the protocol does not have.
llvm::Expected<Request>
parseRequest(llvm::StringRef line, llvm::json::Value &id, bool internal = true);

llvm::StringRef stringifyRequest(Request::Kind kind);

/// A measure or final request as a line of JSON, from its candidates, efforts
/// and internal members.
std::string printRequest(const Request &request, int64_t id);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_REQUESTS_H
