import pytest

from talk.plain import MOST_LINES, clean, tidy


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Well played!", "Well played!"),
        ("  Hi \r\n there  ", "Hi\nthere"),
        ("a\tb\vc", "a b\nc"),
        ("one\n\n\n\n\ntwo", "one\n\ntwo"),
        ("nul\x00 bell\x07 escape\x1b[31m", "nul bell escape[31m"),
        ("left \u202eright\u202c \u2066isolated\u2069", "left right isolated"),
        ("<b>bold</b> &amp;", "<b>bold</b> &amp;"),
        ("half \ud800 of a character", "half  of a character"),
        ("\ufeffno mark\u00ad", "no mark"),
        ("e\u0301", "é"),
    ],
)
def test_text_is_made_plain(text, plain):
    assert tidy(text) == plain


@pytest.mark.parametrize(
    "text", ["", " \n\t ", "\u200d\u200c", "\u202e\u2069", "\u00a0\u3000", "\u0301", "\u3164\uffa0 \u2800\ufe0f"]
)
def test_what_shows_nothing_is_no_text(text):
    assert tidy(text) == ""


@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "Việt ngữ", "नमस्ते", "שָׁלוֹם"])
def test_writing_of_all_kinds_stays_as_it_is(text):
    assert tidy(text) == text


def test_accents_do_not_climb_out_of_their_line():
    assert len(clean("Z" + "\u0335\u0489" * 500)) == 5


def test_many_lines_become_few():
    assert tidy("\n".join(map(str, range(100)))).count("\n") == MOST_LINES - 1
    assert tidy("\n".join(map(str, range(100)))).endswith(" 98 99")
