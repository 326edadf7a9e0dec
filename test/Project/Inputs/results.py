#!/usr/bin/env python3
"""results.py ROOT SCRATCH: whether the pages in ROOT/docs/results, their charts and
the table in ROOT/README.md are what tools/results/page.sh writes from the records in
ROOT/test/Inputs/results-DEVICE. Devices without records have no page.

results.py --plant ROOT SCRATCH: the same for a small tree in SCRATCH, as it is
written, and with each file stale or missing."""

import os
import shutil
import subprocess
import sys

HINT = "tools/results/page.sh DEVICE writes it"
BEGIN = "<!-- begin: written by autotune-bench report --summary -->\n"
END = "<!-- end: autotune-bench report -->\n"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def get_devices(root):
    folder = os.path.join(root, "test/Inputs")
    return [name[len("results-"):] for name in sorted(os.listdir(folder))
            if name.startswith("results-")]


def write_page(source, device, root):
    subprocess.run([os.path.join(source, "tools/results/page.sh"), device, root],
                   check=True)


def check(source, root, scratch):
    """What is stale in root, by what the scripts of source write anew."""
    shutil.rmtree(scratch, ignore_errors=True)
    stale = []
    pages = set()
    for device in get_devices(root):
        shutil.copytree(os.path.join(root, "test/Inputs/results-" + device),
                        os.path.join(scratch, "test/Inputs/results-" + device))
        shutil.copy(os.path.join(root, "README.md"), scratch)
        write_page(source, device, scratch)
        for name in (f"docs/results/{device}.md", f"docs/results/{device}.svg",
                     "README.md"):
            pages.add(name)
            if read(os.path.join(root, name)) != read(os.path.join(scratch, name)):
                stale.append(f"{name} is not what the records of {device} say")
    folder = os.path.join(root, "docs/results")
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if name.endswith(".svg") and f"docs/results/{name}" not in pages:
            stale.append(f"docs/results/{name} has no records")
    return stale


def plant(source, scratch):
    """What went wrong with the planted tree."""
    shutil.rmtree(scratch, ignore_errors=True)
    root, other = os.path.join(scratch, "tree"), os.path.join(scratch, "again")
    write(os.path.join(root, "README.md"), f"before\n{BEGIN}{END}after\n")
    inputs = os.path.join(source, "test/Tuning/Inputs")
    for name, records in (("shapes.jsonl", "compare.jsonl"),
                          ("shapes.triton.jsonl", "compare-triton.jsonl")):
        done = subprocess.run(
            [sys.executable, os.path.join(source, "tools/train/shrink_records.py"),
             "--final", os.path.join(inputs, records)],
            check=True, stdout=subprocess.PIPE, text=True)
        write(os.path.join(root, "test/Inputs/results-h100", name), done.stdout)
    write_page(source, "h100", root)
    wrong = ["planted: " + line for line in check(source, root, other)]
    if "| large |" not in read(os.path.join(root, "README.md")):
        wrong.append("README.md has no table")
    for name in ("docs/results/h100.md", "docs/results/h100.svg", "README.md"):
        path = os.path.join(root, name)
        text = read(path)
        changed = text.replace("| large |", "| larger |").replace("</svg>", " </svg>")
        for kind, new in (("stale", changed), ("missing", None)):
            if new is None and name == "README.md":
                continue
            write(path, new) if new is not None else os.remove(path)
            found = check(source, root, other)
            if len(found) != 1 or name not in found[0]:
                wrong.append(f"{kind} {name}: found {found}")
            write(path, text)
    return wrong


def main():
    if sys.argv[1] == "--plant":
        problems = plant(*sys.argv[2:])
    else:
        root, scratch = sys.argv[1:]
        problems = check(root, root, scratch)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(HINT, file=sys.stderr)
    return bool(problems)


sys.exit(main())
