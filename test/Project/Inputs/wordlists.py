"""Compares words of a page with words of the sources, in both directions."""

import os
import re
import sys

WORD = re.compile(r"`([A-Za-z_][\w-]*)`")


def section(text, heading):
    """The part of a page below a heading, up to the next heading."""
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    return match[1] if match else ""


def rows(text, head):
    """The cells of the table whose head begins with the cells `head`."""
    lines = iter(text.splitlines())
    start = ("| " + " | ".join(head) + " |").replace("|  |", "| |")
    for line in lines:
        if line.startswith(start):
            break
    next(lines, None)
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        found.append([cell.strip() for cell in cells])
    return found


def words(text):
    """The names in a text that are written as code."""
    return set(WORD.findall(text))


def first_words(table):
    """The names in the first cell of each row, `name[]` being a list."""
    return {name for row in table for name in words(row[0].replace("[]`", "`"))}


def find(pattern, text):
    """The group of a pattern, each line break being a space; empty if there is none."""
    match = re.search(pattern, text.replace("\n", " "))
    return match[1] if match else ""


def body(text, start):
    """A C++ function or initializer: from `start` to the end of its braces."""
    at = text.find(start)
    if at < 0:
        raise SystemExit(f"no '{start}' in the sources")
    opening = text.index("{", at)
    depth = 0
    for end in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at:end + 1]
    raise SystemExit(f"no end of '{start}'")


def literals(text):
    return set(re.findall(r'"([\w-]+)"', text))


class Comparison:
    """`documented` and `written` take a function that reads a file of the tree,
    and return words. `pages` and `sources` are the files that they read. The page
    spells the word {} as `spelled`."""

    def __init__(self, name, pages, sources, documented, written, spelled="`{}`"):
        self.name, self.pages, self.sources = name, pages, sources
        self.documented, self.written, self.spelled = documented, written, spelled

    def check(self, read):
        documented, written = self.documented(read), self.written(read)
        if not documented or not written:
            return [f"{self.pages[0]}: {self.name}: nothing was compared"]
        missing = [f"{self.pages[0]}: {self.name}: '{word}' is missing, which "
                   f"{self.sources[0]} has" for word in sorted(written - documented)]
        return missing + [f"{self.pages[0]}: {self.name}: {self.sources[0]} has no "
                          f"'{word}'" for word in sorted(documented - written)]

    def renamings(self, read):
        """Changes that must be reported: what is changed, the files, a pattern, and
        its replacement."""
        for full in sorted(self.written(read)):
            word = full.split(".")[-1]
            names = [re.escape(self.spelled.format(word + end)) for end in ("", "[]")]
            yield (f"{full} in a page", self.pages, rf"(?:{'|'.join(names)})(?!\w)",
                   self.spelled.format("planted"))
            # SQL has words without quotes.
            yield (f"{full} in a source", self.sources,
                   rf"(?<=[\"'( ]){re.escape(word)}(?!\w)", "planted")


class Figure:
    """A number, or a version, that a page and a source say. Either pattern has one
    group. The page's is tried on the text with each line break being a space."""

    def __init__(self, name, page, in_page, source, in_source):
        self.name, self.page, self.in_page = name, page, in_page
        self.source, self.in_source = source, in_source

    def written(self, read):
        match = re.search(self.in_source, read(self.source))
        return {match[1]} if match else set()

    def check(self, read):
        found = find(self.in_page, read(self.page))
        written = self.written(read)
        if not found or not written:
            return [f"{self.page}: {self.name}: not found in the page or in "
                    f"{self.source}"]
        value, = written
        if evaluate(found) == evaluate(value):
            return []
        return [f"{self.page}: {self.name}: {found}, and {self.source} has {value}"]

    def renamings(self, read):
        text = read(self.source)
        match = re.search(self.in_source, text)
        start = re.escape(text[match.start():match.start(1)])
        yield (self.name, [self.source], start + re.escape(match[1]),
               text[match.start():match.start(1)] + "7" + match[1])


def evaluate(text):
    """The number, as a page or C++ spells it. A version stays a text: 3.3 is not
    3.30."""
    if text.startswith("0x"):
        return int(text, 16)
    return float(text) if re.fullmatch(r"\d+|[\d.]+e\d+", text) else text


def rename(read, files, pattern, replacement):
    """Reads the tree as it would be after a renaming in some of its files."""
    def read_renamed(path):
        text = read(path)
        return re.sub(pattern, lambda _: replacement, text) if path in files else text
    return read_renamed


def plant(comparisons, read):
    """Renames each word, first in the pages and then in the sources, and changes
    each figure. Returns a message for each change that is not reported."""
    messages, count = [], 0
    for each in comparisons:
        # A difference that is already there would hide the others.
        messages += each.check(read)
        for what, files, pattern, text in each.renamings(read):
            count += 1
            if not each.check(rename(read, files, pattern, text)):
                messages.append(f"{each.name}: a change of {what} is not reported")
    print(f"{count} changes were tried")
    return messages if count else ["nothing was changed"]


def main(comparisons):
    """Runs `TEST ROOT`, or `TEST ROOT --plant`."""
    def read(path):
        with open(os.path.join(sys.argv[1], path), encoding="utf-8") as file:
            return file.read()
    if "--plant" in sys.argv:
        messages = plant(comparisons, read)
    else:
        messages = [line for each in comparisons for line in each.check(read)]
        for each in comparisons:
            print(f"{each.name}: {len(each.written(read))} words")
    for line in messages:
        print(line, file=sys.stderr)
    sys.exit(bool(messages))
