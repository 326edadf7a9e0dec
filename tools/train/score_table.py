#!/usr/bin/env python3
#===- score_table.py - Scores of proposers as a table ---------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# score_table.py SCORES...
#
# Prints what evaluate --json wrote as the rows of a Markdown table: for each
# proposer the mean regret and its 95th percentile at each number of configs, and
# the shares of matmuls within 1 % of the best.

import json
import sys


def get_rows(path):
    with open(path, encoding="utf-8") as file:
        scores = json.load(file)
    budgets = [str(budget) for budget in scores["budgets"]]
    for proposer in scores["proposers"]:
        at = [proposer["at"][budget] for budget in budgets]
        regrets = ["%.2f%% / %.2f%%" % (100 * each["regret_mean"],
                                        100 * each["regret_p95"])
                   for each in at]
        shares = ", ".join("%.0f%%" % (100 * each["coverage"]) for each in at)
        yield "| `%s` | %s | %s |" % (proposer["proposer"], " | ".join(regrets),
                                      shares)


for name in sys.argv[1:]:
    print("\n".join(get_rows(name)))
