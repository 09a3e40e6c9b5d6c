"""What people say, nicely and otherwise, for tests that need somebody to have said it."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.pages import talking
from talk import conversations
from talk.models import Conversation, Message

HOSTILE = (
    "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">",
    "left \u202e thgir \u2066\u2069\u200f\u202d end",
    "W" * 1000,
    "Z" + "\u0335\u0321\u0322\u0327\u0328\u0489" * 60 + "algo",
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿" * 20,
    "\n\n\n".join("line" for _ in range(60)),
    "مرحبا بكم في اللعبة",
    "{{ 7|add:7 }} {% now 'Y' %} &lt;b&gt; https://example.org/ javascript:alert(1)",
)
"""Messages that would upset a page that is not careful."""


def hear(conversation: Conversation, author: User, text: str, *, later: int = 0) -> Message:
    """Have somebody say something; ``later`` in seconds from now."""
    return conversations.say(conversation, author, text, place=None, now=timezone.now() + timedelta(seconds=later))


def say(game: Game, author: User, text: str, *, now: datetime | None = None) -> Message:
    """Have somebody say something in a game."""
    talking.say(game, author, text, now=now or timezone.now())
    game.refresh_from_db()
    return Message.objects.latest("pk")
