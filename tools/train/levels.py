#===- levels.py - What the levels of a template are chosen from ------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# For choose_levels.py: the parameters of a template, sets of their values, and the
# records of its configs.

import json
import math
import re
import runpy
import subprocess
import sys
from collections import defaultdict


class Parameter:
    """A parameter, or a component of one, whose values are chosen.

    `record` is the TableGen record with its levels. `quick` and `whole` are its
    values by hand at the levels quick and exhaustive, `legal` other legal values.
    The default level has `quick` and `floor` in any case. `prices` are the shares
    of the legal configs of the exhaustive level that have a value, in percent."""

    def __init__(self, name, record, quick, whole, prices, legal=(), floor=()):
        self.name, self.record, self.prices = name, record, prices
        self.quick, self.whole = quick, list(whole)
        self.floor = {*quick, *floor}
        self.values = sorted({*whole, *legal}, key=list(prices).index)
        self.is_case = isinstance(self.values[0], str)


def interpolate(prices, values):
    """Prices of values between those that are given."""
    known = sorted(prices)
    result = {}
    for value in values:
        low = max(x for x in known if x <= value)
        high = min(x for x in known if x >= value)
        share = (value - low) / (high - low) if high > low else 0
        result[value] = prices[low] + share * (prices[high] - prices[low])
    return result


def get_element_bits(key):
    """Of the narrower element of A and B: bf16 has 16, f8E4M3FN 8."""
    return min(int(re.search(r"\d+", element.removeprefix("3x")).group())
               for element in key.split()[1].split(","))


class Template:
    """Reads a template's parameters from its levels.py. Sets of values are bits, and
    so is a config."""

    def __init__(self, path):
        names = runpy.run_path(path, {"Parameter": Parameter,
                                      "interpolate": interpolate})
        self.name, self.budget = names["TEMPLATE"], names["BUDGET"]
        self.parameters = names["PARAMETERS"]
        self.fixed, self.former = names["FIXED"], names["FORMER"]
        # What `--judge` compares with.
        self.by_hand = names["BY_HAND"]
        self.quick_budget = names["QUICK_BUDGET"]
        self.quick_floor = names["QUICK_FLOOR"]
        self.quick_without = names["QUICK_WITHOUT"]
        self.bits = {}
        for parameter in self.parameters:
            for value in parameter.values:
                self.bits[parameter.name, value] = 1 << len(self.bits)
        self.settings = {}

    def get_mask(self, get_values):
        return sum(self.bits[parameter.name, value]
                   for parameter in self.parameters
                   for value in get_values(parameter))

    def get_values(self, parameter, level):
        return [value for value in parameter.values
                if self.bits[parameter.name, value] & level]

    def get_size(self, level):
        """About in proportion to the legal configs."""
        return 1e6 * math.prod(
            sum(parameter.prices[value]
                for value in self.get_values(parameter, level)) / 100
            for parameter in self.parameters)

    def get_setting(self, element_bits, config):
        """The config's values; nothing if no level can have it."""
        key = element_bits, config
        if key not in self.settings:
            self.settings[key] = self.read_setting(*key)
        return self.settings[key]

    def read_setting(self, element_bits, config):
        config = dict(re.findall(r"(\w+) = (\[[^\]]*\]|[^,]+)", config))
        if any(config.get(name, value) != value
               for name, value in self.fixed.items()):
            return None
        mask = 0
        for parameter in self.parameters:
            name, _, component = parameter.name.partition(".")
            value = config.get(name, self.former.get(name))
            if component:
                value = value[1:-1].split(",")["mnk".index(component)]
            if component == "k":
                # Levels count elements of 16 bits.
                value = int(value) * element_bits // 16
            elif not parameter.is_case:
                value = int({"false": 0, "true": 1}.get(value, value))
            bit = self.bits.get((parameter.name, value))
            if bit is None:
                return None
            mask |= bit
        return mask


class Matmul:
    """Configs of one matmul of one file, by relative time, and the best seed."""

    def __init__(self, template, key, records):
        self.key = key
        # The clock changes from one config to the next, but not their ratios to
        # the baseline. A config without one took several times as long.
        if any("ratio" in record for record in records):
            times = [(1 / record["ratio"], record) for record in records
                     if "ratio" in record]
        else:
            times = [(record["time_ns"], record) for record in records]
        best = min(time for time, _ in times)
        self.seed = min((time / best for time, record in times
                         if record.get("heuristics")), default=math.inf)
        element_bits = get_element_bits(key)
        self.settings = []
        for time, record in times:
            setting = template.get_setting(element_bits, record["config"])
            if setting is not None:
                self.settings.append((time / best, setting))
        self.settings.sort()


def read_records(template, path):
    """The matmuls of a file."""
    try:
        if path.endswith(".zst"):
            text = subprocess.run(["zstd", "-dc", path], check=True,
                                  stdout=subprocess.PIPE).stdout.decode()
        else:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
    matmuls = defaultdict(list)
    for line in text.splitlines():
        record = json.loads(line)
        if (record.get("outcome") == "ok" and record.get("time_ns") and
                record["config"].startswith(template.name + ",")):
            matmuls[record["key"]].append(record)
    return [Matmul(template, key, records) for key, records in matmuls.items()]
