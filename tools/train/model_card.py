#===- model_card.py - The cost model's card -------------------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Writes docs/reference/cost-model.md: what the trees were trained on, and how far
# off they are for matmuls that they had not seen.

import numpy

from prediction_errors import FOREIGN, Sample, get_quantile

INTRODUCTION = """\
# The cost model's card

<!-- Written by autotune-bench train --card; do not edit. -->

This page lists the records that the trees in `lib/Proposers/TrainedModel.inc` were trained on, and the errors of
predictions for unseen matmuls. The matmuls are in %d parts, and the trees that predict a part were trained on the others.
[proposers.md](../design/proposers.md#cost-model) says how the model is used, and [estimate.md](estimate.md) where the
constants of the estimate come from that it corrects.

Errors are |log(predicted / measured)|. The *regret@k* is how much slower the best of the first k configs by prediction is
than the best that was measured: the geometric mean over the matmuls / the 95th percentile.
"""

CLASSES = """
## Classes of matmuls

*Odd strides*: TMA can't load A or B. *Converted weights*: A and B have elements of different widths.
"""

FOREIGN_DEVICE = """
## A device that the trees have not seen

The trees that predict a device's matmuls were trained on the records of the other devices alone. Some matmuls were
measured on several devices.
"""

DISTANCES = """
## How far the trees are trusted

The distance is that to the nearest matmul, of such types and layouts, that the trees have seen: in doublings of M, N, K
and the batch together. To get matmuls at long distances, the smallest and the largest quarter of all matmuls were left
out, by each size and by their product. To get matmuls without such a neighbor, all with the same types and layouts were
left out. The trust is the power of the trees' factor. It is the one of 0, 0.25, 0.5, 0.75 and 1 with the least mean error,
and does not rise with the distance. Each matmul counts once, but each of the types and layouts that were left out counts
like the others. The error is the one that nine of ten predictions stay below. [Intervals](#intervals) explains the last
column.
"""

INTERVALS = """
## Intervals

`--explain` prints an interval for each predicted time. Nine of ten measured times are to be in it. For each template and
class, the first column of figures has the factor by which the interval reaches up and down at the usual distances. It
grows with the distance. *In the interval* is a check: the share of measured times in the intervals of tables that were
fitted to the other half of the matmuls. Each matmul counts once, by the configs that are predicted to take up to 1.1 times
the best; for templates without trees, the best of the template.
"""


def format_share(value):
    return "%.2f %%" % (100 * value)


def get_regrets(data, logs, counts, device=None, rows=None):
    """By how much the best of the first by prediction is slower than the best,
    for each matmul and count."""
    regrets = []
    chosen = data.kept if rows is None else data.kept & rows
    for own in data.get_matmuls(device, chosen):
        order = own[numpy.argsort(logs[own], kind="stable")]
        best = data.times[own].min()
        regrets.append([data.times[order[:count]].min() / best - 1
                        for count in counts])
    return numpy.array(regrets)


def format_regrets(regrets):
    """The mean and the 95th percentile of each column."""
    return ["%s / %s" % (format_share(numpy.expm1(numpy.log1p(each).mean())),
                         format_share(numpy.percentile(each, 95)))
            for each in regrets.T]


def add_rows(lines, head, rows, words=1):
    """The first columns are words, the others figures."""
    lines += ["", "| " + " | ".join(head) + " |",
              "| --- " * words + "| --: " * (len(head) - words) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def get_class_rows(data, logs):
    """A row for each class and device."""
    rows = []
    for name in [None] + sorted(set(data.classes[data.kept])):
        own = None if name is None else data.classes == name
        for device in dict.fromkeys(data.devices):
            regrets = get_regrets(data, logs, (1, 4, 8), device, own)
            if len(regrets):
                rows.append([name or "all", device, len(regrets)] +
                            format_regrets(regrets))
    return rows


def add_records(lines, data, logs, rounds, leaves):
    lines += ["| | |", "| --- | --- |",
              "| trees | %d of at most %d leaves, over %d features |"
              % (rounds, leaves, len(data.names))]
    for device, _, driver, first, last, records, matmuls in data.cards:
        lines.append("| %s, driver %s | %s: %d matmuls, %d records, of which %d "
                     "have a time, and are of a template that is modelled "
                     "and of a kernel that has not changed since |"
                     % (device, driver,
                        first if first == last else first + " to " + last,
                        matmuls, records,
                        ((data.devices == device) & data.kept).sum()))
    predicted = data.launch + numpy.exp(logs)
    for name, times in (("error", predicted),
                        ("error of the estimate without the trees",
                         data.estimates)):
        for what, rows in (("all configs", data.kept),
                           ("within 1.5 of the best", data.relative < 1.5)):
            error = numpy.abs(numpy.log(times[rows] / data.times[rows]))
            lines.append("| %s, %s | median %s, 90th percentile %s |"
                         % (name, what, format_share(numpy.median(error)),
                            format_share(numpy.percentile(error, 90))))


def get_mean_regret(errors, index, trust):
    """The regret@1 of the matmuls in a bin, if the trees count with this trust,
    and their number. Types and layouts that were left out count alike."""
    parts = []
    for part in errors.parts:
        own = errors.get_bins(part) == index
        full = numpy.full(len(part.data.times), numpy.nan)
        full[part.rows[own]] = part.get_logs(trust)[own]
        regrets = get_regrets(part.data, full, (1,), rows=~numpy.isnan(full))
        if len(regrets):
            parts.append(numpy.log1p(regrets.ravel()))
    logs = numpy.concatenate(parts)
    mean = (numpy.mean([part.mean() for part in parts]) if index == FOREIGN
            else logs.mean())
    return format_share(numpy.expm1(mean)), len(logs)


def format_coverage(errors, own):
    return "%.1f %%" % (100 * numpy.average(errors.inside[own],
                                            weights=errors.sample.weights[own]))


def get_distance_rows(errors):
    alone = Sample(errors.parts, lambda distances: 0)
    ends = ["to %g" % end for end in errors.edges[1:]] + ["or more"]
    rows = []
    for index in list(range(len(errors.edges))) + [FOREIGN]:
        own = errors.get_bins(errors.sample) == index
        if not own.any():
            continue
        if index == FOREIGN:
            name, trust = "no such neighbor", errors.foreign[0]
        else:
            name = "%g %s" % (errors.edges[index], ends[index])
            trust = errors.distances[index][1]
        regret, count = get_mean_regret(errors, index, trust)
        quantiles = [format_share(get_quantile(
            sample.errors[errors.get_bins(sample) == index],
            sample.weights[errors.get_bins(sample) == index]))
            for sample in (errors.sample, alone)]
        rows.append([name, count, "%.2f" % trust] + quantiles + [
            regret, get_mean_regret(errors, index, 1)[0],
            get_mean_regret(errors, index, 0)[0], format_coverage(errors, own)])
    return rows


def get_interval_rows(errors):
    sample = errors.sample
    rows = []
    for (template, name), error in errors.by_class.items():
        own = (sample.templates == template) & (
            (sample.classes == name) | (name == ""))
        rows.append(["`%s`" % template if template else "the estimate alone",
                     name or "all", "%.3f" % numpy.exp(error),
                     format_coverage(errors, own) if own.any() else ""])
    everything = numpy.ones(len(sample.errors), bool)
    return rows + [
        ["all with trees", "all", "", format_coverage(errors, everything)],
        ["all with trees", "first choices", "",
         format_coverage(errors, sample.first)]]


def write_card(path, data, errors, foreign, folds, rounds, leaves):
    """The model's errors on matmuls that it has not seen. `foreign` has the
    predictions of trees that did not see the device, or is None."""
    logs = errors.unseen.get_logs(errors.get_trust(errors.unseen.distances))
    regret_columns = ["matmuls", "regret@1", "regret@4", "regret@8"]
    lines = (INTRODUCTION % folds).split("\n")
    add_records(lines, data, logs, rounds, leaves)
    lines += CLASSES.rstrip("\n").split("\n")
    add_rows(lines, ["class", "device"] + regret_columns,
             get_class_rows(data, logs), words=2)
    if foreign is not None:
        lines += FOREIGN_DEVICE.rstrip("\n").split("\n")
        add_rows(lines, ["class", "device"] + regret_columns,
                 get_class_rows(data, foreign.get_logs(
                     errors.get_trust(foreign.distances))), words=2)
    lines += DISTANCES.rstrip("\n").split("\n")
    add_rows(lines, ["doublings", "matmuls", "trust", "error",
                     "error of the estimate alone", "regret@1",
                     "regret@1, trust 1", "regret@1 of the estimate alone",
                     "in the interval"],
             get_distance_rows(errors))
    lines += INTERVALS.rstrip("\n").split("\n")
    add_rows(lines, ["template", "class", "factor", "in the interval"],
             get_interval_rows(errors), words=2)
    lines += ["", "The time of a template without trees is its estimate times "
              "%.2f: the factor with the least regret@1 of the matmuls" %
              errors.doubt,
              "that have such configs (%s)." % ", ".join(
                  "%g: %s" % (doubt, format_share(regret))
                  for doubt, regret in errors.doubts), ""]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
