"""What has to arrive, when and by which way: worked out without asking how the site decides it.

It goes through a game once, with a pile of what each person is still to be told by each of their ways.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

import rules
from tests.services.evening import words
from tests.services.evening.course import Course, News, Place, sitting
from tests.services.evening.happenings import Happening
from tests.services.evening.message import Message
from tests.services.evening.people import Way, is_within, next_time
from tests.services.evening.words import Game, Told
from tests.services.evening.written import written

LOOKS_FOR = timedelta(seconds=90)
"""For how long somebody who was seen at the page is taken to be there."""
AFTER_ACTING = timedelta(minutes=10)
"""When somebody is told who has just acted at the page."""


@dataclass(eq=False)
class Owed:
    """Something that somebody is to be told by one way, and when that is next tried."""

    news: News
    way: Way
    due: datetime
    number: int

    @property
    def place(self) -> Place:
        return self.news.place

    @property
    def is_last_call(self) -> bool:
        return self.news.kind == "running_out"


@dataclass
class Foretelling:
    """What is foretold of a game up to some moment: ``messages`` in the order in which they have to arrive."""

    game: Game
    course: Course
    messages: list[Message] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)
    told_at: dict[tuple[int, Way], datetime] = field(default_factory=dict)
    """When somebody was last told by a way of what can go along with other news."""
    rounds_told: dict[tuple[int, Way, object], datetime] = field(default_factory=dict)
    """When somebody was told by a way of what they can say at once."""
    numbers: "count[int]" = field(default_factory=count)

    def go_through(self, began: datetime, happenings: Iterable[Happening]) -> list[Message]:
        """Answer all messages about a game from its beginning to its end."""
        self.course.begin(began)
        for happening in happenings:
            self._tell_until(happening.at)
            self.course.follow(happening)
        self._tell_until(None)
        return self.messages

    def _tell_until(self, end: datetime | None) -> None:
        """Warn and tell whoever is to be before a moment, one after the other; without one, until nothing is left."""
        while True:
            self._take_news()
            warnings = [(place.warns_at, 0, place.number) for place in self.course.places if place.warns_at]
            tellings = [(owed.due, 1, owed.number) for owed in self.owed]
            moment, what, number = min([*warnings, *tellings], default=(None, 0, 0))
            if moment is None or (end is not None and moment >= end):
                return
            if what == 0:
                self.course.warn(self.course.places[number], moment)
            else:
                self._tell(next(owed for owed in self.owed if owed.number == number), moment)

    def _take_news(self) -> None:
        for news in self.course.news:
            due = news.at + AFTER_ACTING if news.is_later else news.at
            self.owed += [Owed(news, way, due, next(self.numbers)) for way in news.place.person.ways]
        self.course.news.clear()

    def _tell(self, owed: Owed, now: datetime) -> None:
        told = self._written(owed)
        if told is None:
            self.owed.remove(owed)
        elif wait := self._wait(owed, told, now):
            owed.due = wait
        else:
            self.owed.remove(owed)
            self._send(owed, [told, *self._along(owed, now)], now)

    def _written(self, owed: Owed) -> Told | None:
        """What is to be told by a way; nothing again of a round in which somebody has yet to come by."""
        state, place = self.course.state, owed.place
        if owed.news.kind == "your_turn" and state.phase is rules.Phase.RESOURCES:
            told_at = self.rounds_told.get((place.number, owed.way, sitting(state)))
            if told_at is not None and (place.looked_at is None or place.looked_at < told_at):
                return None
        return written(self.game, self.course, owed.news)

    def _note(self, owed: Owed, now: datetime) -> None:
        if owed.news.kind == "plan_ahead":
            self.rounds_told[owed.place.number, owed.way, owed.news.about] = now

    def _send(self, owed: Owed, told: list[Told], now: datetime) -> None:
        person, channel = owed.place.person, owed.way.channel
        shown = words.as_shown(told, person, channel, now, is_paused=self.course.is_paused)
        self.messages.append(Message(now, person.name, channel, shown))
        self._note(owed, now)
        if not owed.is_last_call:
            self.told_at[owed.place.number, owed.way] = now

    def _along(self, leader: Owed, now: datetime) -> list[Told]:
        """What goes along: all that is due by the same way, if it is one for several things at once."""
        if leader.is_last_call or not (leader.way.hours or leader.way.daily):
            return []
        same = [owed for owed in self.owed if (owed.place, owed.way) == (leader.place, leader.way)]
        others = [owed for owed in same if owed.due <= now and not owed.is_last_call]
        self.owed = [owed for owed in self.owed if owed not in others]
        written = [(owed, told) for owed in others if (told := self._written(owed))]
        for owed, _told in written:
            self._note(owed, now)
        return [told for _owed, told in written]

    def _wait(self, owed: Owed, told: Told, now: datetime) -> datetime | None:
        """Until when something that is still needed has to wait."""
        seen = owed.place.looked_at
        if seen is not None and now < seen + LOOKS_FOR:
            return seen + LOOKS_FOR
        gathered = None if owed.is_last_call else self._gathered_until(owed)
        if gathered is not None and now < gathered:
            return gathered
        person = owed.place.person
        if person.quiet and is_within(now, person.quiet, person.zone):
            over = next_time(now, person.quiet[1], person.zone)
            return None if told.due_at and told.due_at <= over else over
        return None

    def _gathered_until(self, owed: Owed) -> datetime | None:
        """When the next message comes by a way for several things at once."""
        last = self.told_at.get((owed.place.number, owed.way))
        if owed.way.hours:
            return last + timedelta(hours=owed.way.hours) if last else None
        if owed.way.daily:
            return next_time(max(owed.news.at, last or owed.news.at), owed.way.daily, owed.place.person.zone)
        return None
