# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# docs/reference/runner-protocol.md names each request, answer, effort and kind of
# error, with their members, and names no others. Its limits and defaults are those
# of the sources. The second line changes each, and wants that reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists
from wordlists import Comparison, Figure

PAGE = "docs/reference/runner-protocol.md"
REQUESTS = "lib/Measure/Requests.cpp"
REQUESTS_H = "include/mlir-autotune/Measure/Requests.h"
EFFORT = "include/mlir-autotune/Measure/Effort.h"
MANIFEST = "lib/Measure/Manifest.cpp"
CHECK = "lib/Measure/Check.cpp"
RECORDS = "lib/Measure/Records.cpp"
SERVER = ["lib/Measure/Server.cpp", "lib/Measure/ServerDevice.cpp",
          "lib/Measure/ServerMeasuring.cpp", "lib/Measure/WorkerLink.cpp"]
BENCH = ["lib/Measure/ProblemBench.cpp", "lib/Measure/FinalRounds.cpp"]

# The function that reads the members of each request.
READERS = {"hello": ["parseHello"], "problem": ["parseProblemRequest"],
           "kernel": ["parseKernelRequest"], "forget": ["parseForgetRequest"],
           "measure": ["parseCandidates", "parseMeasureRequest"],
           "final": ["parseCandidates", "parseFinalRequest"], "quit": []}


def join(read, paths):
    return "\n".join(read(path) for path in paths)


def get_request_rows(read):
    return wordlists.rows(read(PAGE), ["request", "members", "answers"])


def get_response_rows(read):
    return wordlists.rows(wordlists.section(read(PAGE), "Answers"), ["`response`"])


#===----------------------------------------------------------------------===//
# Requests
#===----------------------------------------------------------------------===//


def get_list(read, name):
    return wordlists.literals(wordlists.body(read(REQUESTS), name + "[] ="))


def get_requests(read):
    """Without those that only the server may send to its worker."""
    internal = re.findall(r"'(\w+)' is reserved for the server", join(read, SERVER))
    return get_list(read, "kKinds") - set(internal)


def get_request_members(read):
    text, found = read(REQUESTS), set()
    for request, functions in READERS.items():
        for name in functions:
            reader = wordlists.body(text, f"static void {name}(")
            members = re.findall(r'reader(?:\.has\(|\[)"(\w+)"', reader)
            members += re.findall(r'make_pair\("(\w+)"', reader)
            found |= {f"{request}.{member}" for member in members}
    return found


def get_documented_request_members(read):
    """The table of efforts has the members that go with an effort."""
    efforts = wordlists.rows(read(PAGE), ["`effort`", "means"])
    found = {f"measure.{word}" for _, text in efforts for word in wordlists.words(text)}
    found -= {f"measure.{name}" for name in wordlists.first_words(efforts)}
    for name, members, _ in get_request_rows(read):
        # Remarks in parentheses are about members of a member, or about values.
        text = re.sub(r"\([^)]*\)", "", members)
        found |= {f"{name.strip('`')}.{word}" for word in wordlists.words(text)}
    return found - {f"problem.{value}" for value in get_list(read, "kBaselines")}


def get_candidate_members(read):
    """Those that must be there."""
    text = wordlists.body(read(MANIFEST), "Candidate measure::parseCandidateText(")
    text += wordlists.body(read(MANIFEST), "std::string measure::parseId(")
    text += wordlists.body(read(REQUESTS), "CandidateRequest parseCandidate(")
    optional = set(re.findall(r'\.has\("(\w+)"\)', text))
    return set(re.findall(r'\["(\w+)"\]', text)) - optional


def get_documented_candidate_members(read):
    return wordlists.words(
        wordlists.find(r"candidates, each with (.*?), as in a manifest", read(PAGE)))


#===----------------------------------------------------------------------===//
# Answers
#===----------------------------------------------------------------------===//


def get_responses(read):
    return set(re.findall(r'\brespond\(\s*"(\w+)"', join(read, SERVER)))


def get_documented_responses(read):
    """The first word of a request's answers; `A` for each …, then `B` are two."""
    found = wordlists.first_words(get_response_rows(read))
    for _, _, answers in get_request_rows(read):
        found |= wordlists.words(answers.split(":")[0])
    return found


def get_objects(read):
    """The members of each answer, as the sources write them."""
    text = join(read, SERVER)
    for match in re.finditer(r'\brespond\(\s*"(\w+)",\s*json::Object', text):
        yield match[1], wordlists.body(text[match.start():], match[0])
    yield "problem", wordlists.body(text, "known.answer = json::Object")


def get_response_members(read):
    found = {f"{response}.{member}" for response, text in get_objects(read)
             for member in re.findall(r'\{"(\w+)",', text)}
    # What is passed on if the worker says it.
    passed = re.search(r"StringRef key : \{(.*?)\}", join(read, SERVER))[1]
    return found | {f"problem.{member}" for member in wordlists.literals(passed)}


def get_documented_response_members(read):
    found = set()
    for request, _, answers in get_request_rows(read):
        response, _, members = answers.partition(":")
        found |= {f"{response.strip('`')}.{word}" for word in wordlists.words(members)}
    for name, text in get_response_rows(read):
        # What comes before a colon says which request the answer ends.
        members = re.sub(r"^the end of [^:]*:", "", text)
        found |= {f"{name.strip('`')}.{word}" for word in wordlists.words(members)}
    return found - {f"start.{step}" for step in get_documented_steps(read)}


def get_steps(read):
    found = re.findall(r"[ (]announce\((.*?)\);", join(read, BENCH), re.S)
    return {step for text in found for step in re.findall(r'"([\w ]+)"', text)}


def get_documented_steps(read):
    text = dict(get_response_rows(read)).get("`start`", "")
    return set(re.findall(r"`([\w ]+)`", text.partition("`step` is")[2]))


def get_outcomes(read):
    """The outcomes of a step that failed."""
    names = re.findall(r'"([\w-]+)"', wordlists.body(read(RECORDS), "kOutcomes[] ="))
    by_enumerator = {name.replace("-", ""): name for name in names}
    text = wordlists.body(read(CHECK), "Outcome measure::getOutcome(")
    found = re.findall(r"return Outcome::(\w+);", text)
    return {by_enumerator.get(name.lower(), name) for name in found} - {"ok"}


def get_error_kinds(read):
    """The first member of each Trouble, and the outcome of a failed step."""
    text = join(read, SERVER)
    found = set(re.findall(r'(?:Trouble|refuse\(\s*)\s*\{\s*"([\w-]+)"', text))
    for choice in re.findall(r"Trouble\{[^,]*\?([^,]*),", text):
        found |= wordlists.literals(choice)
    return found | get_outcomes(read)


def get_documented_error_kinds(read):
    text = read(PAGE).partition("The kind of an error is one of:")[2]
    items = re.match(r"\s*((?:- .*\n|  .*\n)+)", text)[1]
    found = set()
    for item in items.split("\n- "):
        head, _, rest = item.lstrip("- ").partition(":")
        found |= wordlists.words(head) or wordlists.words(rest)
    return found


NUMBER = r"([\d.e]+)"

wordlists.main([
    Comparison("requests", [PAGE], [REQUESTS],
               lambda read: wordlists.first_words(get_request_rows(read)),
               get_requests),
    Comparison("members of requests", [PAGE], [REQUESTS],
               get_documented_request_members, get_request_members),
    Comparison("members of candidates", [PAGE], [REQUESTS, MANIFEST],
               get_documented_candidate_members, get_candidate_members),
    Comparison("baselines", [PAGE], [REQUESTS],
               lambda read: wordlists.words(
                   wordlists.find(r"`baseline`, (.*?);", read(PAGE))),
               lambda read: get_list(read, "kBaselines")),
    Comparison("efforts", [PAGE], [REQUESTS],
               lambda read: wordlists.first_words(
                   wordlists.rows(read(PAGE), ["`effort`", "means"])),
               lambda read: get_list(read, "kEfforts")),
    Comparison("answers", [PAGE], SERVER, get_documented_responses, get_responses),
    Comparison("members of answers", [PAGE], SERVER, get_documented_response_members,
               get_response_members),
    Comparison("steps", [PAGE], BENCH, get_documented_steps, get_steps),
    Comparison("kinds of errors", [PAGE], SERVER + [RECORDS],
               get_documented_error_kinds, get_error_kinds),
    Figure("version", PAGE, r"`hello` \| `version`, (\d+)", REQUESTS_H,
           r"kProtocolVersion = (\d+)"),
    Figure("bytes of an id", PAGE, r"a string of at most (\d+) bytes", REQUESTS_H,
           r"kMaxIdBytes = (\d+)"),
    Figure("candidates of a request", PAGE, r"from 1 to (\d+) candidates", REQUESTS_H,
           r"kMaxCandidates = (\d+)"),
    Figure("MiB of a line", PAGE, r"A line has at most (\d+) MiB", REQUESTS_H,
           r"kMaxRequestBytes = size_t\((\d+)\) << 20"),
    Figure("fewest replays", PAGE, r"`replays` of them, (\d+) to", EFFORT,
           r"kMinReplays = (\d+)"),
    Figure("most replays", PAGE, r"`replays` of them, \d+ to (\d+)", EFFORT,
           r"kMaxReplays = (\d+)"),
    Figure("replays", PAGE, r"`replays` of them, [^(]*\((\d+) if missing", EFFORT,
           r"int64_t replays = (\d+)"),
    Figure("shortest replay", PAGE, rf"or a little more, {NUMBER} to", EFFORT,
           rf"kMinReplayNs = {NUMBER}"),
    Figure("longest replay", PAGE, rf"or a little more, \S+ to {NUMBER}", EFFORT,
           rf"kMaxReplayNs = {NUMBER}"),
    Figure("length of a replay", PAGE, rf"or a little more, [^(]*\({NUMBER} if", EFFORT,
           rf"double replayNs = {NUMBER}"),
    Figure("hopeless", PAGE, r"`hopeless` times \((\d+) if missing", EFFORT,
           r"hopeless = (\d+)"),
    Figure("fewest rounds", PAGE, r"`rounds`, (\d+) to", EFFORT, r"kMinRounds = (\d+)"),
    Figure("most rounds", PAGE, r"`rounds`, \d+ to (\d+)", EFFORT,
           r"kMaxRounds = (\d+)"),
    Figure("rounds", PAGE, r"`rounds`, [^(]*\((\d+) if missing", EFFORT,
           r"int64_t rounds = (\d+)"),
    Figure("length of a final replay", PAGE, rf"`replay_ns` \({NUMBER} if missing",
           EFFORT, rf"rounds = \d+;\n  double replayNs = {NUMBER}"),
    Figure("most turns", PAGE, r"`turns`, 0 to (\d+)", EFFORT, r"kMaxTurns = (\d+)"),
    Figure("turns", PAGE, r"`turns`, [^(]*\((\d+) if missing", EFFORT,
           r"int64_t turns = (\d+)"),
    Figure("shortest turn", PAGE, rf"`turn_ns`, {NUMBER} to", EFFORT,
           rf"kMinTurnNs = {NUMBER}"),
    Figure("longest turn", PAGE, rf"`turn_ns`, \S+ to {NUMBER}", EFFORT,
           rf"kMaxTurnNs = {NUMBER}"),
    Figure("length of a turn", PAGE, rf"`turn_ns`, [^(]*\({NUMBER} if missing", EFFORT,
           rf"turnNs = {NUMBER}"),
    Figure("seconds between signs of life", PAGE, r"sent after (\d+) seconds",
           "lib/Measure/WorkerLink.cpp", r"kAliveSeconds = (\d+)"),
])
