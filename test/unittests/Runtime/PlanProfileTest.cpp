//===- PlanProfileTest.cpp - How often each size occurs -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanProfile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mlir::autotune::cuda;
using ::testing::HasSubstr;

TEST(PlanProfile, IsLinesOfJson) {
  PlanProfile profile;
  EXPECT_EQ(profile.getLines(), "");
  profile.count("?x96x64 f32 -> f32", {17, 96, 64, 1});
  profile.count("?x96x64 f32 -> f32", {3, 96, 64, 1});
  profile.count("?x96x64 f32 -> f32", {17, 96, 64, 1});
  profile.count("with \"quotes\" \\ and \t", {0, 1, 2, int64_t(1) << 40});
  EXPECT_EQ(profile.getLines(),
            "{\"fact\": \"?x96x64 f32 -> f32\", \"m\": 3, \"n\": 96, "
            "\"k\": 64, \"batch\": 1, \"count\": 1}\n"
            "{\"fact\": \"?x96x64 f32 -> f32\", \"m\": 17, \"n\": 96, "
            "\"k\": 64, \"batch\": 1, \"count\": 2}\n"
            "{\"fact\": \"with \\\"quotes\\\" \\\\ and \\u0009\", \"m\": 0, "
            "\"n\": 1, \"k\": 2, \"batch\": 1099511627776, \"count\": 1}\n");
}

TEST(PlanProfile, ThreadsCountTogether) {
  PlanProfile profile;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 1000; ++j)
        profile.count("f", {1, 2, 3, 4});
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(profile.getLines(), HasSubstr("\"count\": 8000}"));
}

TEST(PlanProfile, IsAppended) {
  char path[] = "/tmp/autotune-profile-XXXXXX";
  int file = mkstemp(path);
  ASSERT_GE(file, 0);
  close(file);
  PlanProfile profile;
  // Nothing is no line.
  profile.append(path);
  profile.count("f", {1, 2, 3, 4});
  profile.append(path);
  profile.append(path);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), profile.getLines() + profile.getLines());
  std::remove(path);
  ::testing::internal::CaptureStderr();
  profile.append("/nonexistent/folder/profile.jsonl");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("AUTOTUNE_PROFILE: cannot append to "
                        "/nonexistent/folder/profile.jsonl: No such file"));
}
