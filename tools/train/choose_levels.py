#!/usr/bin/env python3
#===- choose_levels.py - Values of each level of the space ----------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# choose_levels.py kernels_td/TEMPLATE/levels.py RECORDS... > kernels_td/TEMPLATE/Levels.td
#
# Chooses which values the parameters of a template have at each level of the
# space, from records of measured configs: as few configs as possible, such that
# for as many matmuls as possible one of them is nearly the fastest. The same
# records give the same bytes.
#
# A level is all legal combinations of its values, so values are judged together:
#
#  1. `exhaustive` has the values by hand, and each other legal value that some
#     matmuls need: without it, all else, seeds included, is more than 2 % slower.
#  2. `default` begins as `exhaustive`. As long as it is larger than its budget,
#     the value goes that costs the least for the configs that it saves; and then
#     each that costs nothing.
#  3. Then values are added, or exchanged, as long as that is better and within
#     the budget.
#  4. `quick` has values by hand. Values that were chosen in the same way are no
#     better for matmuls that they were not chosen on: see --judge.
#
# What a level costs is the mean, over all matmuls, of how many of the limits
# below its best config exceeds: of the configs of the level alone, and, with twice
# the weight, together with the heuristics' seeds, which are proposed beside the
# space. Values that were never measured can't win; the output says how many
# matmuls measured each.

import argparse
import math
import os
import re
import sys
from collections import defaultdict

from levels import Template, read_records

# A level's best config counts as missed once for each of these that it exceeds,
# relative to the best measured config.
LIMITS = (1.01, 1.03, 1.05, 1.10, 1.25)
# Matmuls that must need a value before `exhaustive` has it.
NEEDED_BY = 5
# Seeds are always proposed beside the space, so what both miss counts more.
SEEDS_WEIGH = 2

#===----------------------------------------------------------------------===//
# Choice
#===----------------------------------------------------------------------===//


def count_missed(time):
    return sum(time > limit for limit in LIMITS)


class Coverage:
    """How much levels miss on some matmuls."""

    def __init__(self, matmuls):
        # Of each matmul the misses of its configs, least first, and of the seeds.
        self.matmuls = []
        for matmul in matmuls:
            misses = {}
            for time, setting in matmul.settings:
                if time <= LIMITS[-1]:
                    misses.setdefault(setting, count_missed(time))
            self.matmuls.append((list(misses.items()),
                                 count_missed(matmul.seed)))

    def get_cost(self, level):
        others = ~level
        cost = 0
        for misses, seed in self.matmuls:
            for setting, missed in misses:
                if not setting & others:
                    break
            else:
                missed = len(LIMITS)
            cost += missed + SEEDS_WEIGH * min(missed, seed)
        return cost


class Chooser:
    """Chooses levels of a template from matmuls."""

    def __init__(self, template, matmuls):
        self.template, self.matmuls = template, matmuls
        self.coverage = Coverage(matmuls)

    def choose(self, budget):
        get_mask = self.template.get_mask
        needed = self.find_needed()
        whole = get_mask(lambda parameter: [
            value for value in parameter.values
            if value in parameter.whole or (parameter.name, value) in needed])
        floor = get_mask(lambda parameter: parameter.floor)
        return {"exhaustive": whole,
                "default": self.choose_level(whole, floor, budget),
                "quick": get_mask(lambda parameter: parameter.quick)}

    def choose_level(self, whole, floor, budget):
        level = self.shrink(whole, floor, budget)
        return self.exchange(level, whole, floor, budget)

    def find_needed(self):
        """The values that enough matmuls need."""
        counts = defaultdict(int)
        for matmul in self.matmuls:
            if not matmul.settings:
                continue
            limit = matmul.settings[0][0] * 1.02
            # Seeds are proposed whatever the space has.
            if matmul.seed <= limit:
                continue
            common = ~0
            for time, setting in matmul.settings:
                if time <= limit:
                    common &= setting
            counts[common] += 1
        return {value for value, bit in self.template.bits.items()
                if sum(count for common, count in counts.items()
                       if common & bit) >= NEEDED_BY}

    def shrink(self, level, floor, budget):
        """Drops values until the budget is met, and then those that cost
        nothing."""
        get_size, get_cost = self.template.get_size, self.coverage.get_cost
        cost, size = get_cost(level), get_size(level)
        while True:
            best = None
            for bit in self.template.bits.values():
                less = level & ~bit
                if not level & bit or floor & bit or get_size(less) == 0:
                    continue
                less_cost = get_cost(less)
                rate = (less_cost - cost) / math.log(size / get_size(less))
                place = rate, get_size(less)
                if best is None or place < best[0]:
                    best = place, less, less_cost
            if size <= budget and (best is None or best[2] > cost):
                return level
            if best is None:
                sys.exit("values that every default level has exceed the "
                         "budget of %d" % budget)
            _, level, cost = best
            size = get_size(level)

    def exchange(self, level, whole, floor, budget):
        """Adds values, or puts them in the place of others, while that is
        better."""
        get_size, get_cost = self.template.get_size, self.coverage.get_cost
        bits = self.template.bits.values()
        cost = get_cost(level)
        while True:
            added = [(get_cost(level | bit), level | bit) for bit in bits
                     if whole & bit and not level & bit]
            # Without a value, no level is better than with it.
            added.sort(key=lambda item: item[0])
            best = cost, level
            for more_cost, more in added:
                if more_cost >= best[0]:
                    break
                if get_size(more) <= budget:
                    best = more_cost, more
                    continue
                for bit in bits:
                    other = more & ~bit
                    if (not level & bit or floor & bit or
                            not 0 < get_size(other) <= budget):
                        continue
                    other_cost = get_cost(other)
                    if other_cost < best[0]:
                        best = other_cost, other
            if best[1] == level:
                return level
            cost, level = best


#===----------------------------------------------------------------------===//
# Output
#===----------------------------------------------------------------------===//

HEADER = """\
//===- Levels.td - Values of {name} at each level of the space ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written by tools/train/choose_levels.py; do not edit:
//
//   tools/train/choose_levels.py kernels_td/{folder}/levels.py test/Inputs/oracle-*.jsonl.zst > kernels_td/{folder}/Levels.td
//
// The lists are the levels quick, default and exhaustive. Above each parameter
// stands how many matmuls measured a value, and for how many of these a config
// with the value was within 1 % of the best.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_{guard}_LEVELS
#define AUTOTUNE_KERNELS_{guard}_LEVELS

include "Base.td"
"""
FOOTER = "\n#endif // AUTOTUNE_KERNELS_{guard}_LEVELS"


def count_matmuls(template, matmuls):
    """How many measured a value, and how many measured it near the best."""
    measured, near = defaultdict(int), defaultdict(int)
    for matmul in matmuls:
        seen = seen_near = 0
        for time, setting in matmul.settings:
            seen |= setting
            if time <= LIMITS[0]:
                seen_near |= setting
        for value, bit in template.bits.items():
            measured[value] += bool(seen & bit)
            near[value] += bool(seen_near & bit)
    return measured, near


def write_counts(parameter, measured, near):
    words = ["%s: %d, %d;" % (value, measured[key], near[key])
             for value in parameter.values
             for key in [(parameter.name, value)] if measured[key]]
    line, lines = "//", []
    for word in words:
        if len(line) + len(word) >= 80:
            lines.append(line)
            line = "//"
        line += " " + word
    return "\n".join(lines + [line.rstrip(";") + "."])


def write_levels(template, folder, matmuls, levels):
    measured, near = count_matmuls(template, matmuls)
    names = {"name": template.name, "folder": folder, "guard": folder.upper()}
    print(HEADER.format(**names), end="")
    for parameter in template.parameters:
        lists = ["[%s]" % ", ".join(
            '"%s"' % value if parameter.is_case else str(value)
            for value in template.get_values(parameter, levels[name]))
                 for name in ("quick", "default", "exhaustive")]
        print("\n// %s\n%s\ndef %s : %s<\n    %s>;" % (
            parameter.name, write_counts(parameter, measured, near),
            parameter.record, "CaseDomain" if parameter.is_case else "Levels",
            ",\n    ".join(lists)))
    print(FOOTER.format(**names))


#===----------------------------------------------------------------------===//
# Judgement
#===----------------------------------------------------------------------===//


def get_best(matmul, level):
    others = ~level
    return next((time for time, setting in matmul.settings
                 if not setting & others), math.inf)


def describe(matmuls, level):
    """Coverage within 1, 3 and 5 %, and the mean regret of matmuls with any
    config; alone, and with seeds."""
    words = []
    for with_seeds in (False, True):
        best = [min(get_best(matmul, level),
                    matmul.seed if with_seeds else math.inf)
                for matmul in matmuls]
        known = [time for time in best if time < math.inf]
        words.append("  ".join(
            ["%5.1f%%" % (100 * sum(time <= limit for time in best) / len(best))
             for limit in LIMITS[:3]] +
            ["%5.2f%% of %d" % (100 * math.expm1(
                sum(map(math.log, known)) / max(1, len(known))), len(known))]))
    return " | ".join(words)


def get_class(matmul):
    """The types of A and B; f16 is like bf16."""
    return re.sub(r"\bf16", "bf16", matmul.key.split()[1])


def get_layer(matmul):
    """Matmuls that differ in M alone are judged together."""
    return matmul.key.split("x", 1)[1]


def judge(template, matmuls):
    """Chooses on each half of the matmuls, and judges by the other."""
    layers = sorted({get_layer(matmul) for matmul in matmuls})
    half = {layer: index % 2 for index, layer in enumerate(layers)}
    by_hand = template.get_mask(lambda parameter: template.by_hand.get(
        parameter.name, parameter.whole))
    quick_floor = template.get_mask(lambda parameter: template.quick_floor.get(
        parameter.name, parameter.quick))
    quick_without = template.get_mask(
        lambda parameter: template.quick_without.get(parameter.name, []))
    for left_out in (0, 1):
        chooser = Chooser(template, [matmul for matmul in matmuls
                                     if half[get_layer(matmul)] != left_out])
        levels = chooser.choose(template.budget)
        quick = chooser.choose_level(levels["default"] & ~quick_without,
                                     quick_floor, template.quick_budget)
        classes = defaultdict(list)
        for matmul in matmuls:
            if half[get_layer(matmul)] == left_out:
                classes["all"].append(matmul)
                classes[get_class(matmul)].append(matmul)
        print("half %d" % left_out)
        for what, some in classes.items():
            if len(some) < 10:
                continue
            for name, level in (("default", levels["default"]),
                                ("default by hand", by_hand),
                                ("quick chosen", quick),
                                ("quick by hand", levels["quick"]),
                                ("exhaustive", levels["exhaustive"])):
                print("  %-10s %4d  %-16s size %6d  %s" % (
                    what, len(some), name, template.get_size(level),
                    describe(some, level)))


def main():
    parser = argparse.ArgumentParser(
        description="Choose the values of each level of the space")
    parser.add_argument("template", help="the levels.py of a template")
    parser.add_argument("records", nargs="+",
                        help="records of configs, or compressed with zstd")
    parser.add_argument("--judge", action="store_true",
                        help="choose on half of the matmuls, and print the "
                        "coverage of the others; values by hand as well")
    parser.add_argument("--budget", type=int,
                        help="the largest size of the default level (default: "
                        "the template's)")
    arguments = parser.parse_args()
    template = Template(arguments.template)
    matmuls = [matmul for path in sorted(arguments.records)
               for matmul in read_records(template, path)]
    if not matmuls:
        sys.exit("no records of " + template.name)
    if arguments.judge:
        judge(template, matmuls)
        return
    folder = os.path.basename(os.path.dirname(
        os.path.abspath(arguments.template)))
    levels = Chooser(template, matmuls).choose(arguments.budget or
                                               template.budget)
    write_levels(template, folder, matmuls, levels)


if __name__ == "__main__":
    main()
