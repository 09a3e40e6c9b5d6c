"""What nobody in their right mind would send."""

import json
from random import Random
from typing import Any

NUMBERS = (
    *(
        "0",
        "1",
        "2",
        "3",
        "5",
        "-1",
        "-0",
        "+1",
        " 1 ",
        "01",
        "1.5",
        "1_000",
        "1e3",
        "1e308",
        "1e999",
        "NaN",
        "Infinity",
    ),
    *("0x10", "١٢", "²", "½", "Ⅷ", "一", "\u00a01", "1\u200b", "1\x00", "true", "None", "null", "[]", "{}"),
    *map(str, (2**15, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, -(2**31) - 1, -(2**63) - 1, 10**30)),
    "9" * 400,
    "9" * 5000,
)

TEXTS = (
    *(
        "",
        " ",
        "\t\r\n",
        "a",
        "Ana",
        "none",
        "on",
        "off",
        "classic",
        "recharged",
        "germany",
        "usa",
        "pass",
        "bid",
        "open",
    ),
    *("\x00", "a\x00b", "\x1b[31m", "\x7f", "\ud800", "a\udfffb", "\ufffe\uffff", "\U0010ffff", "\u2028", "\x85"),
    *("\u202eevil\u202c", "\u200b\u200d\ufeff", "a" + "\u0301" * 300, "ﷺ" * 50, "👩‍👩‍👧‍👦" * 20, "İıſßK", "e\u0301"),
    *(
        "<script>alert(1)</script>",
        "'\"><img src=x>",
        "'; DROP TABLE games_game; --",
        "{{ 7*7 }}",
        "{% now %}",
        "${7}",
    ),
    *(
        "%s%(x)s%d",
        "{0}{x}{",
        "}{",
        "%",
        "%00",
        "%ff%fe",
        "\\",
        "\\u0000",
        "../../../etc/passwd",
        "/etc/passwd",
        "//x",
    ),
    *(
        "a\r\nSet-Cookie: x=1",
        "a\nBcc: x@y.example",
        "http://[",
        "http://[::1]:99999/",
        "//evil.example/",
        "javascript:1",
    ),
    *(
        "https://hooks.example/a",
        "https://discord.com/api/webhooks/1/a",
        "http://user:pass@x:1/",
        "https://１２７.0.0.1/",
    ),
    *(
        "https://xn--a/",
        "https://" + "a." * 200,
        "mailto:x",
        "ana@example.org",
        "a@b",
        "a@[::1]",
        "@",
        "x" * 70 + "@x.org",
    ),
    *(
        "2026-02-30",
        "0000-00-00",
        "0001-01-01",
        "9999-12-31",
        "10000-01-01",
        "24:00",
        "23:59",
        "99:99",
        "-1:00",
        "12",
    ),
    *(
        "Europe/Berlin",
        "Europe",
        "Europe/",
        "../UTC",
        "/etc/localtime",
        "UTC\x00",
        "posixrules",
        "Factory",
        "localtime",
    ),
    *(
        "[" * 100,
        "[" * 100_000,
        '{"a":' * 2000,
        '{"a":1,"a":2}',
        '"\\ud800"',
        "NaN",
        "1e999",
        '{"plan":"pass"}',
        "[null]",
    ),
    *("x" * 300, "ä" * 1500, "x " * 20_000, "x" * 200_000, "Ω" * 40_000),
)

ACTIONS = ("area", "trust", "start", "open", "decline", "bid", "pass", "discard", "buy", "build", "run", "")

NOTATION = (
    "pass",
    "bid 5",
    "bid 99999999999",
    "open 4 4",
    "open 4 -1",
    "build",
    "build x y",
    "buy coal 1",
    "buy",
    "run 4",
    "\x00",
)

CONTENT_TYPES = (
    *("", "text/plain", "application/json", "application/xml", "image/png", "multipart/form-data", "multipart/mixed"),
    *(
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\x80",
        "multipart/form-data; boundary=" + "x" * 300,
    ),
    *("application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded; charset=hex"),
    *("application/x-www-form-urlencoded; charset=nonsense", "application/x-www-form-urlencoded; charset="),
    *(
        "multipart/form-data; boundary=b; charset=rot13",
        "multipart/form-data; boundary=b; charset=hex",
        ";;;",
        "\xff",
    ),
)


def number(random: Random) -> str:
    """What may stand where a number is expected."""
    return random.choice((random.choice(NUMBERS), str(random.randint(-3, 60)), random.choice(TEXTS)))


def text(random: Random) -> str:
    """What may stand where words are expected."""
    roll = random.random()
    if roll < 0.6:
        return random.choice(TEXTS)
    if roll < 0.8:
        return random.choice(NUMBERS)
    if roll < 0.9:
        return random.choice(NOTATION)
    return "".join(
        chr(random.choice((random.randrange(128), random.randrange(0x110000)))) for _ in range(random.randrange(40))
    )


def data(random: Random, depth: int = 0) -> Any:
    """What JSON can say."""
    kinds = 4 if depth > 3 else 6
    match random.randrange(kinds):
        case 0:
            return text(random)[:200]
        case 1:
            return random.choice((0, -1, 1.5, 2**64, 10**40, float("nan"), float("inf")))
        case 2:
            return random.choice((None, True, False))
        case 3:
            return random.randint(-2, 50)
        case 4:
            return [data(random, depth + 1) for _ in range(random.randrange(4))]
        case _:
            return {text(random)[:20]: data(random, depth + 1) for _ in range(random.randrange(4))}


def damaged(random: Random, document: str) -> str:
    """A document in JSON with something else somewhere in it."""
    whole = json.loads(document)
    here = whole
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return json.dumps(whole)
        key = random.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and random.random() < 0.8:
            here = here[key]
            continue
        match random.randrange(3):
            case 0:
                del here[key]
            case 1:
                here[key] = data(random)
            case _:
                here[key] = random.choice((number(random)[:100], text(random)[:100], -1, 10**20))
        return json.dumps(whole)
