#!/usr/bin/env python3
#===- layers.py - The picture of the layers -------------------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Draws which layer uses which, as the files include each other now. The layers
# and their order are those of test/Project/layers.py. A line that follows from
# two others is left out.
#
#   layers.py ROOT --write SVG    draws
#   layers.py ROOT --check SVG    fails if the picture is another one

import os
import sys

# The rules of the layers are kept once, where they are tested.
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "..", "test", "Project")
sys.path.insert(0, TESTS)
import layers

DIALECTS = "Dialect"
# What a box says below its name.
SUBTITLES = {
    "Core": "formats and rules", "Problem": "facts and their text",
    DIALECTS: "autotune, problem, tile", "Analysis": "facts from IR",
    "Space": "legal configs", "Kernels": "parts of programs",
    "Providers": "a folder per template", "Proposers": "tables, cost model",
    "FormProblems": "what can be fused", "Backends": "tile to NVVM",
    "Conversion": "launches, simulator", "Faults": "broken on purpose",
    "Transforms": "the passes", "Tuning": "builds, database",
    "Reference": "functions, evaluated", "Simulator": "threads on the CPU",
    "Simulation": "kernels, checked", "Runtime": "driver, helper kernels",
    "Measure": "checks and times", "Tune": "what commands do",
    "Report": "pages with drawings",
    "External": "suggestions of others",
    "Program": "whole programs, for Python"}
TOOLS = {"autotune-opt": "tools/autotune-opt", "autotune-bench": "tools/autotune-bench",
         "autotune-runner": "tools/autotune-runner", "autotune-sim": "tools/autotune-sim",
         "libMLIRAutotune.so": "lib/Plugin"}

# Colours that are readable on a light page and on a dark one.
KINDS = [("layer", "#dbe7f6", "#2f5f9e", "uses MLIR"),
         ("light", "#e3f1df", "#3d7a35", "no MLIR"),
         ("alone", "#fbe9cf", "#a0661b", "no MLIR, no LLVM"),
         ("tool", "#ece6f5", "#6a4fa0", "tool or plugin")]
LINE = "#7d8794"
WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 152, 42, 176, 74, 20


def merged(layer):
    return DIALECTS if layer.startswith(DIALECTS + "/") else layer


def find_graph(root):
    """What each layer and each tool uses, without what follows from that."""
    graph = {}
    for layer, uses in layers.find_uses(root).items():
        graph.setdefault(merged(layer), set()).update(
            merged(other) for other in uses if merged(other) != merged(layer))
    for tool, folder in TOOLS.items():
        graph[tool] = set()
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith((".h", ".cpp")):
                    text = open(os.path.join(path, name), encoding="utf-8").read()
                    for include in layers.INCLUDE.findall(text):
                        head, _, rest = include.partition("/")
                        layer = layers.layer_of(rest)
                        if head == "mlir-autotune" and layer:
                            graph[tool].add(merged(layer))
    return {name: {use for use in uses if not any(
        use in reachable(graph, other) for other in uses - {use})}
            for name, uses in graph.items()}


def reachable(graph, start):
    seen, stack = set(), list(graph[start])
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            stack += graph[name]
    return seen


def find_rows(graph):
    """The row of each box: below all that it uses. Tools are in the last ones."""
    rows = {}

    def row(name):
        if name not in rows:
            rows[name] = 1 + max(map(row, graph[name]), default=-1)
        return rows[name]

    for name in graph:
        row(name)
    last = max(rows.values())
    for name in TOOLS:
        rows[name] = max(rows[name], 3)
    return rows, max(last, *rows.values())


def order_boxes(graph, rows, count):
    """The boxes of each row from left to right, and the lines' points in between:
    (name, use, row). Each is placed near what it is connected with."""
    columns = [[] for _ in range(count + 1)]
    links = []
    for name in graph:
        columns[rows[name]].append(name)
    for name in graph:
        for use in sorted(graph[name]):
            above = use
            for row in range(rows[use] + 1, rows[name]):
                point = (name, use, row)
                columns[row].append(point)
                links.append((above, point))
                above = point
            links.append((above, name))
    neighbours = {}
    for above, below in links:
        neighbours.setdefault(above, []).append(below)
        neighbours.setdefault(below, []).append(above)
    place = {box: index for column in columns for index, box in enumerate(column)}
    row_of = {box: index for index, column in enumerate(columns) for box in column}

    def crossings():
        total = 0
        for row in range(count):
            lines = sorted((place[a], place[b]) for a, b in links if row_of[a] == row)
            total += sum(one[1] > two[1] for index, one in enumerate(lines)
                         for two in lines[index + 1:] if one[0] != two[0])
        return total

    best, kept = None, None
    for sweep in range(24):
        down = sweep % 2 == 0
        for row in (range(count + 1) if down else range(count, -1, -1)):
            side = row - 1 if down else row + 1

            def weight(box):
                places = [place[other] for other in neighbours.get(box, ())
                          if row_of[other] == side]
                return sum(places) / len(places) if places else place[box]

            columns[row].sort(key=lambda box: (weight(box), place[box], str(box)))
            for index, box in enumerate(columns[row]):
                place[box] = index
        found = crossings()
        if best is None or found < best:
            best, kept = found, [list(column) for column in columns]
    return kept, links, neighbours


def find_places(columns, neighbours):
    """The middle of each box, in widths of a box. Points need less room."""
    x = {}

    def room(box, other):
        points = isinstance(box, tuple) + isinstance(other, tuple)
        return (1.0, 0.62, 0.2)[points]

    for column in columns:
        at = 0.0
        for index, box in enumerate(column):
            at += room(column[index - 1], box) if index else 0
            x[box] = at
    for _ in range(60):
        for column in columns:
            wanted = []
            for box in column:
                places = [x[other] for other in neighbours.get(box, ())]
                wanted.append(sum(places) / len(places) if places else x[box])
            # Pushed apart from the left and from the right; the mean is fair.
            left, right = list(wanted), list(wanted)
            for index in range(1, len(column)):
                left[index] = max(left[index], left[index - 1] +
                                  room(column[index - 1], column[index]))
            for index in range(len(column) - 2, -1, -1):
                right[index] = min(right[index], right[index + 1] -
                                   room(column[index], column[index + 1]))
            for index, box in enumerate(column):
                x[box] = (left[index] + right[index]) / 2
    least = min(x.values())
    return {box: round(place - least, 2) for box, place in x.items()}


def kind_of(name):
    if name in TOOLS:
        return "tool"
    if name in layers.WITHOUT_LLVM:
        return "alone"
    return "light" if name in layers.WITHOUT_MLIR else "layer"


def draw(root):
    graph = find_graph(root)
    missing = set(graph) - set(SUBTITLES) - set(TOOLS)
    if missing:
        sys.exit(f"layers.py: no subtitle of {', '.join(sorted(missing))}")
    rows, count = find_rows(graph)
    columns, links, neighbours = order_boxes(graph, rows, count)
    x = find_places(columns, neighbours)
    row_of = {box: index for index, column in enumerate(columns) for box in column}

    def middle(box):
        return (MARGIN + WIDTH / 2 + x[box] * ACROSS,
                MARGIN + HEIGHT / 2 + row_of[box] * DOWN)

    width = round(max(x.values()) * ACROSS + WIDTH + 2 * MARGIN)
    height = count * DOWN + HEIGHT + 2 * MARGIN + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" role="img" '
           'font-family="system-ui, sans-serif" text-anchor="middle">',
           "<!-- By docs/generators/layers.py: don't edit -->",
           "<title>The layers of mlir-autotune: a line goes from a layer down to a "
           "layer that uses it</title>",
           f'<g fill="none" stroke="{LINE}" stroke-width="1.6">']
    for above, below in links:
        (x1, y1), (x2, y2) = middle(above), middle(below)
        y1 += 0 if isinstance(above, tuple) else HEIGHT / 2
        y2 -= 0 if isinstance(below, tuple) else HEIGHT / 2
        half = (y1 + y2) / 2
        out.append(f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {half:.1f} {x2:.1f} '
                   f'{half:.1f} {x2:.1f} {y2:.1f}"/>')
    out.append("</g>")
    colours = {kind: (fill, stroke) for kind, fill, stroke, _ in KINDS}
    for column in columns:
        for box in column:
            if isinstance(box, tuple):
                continue
            (at, row), (fill, stroke) = middle(box), colours[kind_of(box)]
            out.append(f'<rect x="{at - WIDTH / 2:.1f}" y="{row - HEIGHT / 2:.1f}" '
                       f'width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" '
                       f'stroke="{stroke}" stroke-width="1.4"/>')
            subtitle = SUBTITLES.get(box)
            out.append(f'<text x="{at:.1f}" y="{row + (-2 if subtitle else 5):.1f}" '
                       f'font-size="{14 if subtitle else 13}" font-weight="600" '
                       f'fill="#1b2530">{box}</text>')
            if subtitle:
                out.append(f'<text x="{at:.1f}" y="{row + 13:.1f}" font-size="11" '
                           f'fill="#3a4653">{subtitle}</text>')
    at = MARGIN
    for _, fill, stroke, text in KINDS:
        out.append(f'<rect x="{at}" y="{height - 34}" width="150" height="22" rx="5" '
                   f'fill="{fill}" stroke="{stroke}"/>')
        out.append(f'<text x="{at + 75}" y="{height - 19}" font-size="12" '
                   f'fill="#1b2530">{text}</text>')
        at += 160
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) != 4 or sys.argv[2] not in ("--write", "--check"):
        sys.exit("usage: layers.py ROOT --write|--check SVG")
    root, action, path = sys.argv[1:]
    text = draw(root)
    if action == "--write":
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        sys.exit(f"{path} is not what the layers are; docs/generators/layers.py --write "
                 "brings it up to date")


main()
