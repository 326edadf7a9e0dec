#===- prediction_errors.py - How far off predictions are ------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Errors of predictions for matmuls that the trees had not seen, by what is known
# beforehand: the distance to the nearest measured matmul, the template, and the
# class of the matmul. From them come the trust in the trees at each distance, and
# the interval of a predicted time.
#
# An error is the logarithm of measured / predicted, both without the launch. Each
# matmul counts once, by its configs with a prediction near the best: these are
# shown to users.

import numpy

# Matmuls are grouped by distance, in doublings.
BINS = (0, 0.5, 1.5, 2.5, 3.5, 4.5, 6, 8, 10)
# The group of matmuls of which the trees saw none with such types and layouts.
FOREIGN = -1
# Beyond the last of them the trust falls to 0 over so many doublings.
FALL = 4
# Types and layouts that were left out count alike, each as so many matmuls.
FAMILY = 50
# A group of fewer matmuls tells nothing of its own.
LEAST = 20
TRUSTS = (0, 0.25, 0.5, 0.75, 1)
# Configs count that are predicted to take at most so many times the best.
NEAR = 1.1
# Nine of ten times are to be in the interval.
LEVEL = 0.9
DOUBTS = (1, 1.1, 1.2, 1.35, 1.5, 1.75, 2)


class Unseen:
    """Rows, what trees predict that had not seen their matmuls, and how far
    these are from the nearest matmul that the trees had seen."""

    def __init__(self, data, rows, sums, seen):
        self.data, self.rows, self.sums = data, rows, sums
        self.distances = numpy.full(len(rows), numpy.inf)
        for family in dict.fromkeys(data.families[rows]):
            known = data.positions[seen & (data.families == family)]
            if len(known):
                own = numpy.flatnonzero(data.families[rows] == family)
                places, index = numpy.unique(data.positions[rows[own]], axis=0,
                                             return_inverse=True)
                known = numpy.unique(known, axis=0)
                nearest = [numpy.abs(known - place).sum(axis=1).min()
                           for place in places]
                self.distances[own] = numpy.array(nearest)[index.ravel()]

    def get_logs(self, trust):
        """The logarithms of predicted times without the launch. `trust` is one
        number, or one for each row."""
        estimates = self.data.estimates[self.rows] - self.data.launch
        return numpy.log(estimates) + trust * self.sums

    def get_errors(self, logs):
        floor = numpy.maximum(self.data.times[self.rows] - self.data.launch,
                              100.0)
        return numpy.log(floor) - logs

    def get_weights(self, logs, chosen):
        """One for each matmul, shared by its configs near the best; zero for
        other rows than `chosen`."""
        weights = numpy.zeros(len(self.rows))
        for own in self.split(chosen):
            near = own[logs[own] <= logs[own].min() + numpy.log(NEAR)]
            weights[near] = 1 / len(near)
        return weights

    def get_first(self, logs, chosen):
        """The first choice of each matmul."""
        return [own[numpy.argmin(logs[own])] for own in self.split(chosen)]

    def split(self, chosen):
        """The chosen rows by matmul."""
        groups = self.data.groups[self.rows]
        order = numpy.flatnonzero(chosen)
        order = order[numpy.argsort(groups[order], kind="stable")]
        ends = numpy.flatnonzero(numpy.diff(groups[order])) + 1
        return [own for own in numpy.split(order, ends) if len(own)]


def get_quantile(values, weights, level=LEVEL):
    order = numpy.argsort(values, kind="stable")
    sums = numpy.cumsum(weights[order])
    return values[order][numpy.searchsorted(sums, level * sums[-1])]


class Sample:
    """Errors of several Unseen with one trust each: their absolute values,
    weights, distances, templates, classes and layers, and whether the config is
    the first choice."""

    def __init__(self, parts, get_trust):
        columns = []
        for part in parts:
            data, rows = part.data, part.rows
            logs = part.get_logs(get_trust(part.distances))
            weights = part.get_weights(logs, data.kept[rows])
            foreign = numpy.isinf(part.distances)
            if foreign.all():
                weights *= FAMILY / weights.sum()
            own = weights > 0
            first = numpy.zeros(len(rows), bool)
            first[part.get_first(logs, own)] = True
            columns.append((numpy.abs(part.get_errors(logs))[own], weights[own],
                            part.distances[own], data.templates[rows[own]],
                            data.classes[rows[own]],
                            data.layers[rows[own]], first[own]))
        (self.errors, self.weights, self.distances, self.templates,
         self.classes, self.layers, self.first) = map(numpy.concatenate,
                                                      zip(*columns))

    def select(self, rows):
        part = object.__new__(Sample)
        for name, values in vars(self).items():
            setattr(part, name, values[rows])
        return part


def choose_edges(sample):
    """Where bins begin: those of too few matmuls are merged with the one
    before."""
    edges, end = [], numpy.inf
    for begin in reversed(BINS):
        own = (sample.distances >= begin) & (sample.distances < end)
        if begin == 0 or sample.weights[own].sum() >= LEAST:
            edges.insert(0, begin)
            end = begin
    return edges


class PredictionErrors:
    """What the C++ tables have, fitted to the errors of unseen matmuls."""

    def __init__(self, unseen, edges, families):
        parts = [unseen] + edges + families
        self.find_trusts(parts)
        self.unseen, self.parts = unseen, parts
        self.sample = Sample(parts, self.get_trust)
        self.fit(self.sample)
        self.inside = self.cross_validate(self.sample)
        self.fit_uncorrected(unseen)

    def get_trust(self, distances):
        return self.interpolate(distances, 1)

    def get_growth(self, distances):
        return self.interpolate(distances, 2)

    def interpolate(self, distances, column):
        table = numpy.array(self.distances)
        return numpy.where(numpy.isinf(distances), self.foreign[column - 1],
                           numpy.interp(distances, table[:, 0],
                                        table[:, column]))

    def get_bins(self, sample):
        """The number of each row's bin, or FOREIGN."""
        bins = numpy.searchsorted(self.edges, sample.distances, "right") - 1
        bins[numpy.isinf(sample.distances)] = FOREIGN
        return bins

    def find_trusts(self, parts):
        """At each distance the trust with the least mean error. It does not
        rise with the distance. Nothing is known of matmuls that are farther away
        than all that were left out: there it falls to 0."""
        samples = [Sample(parts, lambda distances, trust=trust: trust)
                   for trust in TRUSTS]
        self.edges = choose_edges(samples[-1])
        bins = [self.get_bins(each) for each in samples]
        self.distances, self.foreign, least = [], (0, 1), 1
        for index in sorted(set(bins[-1])):
            best = TRUSTS[int(numpy.argmin([
                numpy.average(each.errors[own == index],
                              weights=each.weights[own == index])
                for each, own in zip(samples, bins)]))]
            if index == FOREIGN:
                self.foreign = (best, 1)
                continue
            least = min(least, best)
            own = bins[-1] == index
            self.distances.append((numpy.average(
                samples[-1].distances[own], weights=samples[-1].weights[own]),
                least, 1))
        # No two matmuls may have the same types and layouts.
        self.distances = self.distances or [(0, 1, 1)]
        self.distances.append((self.distances[-1][0] + FALL, 0, 1))

    def fit(self, sample):
        """The errors of templates and classes, and how they grow."""
        growth = numpy.ones(len(sample.errors))
        bins = self.get_bins(sample)
        for _ in range(3):
            self.by_class = self.get_class_errors(sample, growth)
            share = sample.errors / self.get_expected(sample, 1)
            growths = {index: get_quantile(share[bins == index],
                                           sample.weights[bins == index])
                       for index in sorted(set(bins))}
            self.foreign = (self.foreign[0], growths.pop(FOREIGN, 1))
            grown, most = [], 0
            for index, (place, trust, _) in enumerate(self.distances):
                most = max(most, growths.get(index, most or 1))
                grown.append((place, trust, most))
            self.distances = grown
            growth = self.get_growth(sample.distances)

    @staticmethod
    def get_class_errors(sample, growth):
        errors = {}
        for template in sorted(set(sample.templates)):
            for name in [""] + sorted(set(sample.classes)):
                own = (sample.templates == template) & (
                    (sample.classes == name) | (name == ""))
                if sample.weights[own].sum() >= LEAST:
                    errors[template, name] = get_quantile(
                        (sample.errors / growth)[own], sample.weights[own])
        return errors

    def get_expected(self, sample, growth):
        """The error that nine of ten are to be within, for each row."""
        expected = [self.by_class.get((template, name),
                                      self.by_class.get((template, "")))
                    for template, name in zip(sample.templates, sample.classes)]
        return numpy.array([numpy.nan if each is None else each
                            for each in expected]) * growth

    def fit_uncorrected(self, unseen):
        """The doubt with the least regret, and the errors of estimates."""
        data = unseen.data
        logs = unseen.get_logs(self.get_trust(unseen.distances))
        foreign = data.timed & ~data.modelled
        timed = data.timed[unseen.rows]
        self.doubts = []
        for doubt in DOUBTS:
            times = logs + numpy.log(doubt) * foreign[unseen.rows]
            self.doubts.append((doubt, get_mean_regret(data, times, timed)))
        self.doubt = min(self.doubts, key=lambda pair: pair[1])[0]
        for template in sorted(set(data.templates[foreign])):
            chosen = foreign & (data.templates == template)
            self.add_estimates(unseen, template, chosen, self.doubt)
        self.add_estimates(unseen, "", data.timed, 1)

    def add_estimates(self, unseen, template, chosen, doubt):
        logs = unseen.get_logs(0) + numpy.log(doubt)
        weights = unseen.get_weights(logs, chosen[unseen.rows])
        if weights.sum() >= LEAST:
            self.by_class[template, ""] = get_quantile(
                numpy.abs(unseen.get_errors(logs)), weights)

    def cross_validate(self, sample):
        """Whether each error is inside the interval of tables that were fitted
        to the other half of the layers."""
        layers = sorted(set(sample.layers))
        order = numpy.random.RandomState(1).permutation(len(layers))
        half = {layers[i] for i in order[::2]}
        inside = numpy.zeros(len(sample.errors), bool)
        is_half = numpy.array([layer in half for layer in sample.layers])
        for own in (is_half, ~is_half):
            other = object.__new__(PredictionErrors)
            other.edges = self.edges
            other.distances, other.foreign = self.distances, self.foreign
            other.fit(sample.select(~own))
            part = sample.select(own)
            inside[own] = part.errors <= other.get_expected(
                part, other.get_growth(part.distances))
        return inside


def get_mean_regret(data, logs, chosen):
    """The geometric mean, over matmuls with rows of templates without trees, of
    how much slower the first choice is than the best."""
    regrets = []
    for own in data.get_matmuls(rows=chosen):
        if not data.modelled[own].all() and data.modelled[own].any():
            first = own[numpy.argmin(logs[own])]
            regrets.append(numpy.log(data.times[first] / data.times[own].min()))
    return numpy.expm1(numpy.mean(regrets)) if regrets else 0.0
