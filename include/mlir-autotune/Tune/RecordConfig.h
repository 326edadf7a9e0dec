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

/// The complete config of a record. A stored config gets neutral defaults for
/// parameters that its template gained later. Fails, with the reason in
/// `whyNot`, if the text is no config of this version.
FailureOr<Config> readConfig(StringRef text, std::string &whyNot);

/// The text that identifies a config in records and databases: Config::str(),
/// completed with neutral defaults. `text` may be in any form; a text that is
/// no config of this version is returned unchanged.
std::string getIdentity(StringRef text);

/// The record's config as tables write it.
std::string getBriefName(const measure::Record &record);

/// A clause that says that the config was measured with another version of its
/// template; empty if it was not. A record without a hash, as `run` writes
/// them, counts as current.
std::string getWhyStale(const Config &config, StringRef templateHash);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDCONFIG_H
