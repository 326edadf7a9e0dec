# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# docs/guide/simulator-findings.md has a row for each kind of finding that the
# simulator reports, and no other rows. The second line renames each kind, and
# wants that reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists

PAGE = "docs/guide/simulator-findings.md"
SOURCE = "lib/Simulator/Report.cpp"


def get_documented(read):
    table = wordlists.rows(wordlists.section(read(PAGE), "All findings"), ["finding"])
    return wordlists.first_words(table)


def get_written(read):
    kinds = wordlists.body(read(SOURCE), "const char *stringify(FindingKind kind)")
    return set(re.findall(r'return "([\w-]+)"', kinds))


wordlists.main([wordlists.Comparison("kinds of findings", [PAGE], [SOURCE],
                                     get_documented, get_written)])
