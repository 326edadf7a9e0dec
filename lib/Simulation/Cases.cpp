//===- Cases.cpp - What is to be simulated --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Cases.h"

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulation/ProblemData.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::autotune;

FailureOr<Config> CaseReader::parseConfig(StringRef text,
                                          const std::string &place) {
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages += (messages.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  FailureOr<Config> config = Config::parse(text, &context);
  if (mlir::failed(config)) {
    failed = true;
    reportError(place + "'" + text.trim() + "' is no config: " + messages);
  }
  return config;
}

void CaseReader::addProposals(const ProblemFact &fact,
                              const std::string &place) {
  Proposal proposal = propose(fact, target);
  for (const ProposedConfig &proposed : proposal.candidates)
    cases.push_back({fact, proposed.config});
  if (!proposal.candidates.empty())
    return;
  failed = true;
  reportError(place + "no template serves " + fact.getKey() + ": " +
              getWhyNone(fact, target));
}

void CaseReader::add(ArrayRef<StringRef> problems, ArrayRef<StringRef> configs,
                     const llvm::Twine &placeText) {
  std::string place = placeText.str();
  std::vector<Config> partial;
  for (StringRef text : configs) {
    FailureOr<Config> config = parseConfig(text, place);
    if (succeeded(config))
      partial.push_back(*config);
  }
  bool isChequered = covers && problems.size() > 1 && partial.size() > 1;
  for (auto [row, text] : llvm::enumerate(problems)) {
    llvm::Expected<ProblemFact> fact = parseProblem(text);
    llvm::Error error = fact ? checkSimulable(*fact) : fact.takeError();
    if (error) {
      failed = true;
      reportError(place + "'" + text.trim() +
                  "' is no problem: " + llvm::toString(std::move(error)));
      continue;
    }
    if (configs.empty())
      addProposals(*fact, place);
    for (auto [column, config] : llvm::enumerate(partial)) {
      std::string whyNot;
      FailureOr<Config> complete =
          completeConfig(config, *fact, target, {}, whyNot);
      if (succeeded(complete)) {
        if (!isChequered || (row + column) % 2 == 0)
          cases.push_back({*fact, *complete});
        continue;
      }
      failed = true;
      reportError(place + "'" + getBrief(config) + "' is not legal for " +
                  fact->getKey() + ": " + whyNot);
    }
  }
}

/// A line without its comment. An operation in braces, which may go on in the
/// next line, may have attributes that begin with '#'. `depth` is how many
/// braces are open, before the line and behind it.
static StringRef dropComment(StringRef line, int64_t &depth) {
  for (auto [place, letter] : llvm::enumerate(line)) {
    depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
    if (letter == '#' && depth <= 0)
      return line.take_front(place);
  }
  return line;
}

/// The next line of `text` without its comment, and those that it goes on with
/// behind a backslash; `number` becomes that of the last.
static std::string takeCase(std::string_view &text, unsigned &number) {
  std::string joined;
  bool goesOn = true;
  int64_t depth = 0;
  while (goesOn && !text.empty()) {
    StringRef line = dropComment(takeLine(text), depth).rtrim();
    goesOn = line.consume_back("\\");
    joined += line;
    ++number;
  }
  return joined;
}

void CaseReader::addFile(StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file) {
    failed = true;
    reportError(path + ": " + file.getError().message());
    return;
  }
  size_t before = cases.size();
  std::string_view text = (*file)->getBuffer();
  unsigned number = 0;
  while (!text.empty()) {
    unsigned first = number + 1;
    std::string line = takeCase(text, number);
    if (StringRef(line).trim().empty())
      continue;
    std::string place = (path + ":" + llvm::Twine(first) + ": ").str();
    auto [left, right] = StringRef(line).split('|');
    SmallVector<StringRef> problems, configs;
    left.split(problems, ';', -1, /*KeepEmpty=*/false);
    right.split(configs, ';', -1, /*KeepEmpty=*/false);
    if (problems.empty() || configs.empty() || right.contains('|')) {
      failed = true;
      reportError(place + "expected 'problem | config', or several of both "
                          "with ';' between them");
      continue;
    }
    add(problems, configs, place);
  }
  if (cases.size() == before && !failed) {
    failed = true;
    reportError(path + ": has no cases");
  }
}
