#!/usr/bin/env python3
#===- train_cost_model.py - Trees that correct the estimate ---------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# autotune-bench train runs this: reads the dataset that it writes (a line for
# each measured config), and writes the trees and their errors as C++ tables, with
# golden values and a card. The same dataset gives the same bytes.
#
# The trees learn log((time - launch) / (estimate - launch)): what the estimate
# gets wrong. Configs near the best of their matmul weigh most, for what is
# asked of the model is which one is best. The first trees learn mostly how the
# configs of a matmul compare, and the last ones how long the matmul takes. Rows
# of kernels that have changed since they were measured teach nothing, and get
# predictions alone.

import argparse
import json
import sys

try:
    import lightgbm
    import numpy
except ImportError as error:
    sys.exit(f"training needs LightGBM and NumPy ({error}); "
             "pip install lightgbm==4.7.0")

# The modules beside this file are read where they are installed.
sys.dont_write_bytecode = True
from model_card import write_card
from model_tables import write_errors, write_goldens, write_tables
from prediction_errors import PredictionErrors, Unseen

# The regret on matmuls that were left out is nearly the least of all settings
# that were tried. All rows go down a tree to its full depth, so fewer and flatter
# trees are faster: 400 trees of 31 leaves took three times as long.
ROUNDS = 200
# In so many of the first rounds, an error counts so many times more for the part
# by which it differs from the mean error of the matmul. Without these rounds the
# regret@1 of the H200 was 3.3 %, and is 2.7 %. With all rounds of this kind it is
# the same, but errors of times are a third larger.
RANKING_ROUNDS = 170
RANKING = 30
PARAMS = {
    "learning_rate": 0.15,
    "num_leaves": 127,
    "max_depth": 8,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "verbose": -1,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
}
# The share of matmuls that are left out at each end of the range of sizes.
EDGE = 0.25


def get_layer(key):
    """The matmul's key without batch and M: 14336x4096 bf16 B^T -> bf16."""
    return key.split("x", 1)[1]


class Dataset:
    """What autotune-bench train --dataset writes, by columns."""

    def __init__(self, path):
        with open(path, encoding="utf-8-sig") as file:
            header = json.loads(file.readline())
            names = file.readline().rstrip("\n").split("\t")
            rows = [line.rstrip("\n").split("\t") for line in file]
        self.facts = header["facts"]
        self.cards = header["devices"]
        self.names = names[9:]
        columns = list(zip(*rows))
        self.keys = numpy.array(columns[0])
        self.devices = numpy.array(columns[1])
        self.configs = columns[2]
        self.templates = numpy.array([config.split(",")[0]
                                      for config in self.configs])
        self.times = numpy.array(columns[3], float)
        self.estimates = numpy.array(columns[4], float)
        # Of kernels of today; those of templates with features are modelled.
        self.timed = numpy.array(columns[5]) == "0"
        self.modelled = numpy.array(columns[6]) == "1"
        self.kept = self.timed & self.modelled
        self.classes = numpy.array(columns[7])
        self.families = numpy.array(columns[8])
        self.features = numpy.array(columns[9:], float).T.copy()
        launch = header["launch_ns"]
        self.launch = launch
        floor = numpy.maximum(self.times - launch, 100.0)
        self.target = numpy.log(floor / (self.estimates - launch))
        self.shapes = list(dict.fromkeys(self.keys))
        self.layers = numpy.array(list(map(get_layer, self.keys)))
        numbers = {}
        self.groups = numpy.array([numbers.setdefault(pair, len(numbers)) for
                                   pair in zip(self.keys, self.devices)])
        self.relative = numpy.full(len(rows), numpy.inf)
        for own in self.get_matmuls():
            self.relative[own] = self.times[own] / self.times[own].min()
        self.weights = self.relative ** -4

    @property
    def positions(self):
        """Where matmuls are, in doublings of M, N, K and the batch."""
        return self.features[:, [self.names.index("log2_" + name) for name in
                                 ("m", "n", "k", "batch")]]

    def get_matmuls(self, device=None, rows=None):
        """Those of the rows (by default all that are kept) that are of one
        matmul on one device."""
        chosen = self.kept if rows is None else rows
        if device is not None:
            chosen = chosen & (self.devices == device)
        chosen = numpy.flatnonzero(chosen)
        order = chosen[numpy.argsort(self.groups[chosen], kind="stable")]
        ends = numpy.flatnonzero(numpy.diff(self.groups[order])) + 1
        return [own for own in numpy.split(order, ends) if len(own)]


class Trees:
    """Trees whose sum, with the mean, is the prediction."""

    def __init__(self, booster, mean):
        self.booster, self.mean = booster, mean

    def predict(self, features):
        return self.booster.predict(features) + self.mean


def train(data, rows, jobs):
    rows = numpy.flatnonzero(rows & data.kept)
    if len(rows) < 2 * PARAMS["min_data_in_leaf"]:
        sys.exit(f"{len(rows)} records with a time are too few for a tree; it "
                 f"needs {2 * PARAMS['min_data_in_leaf']}")
    weights, target = data.weights[rows], data.target[rows]
    mean = numpy.average(target, weights=weights)
    groups = numpy.unique(data.groups[rows], return_inverse=True)[1]
    totals = numpy.bincount(groups, weights)
    rounds = iter(range(ROUNDS))

    def get_gradients(predicted, _):
        """Those of the squared error, and of the squared difference to the mean
        error of the matmul."""
        ranking = RANKING if next(rounds) < RANKING_ROUNDS else 0
        errors = predicted + mean - target
        means = (numpy.bincount(groups, weights * errors) / totals)[groups]
        gradients = errors + ranking * (errors - means)
        return weights * gradients / (1 + ranking), weights

    params = dict(PARAMS, num_threads=jobs, objective=get_gradients)
    table = lightgbm.Dataset(data.features[rows], target)
    return Trees(lightgbm.train(params, table, ROUNDS), mean)


def predict(data, left_out, jobs):
    """Predictions for these rows by trees that saw none of them."""
    rows = numpy.flatnonzero(left_out)
    sums = train(data, ~left_out, jobs).predict(data.features[rows])
    return Unseen(data, rows, numpy.where(data.modelled[rows], sums, 0),
                  data.kept & ~left_out)


def join(data, parts):
    """One Unseen of parts that have all rows together."""
    rows = numpy.concatenate([part.rows for part in parts])
    order = numpy.argsort(rows)
    whole = parts[0]
    whole.rows = rows[order]
    for name in ("sums", "distances"):
        values = numpy.concatenate([getattr(part, name) for part in parts])
        setattr(whole, name, values[order])
    return whole


def cross_validate(data, folds, jobs):
    """Predictions by trees that saw no row of the matmul, of whatever device,
    nor of one that differs in M alone."""
    layers = list(dict.fromkeys(map(get_layer, data.shapes)))
    order = numpy.random.RandomState(0).permutation(len(layers))
    return join(data, [
        predict(data, numpy.isin(data.layers,
                                 [layers[i] for i in order[fold::folds]]), jobs)
        for fold in range(folds)])


def leave_out_devices(data, jobs):
    """Predictions by trees that saw the other devices alone."""
    return join(data, [predict(data, data.devices == device, jobs)
                       for device in dict.fromkeys(data.devices)])


def leave_out_edges(data, jobs):
    """Predictions of the smallest and the largest matmuls, by each of their
    sizes and by their product, by trees that saw only others: they are far from
    all of these."""
    first = [own[0] for own in data.get_matmuls()]
    places = data.positions
    edges = []
    for size in list(places.T) + [places.sum(axis=1)]:
        low, high = numpy.quantile(size[first], (EDGE, 1 - EDGE))
        edges += [size <= low, size >= high] if low < high else []
    return predict_parts(data, edges, jobs)


def leave_out_families(data, jobs):
    """Predictions by trees that saw only other types and layouts."""
    return predict_parts(data, [data.families == family for family in
                                dict.fromkeys(data.families)], jobs)


def predict_parts(data, parts, jobs):
    """One Unseen for each part that has rows to predict and to train on."""
    return [predict(data, part, jobs) for part in parts
            if data.kept[part].any() and data.kept[~part].any()]


def write_predictions(path, data, unseen):
    """For evaluate: of all rows with trees, and the estimates of matmuls that
    have no such row. Evaluate itself doubts the estimates beside trees."""
    times = data.launch + numpy.exp(unseen.get_logs(1))
    has_trees = numpy.isin(data.groups, data.groups[data.modelled])
    with open(path, "w", encoding="utf-8") as file:
        for row in numpy.flatnonzero(data.modelled | ~has_trees):
            file.write("%s\t%s\t%s\t%.9g\n" % (data.keys[row],
                                               data.devices[row],
                                               data.configs[row], times[row]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("--tables", help="where the C++ tables go")
    parser.add_argument("--goldens", help="where the golden values go")
    parser.add_argument("--errors", help="where the errors go as C++ tables")
    parser.add_argument("--predictions", help="where each row's prediction "
                        "goes, by trees that saw no row of its matmul")
    parser.add_argument("--leave-out", choices=["matmul", "device"],
                        default="matmul", help="what these trees did not see")
    parser.add_argument("--card", help="where the card goes, as Markdown")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=0)
    arguments = parser.parse_args()
    data = Dataset(arguments.dataset)
    if arguments.card or arguments.errors or (
            arguments.predictions and arguments.leave_out == "matmul"):
        unseen = cross_validate(data, arguments.folds, arguments.jobs)
    if arguments.card or arguments.errors:
        errors = PredictionErrors(unseen, leave_out_edges(data, arguments.jobs),
                                  leave_out_families(data, arguments.jobs))
    if arguments.errors:
        write_errors(arguments.errors, errors)
    if len(data.cards) > 1 and (arguments.card or
                                arguments.leave_out == "device"):
        foreign = leave_out_devices(data, arguments.jobs)
    else:
        foreign = None
    if arguments.card:
        write_card(arguments.card, data, errors, foreign, arguments.folds,
                   ROUNDS, PARAMS["num_leaves"])
    if arguments.predictions:
        chosen = foreign if arguments.leave_out == "device" else unseen
        write_predictions(arguments.predictions, data, chosen)
    if arguments.tables or arguments.goldens:
        model = train(data, numpy.ones(len(data.times), bool), arguments.jobs)
        if arguments.tables:
            write_tables(arguments.tables, data, model)
        if arguments.goldens:
            write_goldens(arguments.goldens, data, model)


if __name__ == "__main__":
    main()
