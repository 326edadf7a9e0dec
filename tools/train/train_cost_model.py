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
# each measured config), and writes the trees as C++ tables, with golden values
# and a card. The same dataset gives the same bytes.
#
# The trees learn log((time - launch) / (estimate - launch)): what the estimate
# gets wrong. Configs near the best of their matmul weigh most, for what is
# asked of the model is which one is best. Rows of kernels that have changed
# since they were measured teach nothing, and get predictions alone.

import argparse
import json
import sys

try:
    import lightgbm
    import numpy
except ImportError as error:
    sys.exit(f"training needs LightGBM and NumPy ({error}); "
             "pip install lightgbm==4.7.0")

# The regret on matmuls that were left out is nearly the least of all settings
# that were tried. All rows go down a tree to its full depth, so fewer and flatter
# trees are faster: 400 trees of 31 leaves took three times as long.
ROUNDS = 200
PARAMS = {
    "objective": "regression",
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
# Rows of the dataset whose prediction is kept as a golden value.
GOLDENS = 64


class Dataset:
    """What autotune-bench train --dataset writes, by columns."""

    def __init__(self, path):
        with open(path, encoding="utf-8-sig") as file:
            header = json.loads(file.readline())
            names = file.readline().rstrip("\n").split("\t")
            rows = [line.rstrip("\n").split("\t") for line in file]
        self.facts = header["facts"]
        self.cards = header["devices"]
        self.names = names[6:]
        self.keys = numpy.array([row[0] for row in rows])
        self.devices = numpy.array([row[1] for row in rows])
        self.configs = [row[2] for row in rows]
        self.times = numpy.array([float(row[3]) for row in rows])
        self.estimates = numpy.array([float(row[4]) for row in rows])
        self.kept = numpy.array([row[5] == "0" for row in rows])
        self.features = numpy.array([[float(x) for x in row[6:]]
                                     for row in rows])
        launch = header["launch_ns"]
        self.launch = launch
        floor = numpy.maximum(self.times - launch, 100.0)
        self.target = numpy.log(floor / (self.estimates - launch))
        self.shapes = list(dict.fromkeys(self.keys))
        self.relative = numpy.full(len(rows), numpy.inf)
        for own in self.get_matmuls():
            self.relative[own] = self.times[own] / self.times[own].min()
        self.weights = self.relative ** -4

    def get_matmuls(self, device=None):
        """The rows of each matmul on each device that are kept."""
        for name in dict.fromkeys(self.devices):
            if device in (None, name):
                for key in self.shapes:
                    own = numpy.flatnonzero((self.keys == key) & self.kept &
                                            (self.devices == name))
                    if len(own):
                        yield own


def train(data, rows, jobs):
    rows = rows & data.kept
    params = dict(PARAMS, num_threads=jobs)
    table = lightgbm.Dataset(data.features[rows], data.target[rows],
                             weight=data.weights[rows])
    return lightgbm.train(params, table, ROUNDS)


def get_layer(key):
    """The matmul's key without batch and M: 14336x4096 bf16 B^T -> bf16."""
    return key.split("x", 1)[1]


def cross_validate(data, folds, jobs):
    """Predictions of log times for each row by trees that saw no row of its
    matmul, of whatever device, nor of one that differs in M alone."""
    layers = list(dict.fromkeys(map(get_layer, data.shapes)))
    order = numpy.random.RandomState(0).permutation(len(layers))
    predicted = numpy.zeros(len(data.times))
    for fold in range(folds):
        left_out = {layers[i] for i in order[fold::folds]}
        rows = numpy.array([get_layer(key) in left_out for key in data.keys])
        predicted[rows] = train(data, ~rows, jobs).predict(data.features[rows])
    return data.launch + (data.estimates - data.launch) * numpy.exp(predicted)


def flatten(model):
    """The trees in one array of nodes (threshold, left, right, feature), where
    each begins and how deep it is, and the mean of each inner node. A leaf is
    its own child, and its value stands in the place of a threshold: all rows go
    down as many steps."""
    nodes, means, roots = [], [], []

    def add(tree):
        """Its index and depth, and the sum and the weight of what came here in
        training."""
        index = len(nodes)
        nodes.append(None)
        means.append(0)
        if "leaf_value" in tree:
            value, weight = tree["leaf_value"], tree["leaf_weight"]
            nodes[index] = (numpy.float32(value), index, index, 0)
            return index, 0, value * weight, weight
        assert tree["decision_type"] == "<="
        left, right = add(tree["left_child"]), add(tree["right_child"])
        # Features are f32: x <= t is the same for the greatest f32 that is
        # no more than t.
        threshold = numpy.float32(tree["threshold"])
        if threshold > tree["threshold"]:
            threshold = numpy.nextafter(threshold, numpy.float32(-numpy.inf))
        nodes[index] = (threshold, left[0], right[0], tree["split_feature"])
        total, weight = left[2] + right[2], left[3] + right[3]
        means[index] = total / weight
        return index, 1 + max(left[1], right[1]), total, weight

    for tree in model.dump_model()["tree_info"]:
        roots.append(add(tree["tree_structure"])[:2])
    return nodes, means, roots


def write_list(file, values, width=8):
    for begin in range(0, len(values), width):
        file.write("  " + ", ".join(values[begin:begin + width]) + ",\n")


def format_float(value):
    text = "%.9g" % value
    return text if any(c in text for c in ".en") else text + ".0"


def write_tables(path, data, model):
    nodes, means, roots = flatten(model)
    with open(path, "w", encoding="utf-8") as file:
        file.write("// Generated by autotune-bench train. Do not edit.\n\n"
                   "#ifdef GET_FEATURE_NAMES\n#undef GET_FEATURE_NAMES\n")
        write_list(file, [json.dumps(name) for name in data.names], 4)
        file.write("#endif\n\n#ifdef GET_ROOTS\n#undef GET_ROOTS\n")
        write_list(file, ["{%d, %d}" % root for root in roots])
        file.write("#endif\n\n#ifdef GET_NODES\n#undef GET_NODES\n")
        write_list(file, ["{%s, %d, %d, %d}" % (format_float(t), l, r, f)
                          for t, l, r, f in nodes], 4)
        file.write("#endif\n\n"
                   "// Means of the rows that reached a node in training, leaves "
                   "included.\n"
                   "#ifdef GET_MEANS\n#undef GET_MEANS\n")
        write_list(file, ["%.6g" % mean for mean in means])
        file.write("#endif\n\n"
                   "// The device, M, N, K, the inputs' elements, whether A "
                   "and B are transposed,\n// whether TMA loads them.\n"
                   "#ifdef GET_SEEN_FACTS\n#undef GET_SEEN_FACTS\n")
        write_list(file, ["{%s}" % ", ".join(str(v) for v in fact)
                          for fact in data.facts], 3)
        file.write("#endif\n\n#ifdef GET_DEVICES\n#undef GET_DEVICES\n")
        write_list(file, ["{%s}" % ", ".join(json.dumps(v) for v in card)
                          for card in data.cards], 1)
        file.write("#endif\n")


def write_goldens(path, data, model):
    rows = numpy.linspace(0, len(data.times) - 1, GOLDENS).astype(int)
    predicted = model.predict(data.features[rows])
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Written by autotune-bench train: a correction of the "
                   "trainer's, and the features that it is of.\n")
        for value, row in zip(predicted, data.features[rows]):
            file.write("%.9g %s\n" % (value, " ".join("%.9g" % x
                                                      for x in row)))


def format_share(value):
    return "%.2f %%" % (100 * value)


def get_regrets(data, device, predicted, count):
    """By how much the best of the `count` first by prediction is slower than
    the best, for each matmul."""
    regrets = []
    for rows in data.get_matmuls(device):
        first = rows[numpy.argsort(predicted[rows], kind="stable")[:count]]
        regrets.append(data.times[first].min() / data.times[rows].min() - 1)
    return numpy.array(regrets)


def write_card(path, data, predicted, folds):
    """The model's errors on matmuls that it has not seen."""
    lines = [
        "# The cost model's card", "",
        "<!-- Written by autotune-bench train --card; do not edit. -->", "",
        "The records that the trees in `lib/Proposers/TrainedModel.inc` were "
        "trained on, and the trees' errors on unseen matmuls.",
        "The matmuls are in %d parts, each predicted by trees trained on the "
        "others. "
        "[proposers.md](../design/proposers.md#cost-model) says how the model is used." % folds,
        "", "| | |", "| --- | --- |",
        "| trees | %d of at most %d leaves, over %d features |"
        % (ROUNDS, PARAMS["num_leaves"], len(data.names))]
    for device, _, driver, first, last, records, matmuls in data.cards:
        lines.append("| %s, driver %s | %s: %d matmuls, %d records, of which %d "
                     "have a time, and are of a template that is modelled "
                     "and of a kernel that has not changed since |"
                     % (device, driver,
                        first if first == last else first + " to " + last,
                        matmuls, records, ((data.devices == device) & data.kept).sum()))
    for name, times in (("error", predicted),
                        ("error of the estimate without the trees",
                         data.estimates)):
        for what, rows in (("all configs", data.kept),
                           ("within 1.5 of the best", data.relative < 1.5)):
            error = numpy.abs(numpy.log(times[rows] / data.times[rows]))
            lines.append("| %s, %s | median %s, 90th percentile %s |"
                         % (name, what, format_share(numpy.median(error)),
                            format_share(numpy.percentile(error, 90))))
    for device in dict.fromkeys(data.devices):
        for count in (1, 8):
            regrets = get_regrets(data, device, predicted, count)
            mean = numpy.expm1(numpy.log1p(regrets).mean())
            lines.append("| regret@%d, %s | geometric mean %s, 95th percentile "
                         "%s |" % (count, device, format_share(mean),
                                   format_share(numpy.percentile(regrets,
                                                                 95))))
    lines += ["", "Errors are of |log(predicted / measured)|. The regret@k is "
              "by how much the best of the first k by prediction is slower",
              "than the best that was measured.", ""]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("--tables", help="where the C++ tables go")
    parser.add_argument("--goldens", help="where the golden values go")
    parser.add_argument("--predictions", help="where each row's prediction "
                        "goes, by trees that saw no row of its matmul")
    parser.add_argument("--card", help="where the card goes, as Markdown")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=0)
    arguments = parser.parse_args()
    data = Dataset(arguments.dataset)
    if arguments.predictions or arguments.card:
        predicted = cross_validate(data, arguments.folds, arguments.jobs)
    if arguments.card:
        write_card(arguments.card, data, predicted, arguments.folds)
    if arguments.predictions:
        with open(arguments.predictions, "w", encoding="utf-8") as file:
            for row in zip(data.keys, data.devices, data.configs, predicted):
                file.write("%s\t%s\t%s\t%.9g\n" % row)
    if arguments.tables or arguments.goldens:
        model = train(data, numpy.ones(len(data.times), bool), arguments.jobs)
        if arguments.tables:
            write_tables(arguments.tables, data, model)
        if arguments.goldens:
            write_goldens(arguments.goldens, data, model)


if __name__ == "__main__":
    main()
