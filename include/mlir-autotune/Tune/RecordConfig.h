//===- RecordConfig.h - The config that a record names ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_RECORDCONFIG_H
#define MLIR_AUTOTUNE_TUNE_RECORDCONFIG_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Measure/Records.h"

#include <string>

namespace mlir::autotune::tune {

/// The config of a record, complete: stored ones without parameters that came
/// later mean what they meant. Fails, with the reason in `whyNot`, for a text
/// that is none today.
FailureOr<Config> readConfig(StringRef text, std::string &whyNot);

/// The text that a config is known by in records and databases (Config::str(),
/// complete with the defaults of parameters that came later), from any text of
/// it; one that is none today stays as it is.
std::string getIdentity(StringRef text);

/// The record's config as tables write it.
std::string getBriefName(const measure::Record &record);

/// Whether the config was measured with another version of its template than
/// today's, and if so a clause that says so. A record without a hash, as run
/// writes them, is taken for today's.
std::string getWhyStale(const Config &config, StringRef templateHash);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDCONFIG_H
