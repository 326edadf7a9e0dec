//===- DatabaseTest.cpp - What is kept, found, merged and removed ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseTestUtils.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

#include <sqlite3.h>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;
using testing::HasSubstr;
using Access = Database::Access;

namespace {
struct DatabaseTest : FolderTest {
  Database open(StringRef name = "records.sqlite",
                Access access = Access::Create) {
    return get(Database::open(getPath(name), access));
  }
  /// Runs SQL as another program would; "" or what SQLite says.
  std::string runSql(const char *sql, StringRef name = "records.sqlite") {
    sqlite3 *handle = nullptr;
    EXPECT_EQ(sqlite3_open(getPath(name).c_str(), &handle), SQLITE_OK);
    bool isGood =
        sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    std::string message = isGood ? "" : sqlite3_errmsg(handle);
    sqlite3_close(handle);
    return message;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Measurements
//===----------------------------------------------------------------------===//

TEST_F(DatabaseTest, KeepsEveryField) {
  std::vector<StoredMeasurement> all = getMeasurements(40);
  StoredMeasurement bare;
  bare.fact = "32x48x64 f32 -> f32";
  bare.config = "simt";
  bare.outcome = "crash";
  all.push_back(bare);
  StoredMeasurement checked = bare;
  checked.outcome = "checked";
  checked.estimateNs = 12.5;
  checked.library = "triton";
  all.push_back(checked);
  EXPECT_EQ(getText(open().add(all)), "");
  Database again = open("records.sqlite", Access::Read);
  EXPECT_EQ(getDigests(get(again.query({}))), getDigests(all));
  EXPECT_EQ(get(again.count()), all.size());
  EXPECT_EQ(getText(again.verify()), "");
}

TEST_F(DatabaseTest, KeepsNothingTwice) {
  Database database = open();
  std::vector<StoredMeasurement> all = getMeasurements(20);
  size_t added = 0;
  ASSERT_EQ(getText(database.add(all, &added)), "");
  EXPECT_EQ(added, 20u);
  ASSERT_EQ(getText(database.add(all, &added)), "");
  EXPECT_EQ(added, 0u);
  // The uid decides, where there is one.
  all.resize(1);
  all[0].uid = "tuner-1:7";
  ASSERT_EQ(getText(database.add(all, &added)), "");
  EXPECT_EQ(added, 1u);
  all[0].detail = "another";
  ASSERT_EQ(getText(database.add(all, &added)), "");
  EXPECT_EQ(added, 0u);
  EXPECT_EQ(get(database.count()), 21u);
}

/// A file of records has six digits of a time.
TEST(StoredMeasurementTest, UidsDoNotDependOnRounding) {
  StoredMeasurement m = getMeasurement(0);
  std::string uid = getDerivedUid(m);
  m.timeNs *= 1 + 1e-9;
  m.gbps *= 2;
  EXPECT_EQ(getDerivedUid(m), uid);
  m.timeNs *= 1 + 1e-4;
  EXPECT_NE(getDerivedUid(m), uid);
  // Borders between texts count.
  m = getMeasurement(0);
  m.problem += "c";
  m.candidate.erase(0, 1);
  EXPECT_NE(getDerivedUid(m), uid);
}

TEST(StoredMeasurementTest, Dates) {
  EXPECT_TRUE(isDate("2026-01-31T12:00:00Z"));
  EXPECT_TRUE(isDate("2026-01-31", /*orDay=*/true));
  for (StringRef text :
       {"", "2026-01-31", "2026-13-31T12:00:00Z", "2026-01-31T24:00:00Z",
        "2026-01-31 12:00:00Z", "2026-01-31T12:00:00", "yesterday"})
    EXPECT_FALSE(isDate(text)) << text.str();
  EXPECT_FALSE(isDate("2026-01", /*orDay=*/true));
}

/// What is refused leaves nothing of its transaction; and SQL refuses it from
/// other programs as well, where SQL can say it.
TEST_F(DatabaseTest, RefusesNonsense) {
  using M = StoredMeasurement;
  struct Case {
    void (*change)(M &);
    const char *why;
  };
  const Case cases[] = {
      {[](M &m) { m.fact = ""; }, "no fact"},
      {[](M &m) { m.config = ""; }, "no config"},
      {[](M &m) { m.fact = "two\nlines"; }, "no line of text"},
      {[](M &m) { m.device = "\xff"; }, "no line of text"},
      {[](M &m) { m.detail = std::string("a\0b", 3); }, "detail"},
      {[](M &m) { m.detail.assign((1 << 20) + 1, 'x'); }, "detail"},
      {[](M &m) { m.uid = "a b"; }, "uid"},
      {[](M &m) { m.uid.assign(65, 'a'); }, "uid"},
      {[](M &m) { m.heuristics = {""}; }, "heuristic"},
      {[](M &m) { m.outcome = "fine"; }, "outcome"},
      {[](M &m) { m.date = "today"; }, "date"},
      {[](M &m) { m.device = ""; }, "a driver and no device"},
      {[](M &m) { m.device = m.driver = ""; }, "names no device"},
      {[](M &m) { m.timeNs = 0; }, "no time"},
      {[](M &m) { m.timeNs = 0.3; }, "from 1 to 2^63 - 1"},
      {[](M &m) { m.timeNs = 1e19; }, "from 1 to 2^63 - 1"},
      {[](M &m) { m.timeNs = std::nan(""); }, "no number"},
      {[](M &m) { m.timesNs.clear(); }, "replays"},
      {[](M &m) { m.timesNs[0] = -1; }, "replay"},
      {[](M &m) { m.spread = -1; }, "negative"},
      {[](M &m) { m.rank = -1; }, "negative"},
      {[](M &m) { m.estimateNs = 5; }, "an estimate"},
      {[](M &m) { m.outcome = "checked"; }, "simulated"},
      {[](M &m) { m.baseline.reset(); }, "no baseline"},
      {[](M &m) { m.baseline->bestNs = 0; }, "baseline has no time"},
      {[](M &m) { m.baseline->algorithms = -1; }, "baseline is negative"}};
  Database database = open();
  for (const Case &each : cases) {
    std::vector<M> pair = getMeasurements(2);
    each.change(pair[1]);
    std::string text = getText(database.add(pair));
    EXPECT_THAT(text, HasSubstr(each.why));
    EXPECT_THAT(text, HasSubstr("records.sqlite: can't keep a measurement"));
    EXPECT_EQ(get(database.count()), 0u);
  }
  ASSERT_EQ(getText(database.add(getMeasurements(3))), "");
  for (const char *sql :
       {"UPDATE measurements SET outcome = 'fine'",
        "UPDATE measurements SET time_ns = -1",
        "UPDATE measurements SET time_ns = 'fast'",
        "UPDATE measurements SET time_ns = NULL",
        "UPDATE measurements SET device = NULL",
        "UPDATE measurements SET estimate_ns = 5",
        "UPDATE measurements SET times_ns = '[]'",
        "UPDATE measurements SET heuristics = '['",
        "UPDATE measurements SET date = 'today'",
        "UPDATE measurements SET baseline_best_ns = NULL",
        "UPDATE measurements SET uid = 'same'",
        "UPDATE measurements SET outcome = 'finding'",
        "PRAGMA foreign_keys = ON; UPDATE measurements SET fact = 77",
        "PRAGMA foreign_keys = ON; DELETE FROM facts"})
    EXPECT_NE(runSql(sql), "") << sql;
  // What SQL lets pass, the hash of the measurement does not.
  ASSERT_EQ(runSql("UPDATE measurements SET time_ns = time_ns / 2"), "");
  EXPECT_THAT(getText(database.query({})), HasSubstr("is damaged"));
  EXPECT_THAT(getText(database.verify()), HasSubstr("is damaged"));
}

TEST_F(DatabaseTest, TakesEveryOutcome) {
  Database database = open();
  for (StringRef outcome : getStoredOutcomes()) {
    StoredMeasurement m;
    m.fact = "f";
    m.config = "c";
    m.outcome = outcome.str();
    if (outcome == "ok") {
      m.device = "d";
      m.timeNs = 1;
      m.timesNs = {1};
    }
    EXPECT_EQ(getText(database.add(m)), "") << outcome.str();
  }
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

TEST_F(DatabaseTest, FindsByEachField) {
  std::vector<StoredMeasurement> all = getMeasurements(60);
  Database database = open();
  ASSERT_EQ(getText(database.add(all)), "");
  auto count = [&](auto set) {
    MeasurementQuery query;
    set(query);
    return get(database.query(query)).size();
  };
  using Q = MeasurementQuery;
  EXPECT_EQ(count([&](Q &q) { q.fact = all[0].fact; }), 9u);
  EXPECT_EQ(count([&](Q &q) { q.configs = {all[0].config}; }), 12u);
  EXPECT_EQ(count([&](Q &q) { q.device = "NVIDIA H200"; }), 60u);
  EXPECT_EQ(count([&](Q &q) { q.device = "NVIDIA H100"; }), 0u);
  EXPECT_EQ(count([&](Q &q) { q.driver = "570.10"; }), 20u);
  EXPECT_EQ(count([&](Q &q) { q.checksum = all[1].checksum; }), 12u);
  EXPECT_EQ(count([&](Q &q) { q.outcome = "wrong-result"; }), 5u);
  EXPECT_EQ(count([&](Q &q) { q.templateHash = "00000000000000aa"; }), 30u);
  EXPECT_EQ(count([&](Q &q) { q.compilers = all[0].compilers; }), 60u);
  EXPECT_EQ(count([&](Q &q) { q.compilers = "LLVM 21"; }), 0u);
  EXPECT_EQ(count([&](Q &q) { q.before = "2026-11-20"; }), 0u);
  EXPECT_EQ(count([&](Q &q) { q.before = "2026-11-21"; }), 60u);
  EXPECT_EQ(count([&](Q &q) { q.before = "2026-11-20T10:00:02Z"; }), 12u);
  EXPECT_EQ(count([&](Q &q) { q.otherTemplateHashes = {"00000000000000aa"}; }),
            30u);
  EXPECT_EQ(count([&](Q &q) {
              q.otherTemplateHashes = {"00000000000000aa", "00000000000000bb"};
            }),
            0u);
  EXPECT_EQ(count([&](Q &q) { q.otherCompilers = {"LLVM 21"}; }), 60u);
  EXPECT_EQ(count([&](Q &q) {
              q.fact = all[0].fact;
              q.outcome = "wrong-result";
            }),
            1u);
  MeasurementQuery wrong;
  wrong.outcome = "fine";
  EXPECT_THAT(getText(database.query(wrong)), HasSubstr("there are ok, "));
  wrong = {};
  wrong.before = "today";
  EXPECT_THAT(getText(database.query(wrong)), HasSubstr("no date"));
}

/// The order does not tell which came first.
TEST_F(DatabaseTest, OrdersByContent) {
  std::vector<StoredMeasurement> all = getMeasurements(50);
  Database forward = open("a.sqlite"), backward = open("b.sqlite");
  ASSERT_EQ(getText(forward.add(all)), "");
  std::reverse(all.begin(), all.end());
  for (const StoredMeasurement &measurement : all)
    ASSERT_EQ(getText(backward.add(measurement)), "");
  std::vector<StoredMeasurement> a = get(forward.query({})),
                                 b = get(backward.query({}));
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(getDigest(a[i]), getDigest(b[i]));
}

//===----------------------------------------------------------------------===//
// Merging and removing
//===----------------------------------------------------------------------===//

TEST_F(DatabaseTest, MergesWhatIsNew) {
  std::vector<StoredMeasurement> all = getMeasurements(30);
  Database a = open("a.sqlite");
  ASSERT_EQ(getText(a.add(ArrayRef(all).take_front(20))), "");
  ASSERT_EQ(getText(open("b.sqlite").add(ArrayRef(all).drop_front(10))), "");
  EXPECT_EQ(get(a.merge(getPath("b.sqlite"))), 10u);
  EXPECT_EQ(get(a.merge(getPath("b.sqlite"))), 0u);
  EXPECT_EQ(get(a.merge(getPath("a.sqlite"))), 0u);
  EXPECT_EQ(getDigests(get(a.query({}))), getDigests(all));
  EXPECT_THAT(getText(a.merge(getPath("none.sqlite"))),
              HasSubstr("none.sqlite: can't open: No such file"));
  // A damaged one adds nothing at all.
  ASSERT_EQ(getText(open("c.sqlite").add(getMeasurements(40))), "");
  ASSERT_EQ(runSql("UPDATE measurements SET ratio = 9 WHERE candidate = 'c39'",
                   "c.sqlite"),
            "");
  EXPECT_THAT(getText(a.merge(getPath("c.sqlite"))), HasSubstr("is damaged"));
  EXPECT_EQ(get(a.count()), 30u);
}

TEST_F(DatabaseTest, PrunesWhatIsNamed) {
  std::vector<StoredMeasurement> all = getMeasurements(70);
  Database database = open();
  ASSERT_EQ(getText(database.add(all)), "");
  MeasurementQuery query;
  query.outcome = "wrong-result";
  EXPECT_EQ(get(database.prune(query, 0, /*isDryRun=*/true)), 6u);
  EXPECT_EQ(get(database.count()), 70u);
  EXPECT_EQ(get(database.prune(query)), 6u);
  EXPECT_EQ(get(database.prune(query)), 0u);
  // Seven facts, and the three best of each.
  EXPECT_EQ(get(database.prune({}, 3)), 70u - 6u - 21u);
  query = {};
  query.fact = all[0].fact;
  std::vector<StoredMeasurement> left = get(database.query(query));
  ASSERT_EQ(left.size(), 3u);
  // Final times come first, and then the fastest.
  std::set<std::string> names;
  for (const StoredMeasurement &measurement : left)
    names.insert(measurement.candidate);
  EXPECT_THAT(names, testing::ElementsAre("c0", "c28", "c56"));
  EXPECT_EQ(getText(database.verify()), "");
  // Nothing that nobody names is left behind.
  EXPECT_EQ(get(database.prune({})), 21u);
  EXPECT_EQ(runSql("CREATE TABLE t(n CHECK(n = 0)); INSERT INTO t SELECT "
                   "count(*) FROM (SELECT id FROM facts UNION ALL SELECT id "
                   "FROM configs UNION ALL SELECT id FROM kernels UNION ALL "
                   "SELECT id FROM devices UNION ALL SELECT id FROM targets)"),
            "");
}

TEST_F(DatabaseTest, PruningGivesSpaceBack) {
  ASSERT_EQ(getText(open().add(getMeasurements(1000))), "");
  auto getSize = [&] {
    uint64_t size = 0;
    EXPECT_FALSE(llvm::sys::fs::file_size(getPath("records.sqlite"), size));
    return size;
  };
  uint64_t before = getSize();
  EXPECT_EQ(get(open().prune({}, 1)), 993u);
  EXPECT_LT(getSize(), before / 4);
  EXPECT_EQ(getText(open().verify()), "");
}

/// A time of a device that something else slowed down says less than any other.
TEST_F(DatabaseTest, PruningPrefersWhatWasUndisturbed) {
  std::vector<StoredMeasurement> all = getMeasurements(5);
  const char *const details[] = {"disturbed", "disturbed: by its check", "", "",
                                 "disturbedly"};
  for (auto [index, detail] : llvm::enumerate(details)) {
    all[index].fact = all[0].fact;
    all[index].final = index < 3;
    all[index].detail = detail;
  }
  EXPECT_TRUE(isDisturbed(all[0]) && isDisturbed(all[1]));
  EXPECT_FALSE(isDisturbed(all[2]) || isDisturbed(all[4]));
  Database database = open();
  ASSERT_EQ(getText(database.add(all)), "");
  for (const char *last : {"c1", "c0", "c4", "c3"}) {
    size_t count = get(database.count());
    EXPECT_EQ(get(database.prune({}, count - 1)), 1u);
    for (const StoredMeasurement &left : get(database.query({})))
      EXPECT_NE(left.candidate, last);
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST_F(DatabaseTest, RefusesOtherFiles) {
  auto getWhy = [&](StringRef name, Access access = Access::Create) {
    return getText(Database::open(getPath(name), access));
  };
  EXPECT_THAT(getWhy("no/records.sqlite"),
              HasSubstr("no/records.sqlite: can't open: No such file"));
  EXPECT_THAT(getWhy("none.sqlite", Access::Read), HasSubstr("can't open: No "
                                                             "such file"));
  EXPECT_THAT(getWhy("none.sqlite", Access::Write), HasSubstr("No such file"));
  EXPECT_THAT(getWhy(""), HasSubstr("can't open: "));
  EXPECT_THAT(getText(Database::open("")), HasSubstr("no database given"));
  // Another program's file is not even touched.
  ASSERT_EQ(runSql("CREATE TABLE songs(name)", "foreign.sqlite"), "");
  auto read = [&](StringRef name) {
    return (*llvm::MemoryBuffer::getFile(getPath(name)))->getBuffer().str();
  };
  std::string before = read("foreign.sqlite");
  EXPECT_THAT(getWhy("foreign.sqlite"), HasSubstr("another program's"));
  EXPECT_EQ(read("foreign.sqlite"), before);
  std::error_code code;
  llvm::raw_fd_ostream(getPath("text"), code) << std::string(5000, 'x');
  EXPECT_THAT(getWhy("text"), HasSubstr("it is no database"));
  // One that is empty becomes a database, but not by reading.
  llvm::raw_fd_ostream(getPath("empty"), code) << "";
  EXPECT_THAT(getWhy("empty", Access::Read), HasSubstr("is empty"));
  EXPECT_EQ(getWhy("empty"), "");
  EXPECT_EQ(getWhy("empty", Access::Read), "");
}

TEST_F(DatabaseTest, RefusesOtherVersions) {
  auto getWhy = [&] { return getText(Database::open(getPath("v.sqlite"))); };
  open("v.sqlite");
  ASSERT_EQ(runSql("PRAGMA user_version = 2", "v.sqlite"), "");
  EXPECT_THAT(getWhy(), HasSubstr("of version 2, made by a newer program; this "
                                  "program knows version 1"));
  ASSERT_EQ(runSql("PRAGMA user_version = 0", "v.sqlite"), "");
  EXPECT_THAT(getWhy(), HasSubstr("of version 0; this"));
  ASSERT_EQ(runSql("PRAGMA user_version = 1", "v.sqlite"), "");
  EXPECT_EQ(getWhy(), "");
  ASSERT_EQ(runSql("ANALYZE", "v.sqlite"), "");
  EXPECT_EQ(getWhy(), "");
  ASSERT_EQ(runSql("CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM "
                   "facts; END",
                   "v.sqlite"),
            "");
  EXPECT_THAT(getWhy(), HasSubstr("its tables differ"));
  ASSERT_EQ(runSql("DROP TRIGGER t; DROP TABLE kernels", "v.sqlite"), "");
  EXPECT_THAT(getWhy(), HasSubstr("its tables differ"));
}

/// A full disk is an error, and costs what was being added.
TEST_F(DatabaseTest, SurvivesAFullDisk) {
  Database database = open();
  ASSERT_EQ(getText(database.add(getMeasurements(100))), "");
  std::vector<StoredMeasurement> more = getMeasurements(5000);
  {
    FullDisk full(512 << 10);
    EXPECT_THAT(getText(database.add(more)),
                HasSubstr("records.sqlite: can't write the database: "));
  }
  EXPECT_EQ(get(database.count()), 100u);
  EXPECT_EQ(getText(database.verify()), "");
  EXPECT_EQ(getText(database.add(more)), "");
  EXPECT_EQ(get(database.count()), 5000u);
}

TEST_F(DatabaseTest, DefaultPathIsBesideTheKernels) {
  const char *before = std::getenv("XDG_CACHE_HOME");
  std::string kept = before ? before : "";
  ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  std::string path = Database::getDefaultPath();
  EXPECT_EQ(path, getPath("mlir-autotune/records.sqlite"));
  // Its folder is made.
  EXPECT_EQ(getText(Database::open(path)), "");
  if (before)
    ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  else
    ::unsetenv("XDG_CACHE_HOME");
}
