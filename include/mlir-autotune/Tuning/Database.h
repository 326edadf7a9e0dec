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

/// Which measurements: those for which all holds that is set.
struct MeasurementQuery {
  /// Equal to the measurement's field of that name; empty is any.
  std::string fact, device, driver, checksum, outcome;
  std::string templateHash, compilers;
  /// One of these texts is the config's; no element is any.
  std::vector<std::string> configs;
  /// Made before this date, or this day ("2026-01-31"). What has no date is
  /// not.
  std::string before;
  /// The hash of the template, or the text of the compilers, is known and none
  /// of these; no element is any.
  std::vector<std::string> otherTemplateHashes, otherCompilers;
};

/// A connection, for one thread at a time. One that was open when the process
/// forked must not be used by the child.
class Database {
public:
  enum class Access {
    /// Reads and writes; makes the file where there is none.
    Create,
    /// Reads and writes a file that is there.
    Write,
    /// Changes nothing that was kept. The user must be able to write file and
    /// folder all the same: readers and writers meet in a file there.
    Read
  };

  /// $XDG_CACHE_HOME/mlir-autotune/records.sqlite, or ~/.cache/…; empty where
  /// there is neither.
  static std::string getDefaultPath();

  /// Looks at the header and the schema alone; verify() looks at all. The
  /// folder of the default path is made, any other must be there.
  static llvm::Expected<Database> open(StringRef path,
                                       Access access = Access::Create);
  Database(Database &&other) noexcept
      : path(std::move(other.path)),
        handle(std::exchange(other.handle, nullptr)) {}
  Database &operator=(Database &&other) = delete;
  ~Database();

  StringRef getPath() const { return path; }

  /// Keeps them all in one transaction, or none. What is there already, by its
  /// uid, stays as it is. `added` is how many were not there.
  llvm::Error add(ArrayRef<StoredMeasurement> measurements,
                  size_t *added = nullptr);

  /// By fact, device, driver, date (final times behind others), rank and uid,
  /// which is one order whatever the order they were added in.
  llvm::Expected<std::vector<StoredMeasurement>>
  query(const MeasurementQuery &query) const;
  /// The same one by one, until `visit` returns an error. `visit` must not
  /// change this database.
  llvm::Error
  visit(const MeasurementQuery &query,
        llvm::function_ref<llvm::Error(StoredMeasurement measurement)> visit)
      const;

  /// Adds all that another file has, which is verified first, in one
  /// transaction; returns how many were not here.
  llvm::Expected<size_t> merge(StringRef otherPath);

  /// Removes what `query` names, but for the `keepBest` fastest that are ok of
  /// each fact, device name and library; final times come before others, and
  /// what was disturbed after all.
  /// Returns how many; a dry run removes nothing.
  llvm::Expected<size_t> prune(const MeasurementQuery &query,
                               size_t keepBest = 0, bool isDryRun = false);

  llvm::Expected<size_t> count() const;

  /// The texts of all configs, in no order. Earlier versions may have written
  /// other texts of a config than today's.
  llvm::Expected<std::vector<std::string>> listConfigs() const;

  /// Reads all of the file. After success no page of it is damaged, and every
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
