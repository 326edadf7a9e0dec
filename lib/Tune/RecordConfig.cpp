//===- RecordConfig.cpp - The config that a record names ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/RecordConfig.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Dialect/Autotune/TemplateSchema.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

FailureOr<Config> tune::readConfig(StringRef text, std::string &whyNot) {
  FailureOr<Config> config = Config::parse(
      text, [&](size_t, const Twine &message) { whyNot = message.str(); });
  if (failed(config))
    return failure();
  *config = config->withNeutralDefaults();
  if (config->isComplete())
    return config;
  whyNot = "it leaves parameters unset";
  return failure();
}

std::string tune::getIdentity(StringRef text) {
  FailureOr<Config> config = Config::parse(text, [](size_t, const Twine &) {});
  if (failed(config))
    return text.str();
  Config full = config->withNeutralDefaults();
  return (full.isComplete() ? full : *config).str();
}

std::string tune::getBriefName(const measure::Record &record) {
  // Which algorithm it is, only the library knows.
  return record.library.empty() ? getBrief(record.config) : record.library;
}

std::string tune::getWhyStale(const Config &config, StringRef templateHash) {
  if (templateHash.empty() || templateHash == config.getSchema().hash)
    return "";
  return ("measured with another " + config.getTemplateName() + ", of hash " +
          templateHash)
      .str();
}
