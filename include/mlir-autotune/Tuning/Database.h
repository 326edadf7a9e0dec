//===- Database.h - The records of all runs ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A SQLite file that any number of processes read and write at once.
// Measurements are kept once add() has returned, whatever happens to the
// process. An addition that was interrupted is there completely or not at all.
// (After a power cut the last additions may be missing, but the file is sound.)
//
// No existing file can do harm: a file that is damaged, of another program, or
// of a newer version of this one is an error that names it. Each measurement
// has a hash, so reads return what was written.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_DATABASE_H
#define MLIR_AUTOTUNE_TUNING_DATABASE_H

#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <utility>

struct sqlite3;

namespace mlir::autotune {

/// Selects measurements that meet all conditions that are set.
struct MeasurementQuery {
  /// Must equal the measurement's field of that name; empty matches any.
  std::string fact, device, driver, checksum, outcome;
  std::string templateHash, compilers;
  /// One of these must be the config's text; empty matches any.
  std::vector<std::string> configs;
  /// Made before this date or day ("2026-01-31"). A measurement without a date
  /// never matches.
  std::string before;
  /// The template's hash, or the compilers' text, must be known and none of
  /// these; empty matches any.
  std::vector<std::string> otherTemplateHashes, otherCompilers;
};

/// A connection, for one thread at a time. A child process must not use a
/// connection that was open at the fork.
class Database {
public:
  enum class Access {
    /// Reads and writes; creates the file if there is none.
    Create,
    /// Reads and writes an existing file.
    Write,
    /// Does not change stored measurements. The user must still be able to
    /// write the file and its folder, because readers and writers share a file
    /// there.
    Read
  };

  /// $XDG_CACHE_HOME/mlir-autotune/records.sqlite, or ~/.cache/…; empty if
  /// neither variable is set.
  static std::string getDefaultPath();

  /// Checks only the header and the schema; verify() checks everything.
  /// Creates the folder of the default path; any other folder must exist.
  static llvm::Expected<Database> open(StringRef path,
                                       Access access = Access::Create);
  Database(Database &&other) noexcept
      : path(std::move(other.path)),
        handle(std::exchange(other.handle, nullptr)) {}
  Database &operator=(Database &&other) = delete;
  ~Database();

  StringRef getPath() const { return path; }

  /// Stores all measurements in one transaction, or none. A measurement whose
  /// uid exists is not changed. `added` is the number of new ones.
  llvm::Error add(ArrayRef<StoredMeasurement> measurements,
                  size_t *added = nullptr);

  /// Returns measurements ordered by fact, device, driver, date (final times
  /// last), rank and uid, whatever the order in which they were added.
  llvm::Expected<std::vector<StoredMeasurement>>
  query(const MeasurementQuery &query) const;
  /// Like query(), one measurement at a time, until `visit` returns an error.
  /// `visit` must not change this database.
  llvm::Error
  visit(const MeasurementQuery &query,
        llvm::function_ref<llvm::Error(StoredMeasurement measurement)> visit)
      const;

  /// Verifies another file and adds all its measurements in one transaction.
  /// Returns how many were new.
  llvm::Expected<size_t> merge(StringRef otherPath);

  /// Removes the measurements that `query` selects, except the `keepBest`
  /// fastest that are ok of each fact, device name and library. In this order
  /// final times come before others, and disturbed ones last. Returns how
  /// many; a dry run removes nothing.
  llvm::Expected<size_t> prune(const MeasurementQuery &query,
                               size_t keepBest = 0, bool isDryRun = false);

  llvm::Expected<size_t> count() const;

  /// The keys of all facts, in any order.
  llvm::Expected<std::vector<std::string>> listFacts() const;
  /// The texts of all configs, in any order. Earlier versions may have written
  /// other texts for the same config.
  llvm::Expected<std::vector<std::string>> listConfigs() const;

  /// Reads the whole file. Success means that no page is damaged and every
  /// measurement is as it was written.
  llvm::Error verify() const;

private:
  Database(std::string path, sqlite3 *handle)
      : path(std::move(path)), handle(handle) {}

  std::string path;
  sqlite3 *handle;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_DATABASE_H
