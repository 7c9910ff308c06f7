"""A line of help for each word of the definition language, by place; those of each kind of phase are in its file."""

from functools import cache

from benchlab.definitions.phases import repeat
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase

EVERY_PHASE = "phases[].*"
EVERYWHERE = ""

HELP: dict[str, dict[str, str]] = {
    "definition": {
        "name": "The benchmark's address: lower-case letters, digits, dashes.",
        "title": "What it measures, in one line.",
        "study": "Where it comes from.",
        "description": "What it does, for its page; paragraphs are separated by empty lines.",
        "parameters": "What a launch may set; its form and checks are made from this.",
        "tables": "A CREATE TABLE by table name, made in order before the first phase.",
        "values": "Generated values by name, written :name in SQL.",
        "phases": "What happens, in order.",
        "settings": "Global variables for the run, restored afterwards.",
        "needs": "Steps that need more than the run's account may do.",
        "published": "Figures of the source study, shown next to ours.",
        "compared": "What the study compares without giving figures.",
        "shortest": "The run warns where the phase of a published figure took less: 2s.",
        "primary": "The figure that comparisons judge by.",
        "demo": "Parameter values of a short run that shows what benchlab does.",
    },
    "parameters.*": {
        "type": "What kind of value it is.",
        "default": "The value where a launch gives none.",
        "label": "What the form calls it; without it, its name.",
        "help": "A sentence under the field.",
        "min": "The least, written like a value: 1s.",
        "max": "The most, written like a value: 1h.",
        "choices": "For the type choice: the values to choose from.",
        "unit": "What a number counts.",
        "sweep": "true: a launch may give a list, and runs each of its values.",
    },
    "parameters.*.type": {
        "boolean": "true or false.",
        "integer": "A whole number: 10.",
        "number": "A number: 0.5.",
        "duration": "500ms, 20s, 5m, 1h; seconds in templates.",
        "size": "16KB, 128MB, 2GB; bytes in templates.",
        "count": "5000, 100k, 2M; a whole number in templates.",
        "text": "Any words.",
        "engine": "A storage engine that the server offers.",
        "choice": "One of “choices”.",
    },
    "values.*": {
        "integer": "[min, max], or with distinct and zipf.",
        "sequence": "Never the same number twice in a run; for keys.",
        "decimal": "[0.01, 999.99], exactly as many digits as the bounds have.",
        "date": "[2026-01-01, 2026-12-31], both can be drawn.",
        "time": '["00:00:00", "23:59:59"].',
        "datetime": '["2026-01-01 00:00:00", "2026-01-31 23:59:59"].',
        "string": "A length, or {length: [5, 20], alphabet: abc}.",
        "word": "How many pronounceable words: 3, or [2, 5].",
        "ip": "An address of a network: 10.0.0.0/8.",
        "choice": "[red, green], or with weights {red: 3, green: 1}.",
        "nulls": "The share of draws that are NULL: 0.05.",
    },
    "values.*.*": {
        "min": "The least that can be drawn.",
        "max": "The most that can be drawn.",
        "distinct": "From how many different ones to draw.",
        "zipf": "Favours the first ones: the n-th with a frequency of n to the power of -1.1.",
        "start": "The first number.",
        "digits": "How many decimal places.",
        "length": "How many characters: 20, or [5, 20].",
        "alphabet": "The characters to draw from.",
        "count": "How many words: 3, or [2, 5].",
        "separator": "The text between the words.",
    },
    EVERY_PHASE: {
        "name": "A name of its own; by default its kind.",
        "when": "Leaves the phase out where this expands to false.",
        "otherwise": "Why it is left out, for the run's page.",
        "after": "How long after the phase's start the first one begins.",
        "every": "The least time from one start to the next.",
        "session": "Session variables of its connections.",
        "phases": "The phases within it.",
        "statements": "One, a list, or names with their SQL; they draw no values.",
    },
    "templates": {
        "server.flavour": "MariaDB, MySQL or Percona Server.",
        "server.version": "The server's version.",
        "server.myisamchk": "Whether the server's files are at hand for myisamchk.",
        "server.engines": "The engines that it offers, the default first.",
    },
    "needs": {"triggers": "Stored programs while the server writes a binary log."},
    "published[]": {
        "label": "What the study calls it.",
        "phase": "The phase that measures the same.",
        "figure": "Which of its figures; by default per_second.",
        "value": "The figure; a list where the study has several shots.",
        "per_second": "Short for figure and value.",
        "seconds": "Short for figure and value.",
        "when": "The parameter values that the study had.",
        "plus": "Phases whose figure is added to ours.",
        "against": "The label of an earlier figure, with which both are compared as a ratio.",
        "circumstances": "Other parameter values it was measured with; differences are shown.",
        "unit": "What it counts.",
        "conditions": "Under which circumstances it was measured.",
    },
    "compared[]": {
        "label": "What the study calls it.",
        "phase": "The phase that measures the same.",
        "figure": "Which of its figures; by default seconds.",
        "plus": "Phases whose figure is added to it.",
    },
    "primary": {
        "phase": "The phase it is a figure of.",
        "figure": "Which of its figures; by default per_second.",
        "better": "Which direction is better.",
    },
    "primary.better": {"higher": "More is better.", "lower": "Less is better."},
    EVERYWHERE: {
        "true": "Yes.",
        "false": "No.",
        "per_second": "Transactions or rows per second.",
        "seconds": "How long the phase took.",
        "rows": "Rows written or read.",
        "transactions": "How many transactions.",
        "statements": "How many statements.",
        "latency_ms.min": "The shortest response time.",
        "latency_ms.mean": "The mean response time.",
        "latency_ms.p50": "The median response time.",
        "latency_ms.p90": "90 % of response times are below it.",
        "latency_ms.p95": "95 % of response times are below it.",
        "latency_ms.p99": "99 % of response times are below it.",
        "latency_ms.p999": "99.9 % of response times are below it.",
        "latency_ms.max": "The longest response time.",
    },
}


def kinds_of_phases() -> dict[str, KindHelp]:
    return {
        **{kind: each.help for kind, each in PlannedPhase.kinds().items()},
        repeat.KIND: repeat.HELP,
    }


@cache
def help_by_place() -> dict[str, dict[str, str]]:
    found = {**HELP, "phases[]": {kind: each.summary for kind, each in kinds_of_phases().items()}}
    for kind, each in kinds_of_phases().items():
        found |= {f"phases[].{kind}.{place}".rstrip("."): dict(words) for place, words in each.words.items()}
    return found


def help_on(place: str, word: str) -> str:
    """Empty where there is none; a place for many kinds is looked up after the place itself."""
    asked = (place, f"{place.rpartition('.')[0]}.*", EVERYWHERE)
    return next((found[word] for each in asked if word in (found := help_by_place().get(each, {}))), "")
