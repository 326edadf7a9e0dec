# UNSUPPORTED: sanitizers
# RUN: env AUTOTUNE_TEST_FEATURES="%features" %python %s %autotune_src %autotune_build %t
# RUN: %python %s --plant %t
#
# Every example in the documents that a comment marks is run as it stands. The
# comment is on a line of its own, just before the block:
#
#   <!-- example -->            a ```console block: each `$ ` line is a command,
#                               which goes on behind a backslash and within
#                               single quotes; what follows is all of its
#                               output; a line of `...` stands for any lines,
#                               `…` for any text
#   <!-- example: COMMAND -->   any block: it is a file, COMMAND's %s, and
#                               COMMAND must succeed
#   <!-- example(FEATURE,…): … --> only where lit has these features
#
# Commands run in a scratch folder that looks like the repository, with
# build/release being the build under test and its tools on PATH.

import os
import re
import shutil
import subprocess
import sys

EXAMPLE = re.compile(
    r"^<!-- example(?:\((?P<need>[\w,-]+)\))?(?:: (?P<command>.*?))? -->\n+"
    r"```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
SKIPPED_TOPS = {".git", "build", ".venv"}


def documents(root):
    for name in sorted(os.listdir(root)):
        if name.endswith(".md"):
            yield name
    for folder, _, names in sorted(os.walk(os.path.join(root, "docs"))):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def run(command, folder):
    # Tables are as wide as where there is no terminal.
    environment = {name: value for name, value in os.environ.items()
                   if name != "COLUMNS"}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder,
                          env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=600)
    return done.returncode, done.stdout


def output_pattern(lines):
    pattern = ""
    for line in lines:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("…"))) + r"\s*?\n"
    return pattern


def run_console(text, folder):
    """Runs the commands of one block; yields what went wrong."""
    steps = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps and steps[-1][0].endswith("\\"):
            steps[-1] = (steps[-1][0][:-1] + line, [])
        elif steps and steps[-1][0].count("'") % 2:
            steps[-1] = (steps[-1][0] + "\n" + line, [])
        elif steps:
            steps[-1][1].append(line)
        else:
            yield f"output without a command: {line}"
    if not steps:
        yield "no line begins with '$ '"
    for command, expected in steps:
        status, output = run(command, folder)
        if status:
            yield f"$ {command}\nexit status {status}\n{output}"
        elif expected and not re.fullmatch(output_pattern(expected), output):
            yield (f"$ {command}\nprints\n{output}\nand the document says\n"
                   + "\n".join(expected))


def check(root, folder, features):
    """Messages, and how many examples ran."""
    messages, count = [], 0
    for name in documents(root):
        text = open(os.path.join(root, name), encoding="utf-8").read()
        found = list(EXAMPLE.finditer(text))
        marks = len(re.findall(r"^<!-- example", text, re.M))
        if marks != len(found):
            messages.append(f"{name}: {marks} examples are marked and "
                            f"{len(found)} stand just before a block")
        for example in found:
            needs = example["need"].split(",") if example["need"] else []
            if not set(needs).issubset(features):
                continue
            count += 1
            where = f"{name}:{text[:example.start()].count(chr(10)) + 1}: "
            if example["command"]:
                file = os.path.join(folder, f"example-{count}")
                with open(file, "w", encoding="utf-8") as out:
                    out.write(example["text"])
                status, output = run(example["command"].replace("%s", file),
                                     folder)
                if status:
                    messages.append(f"{where}{example['command']}\n{output}")
            else:
                messages += [where + message for message in
                             run_console(example["text"], folder)]
    return messages, count


def scratch(root, build, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "build"))
    for name in os.listdir(root):
        if name not in SKIPPED_TOPS:
            os.symlink(os.path.join(root, name), os.path.join(folder, name))
    os.symlink(build, os.path.join(folder, "build", "release"))


def plant(folder):
    blocks = {
        "<!-- example -->\n```console\n$ printf 'a\\nb\\n'\na\nb\n```\n": 0,
        "<!-- example -->\n```console\n$ seq 9\n1\n...\n9\n```\n": 0,
        "<!-- example -->\n```console\n$ echo 'a\nb'\na\nb\n```\n": 0,
        "<!-- example: grep x %s -->\n```mlir\nx\n```\n": 0,
        "<!-- example(none) -->\n```console\n$ false\n```\n": 0,
        "<!-- example(some,none) -->\n```console\n$ false\n```\n": 0,
        "<!-- example -->\n```console\n$ echo a\nb\n```\n": 1,
        "<!-- example -->\n```console\n$ false\n```\n": 1,
        "<!-- example: grep x %s -->\n```mlir\ny\n```\n": 1,
        "<!-- example -->\nno block\n": 1,
    }
    messages = []
    for text, wanted in blocks.items():
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with open(os.path.join(folder, "page.md"), "w") as file:
            file.write(text)
        found, _ = check(folder, folder, {"some"})
        if len(found) != wanted:
            messages.append(f"{text}: wanted {wanted} messages, got {found}")
    return messages


if sys.argv[1] == "--plant":
    problems = plant(sys.argv[2])
else:
    source, build_dir, work = sys.argv[1:]
    scratch(source, build_dir, work)
    problems, ran = check(source, work,
                          os.environ["AUTOTUNE_TEST_FEATURES"].split())
    print(ran, "examples ran")
    if not ran:
        problems.append("no document has an example")
for line in problems:
    print(line, file=sys.stderr)
sys.exit(bool(problems))
