# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# docs/reference/database.md names each table and each column of a database, the
# version of the schema, and what an exported line has beyond a record; and it
# names nothing else. The second line changes each, and wants that reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists

PAGE = "docs/reference/database.md"
RECORDS = "docs/reference/bundle.md"
SCHEMA = "lib/Tuning/DatabaseSchema.cpp"
STORED = "lib/Tune/StoredRecords.cpp"
CONSTRAINTS = ("UNIQUE", "CHECK", "PRIMARY", "FOREIGN")


def find_tables(read):
    """The text of each table's columns, by the table's name."""
    return dict(re.findall(r"CREATE TABLE (\w+)\(\n(.*?)\n\) STRICT", read(SCHEMA),
                           re.S))


def get_columns(read):
    """Each table.column. All tables have an id, which the page leaves out."""
    found = set()
    for table, text in find_tables(read).items():
        for name in re.findall(r"^  ([A-Za-z_]+)[ (]", text, re.M):
            if name not in CONSTRAINTS and name != "id":
                found.add(f"{table}.{name}")
    return found


def get_rows(read):
    return wordlists.rows(wordlists.section(read(PAGE), "The tables"), ["table", "has"])


def get_documented_columns(read):
    return {f"{name.strip('`')}.{column}" for name, text in get_rows(read)
            for column in wordlists.words(text)}


def get_exported(read):
    fields = wordlists.body(read(STORED), "kAdditionalFields[] =")
    return set(re.findall(r'\{"(\w+)", &', fields))


def get_documented_exported(read):
    return wordlists.words(wordlists.find(r"Each line also has (.*?)\. ", read(PAGE)))


def get_outcomes(read):
    return set(re.findall(r"'([\w-]+)'",
                          wordlists.find(r"outcome IN \((.*?)\)", read(SCHEMA))))


def get_documented_outcomes(read):
    """Those of a record, and one more."""
    more = wordlists.find(r"There is one more outcome, (`\w+`)", read(PAGE))
    return wordlists.words(more) | wordlists.first_words(
        wordlists.rows(wordlists.section(read(RECORDS), "Records"), ["outcome"]))


wordlists.main([
    wordlists.Comparison("tables", [PAGE], [SCHEMA],
                         lambda read: wordlists.first_words(get_rows(read)),
                         lambda read: set(find_tables(read))),
    wordlists.Comparison("columns", [PAGE], [SCHEMA], get_documented_columns,
                         get_columns),
    wordlists.Comparison("outcomes", [PAGE, RECORDS], [SCHEMA],
                         get_documented_outcomes, get_outcomes),
    wordlists.Comparison("members of exported lines", [PAGE], [STORED],
                         get_documented_exported, get_exported),
    wordlists.Figure("version", PAGE, r"The schema is version (\d+) ", SCHEMA,
                     r"kSchemaVersion = (\d+);"),
    wordlists.Figure("application id", PAGE, r"application_id` (0x\w+)\.", SCHEMA,
                     r"kApplicationId = (0x\w+);"),
])
