//===- ConfigWords.h - Configs as people read them --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A config has three texts, and Config::parse() reads each of them.
//
//   Config::str()  everything that is set. It identifies the config in records,
//                  databases, lookup tables and hashes, and no default has a
//                  part in it.
//   printShort()   the attribute's text. A complete config leaves out what has
//                  its default, and ends with `defaults`.
//   getBrief()     words, for tables and messages.
//
// A default never changes (kernels_td/Base.td), so that a text that leaves it
// out keeps its meaning.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGWORDS_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGWORDS_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

namespace mlir::autotune {

/// Ends the text of a config: each parameter that the text does not name has
/// its default. No parameter has this name.
inline constexpr StringLiteral kDefaultsKeyword = "defaults";

/// "<template>, tile = [128, 256, 64], schedule = pingpong, defaults". A
/// config that leaves parameters open is printed as Config::str() has it.
void printShort(raw_ostream &os, const Config &config);

/// "<template> 128x256x64 s4 pingpong persistent". Parameters that are not
/// written have their defaults, unless the last word is "...": then they are
/// unset.
std::string getBrief(const Config &config);
/// The brief text of a stored config, after neutral defaults if these complete
/// it. A text that is no config of a known template, such as another
/// program's, is returned unchanged.
std::string getBrief(StringRef text);

/// Whether `text` is in the form of getBrief(): a space follows the template's
/// name. In the other two forms a comma follows, or nothing.
bool isBrief(StringRef text);
/// Reads a text of getBrief(). `report` is as for Config::parse().
FailureOr<Config> parseBrief(StringRef text, Config::FaultHandler report);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIGWORDS_H
