"""What alerts have to say at a moment of a game, and whether they still have to say it."""

from collections.abc import Callable

import rules
from games.models import Vote
from tests.services.evening import words
from tests.services.evening.course import Course, News, sitting
from tests.services.evening.happenings import AskedBack
from tests.services.evening.people import PEOPLE
from tests.services.evening.words import Game, Told

PHASES = {
    rules.Phase.AUCTION: ("Auction", "which plants you want, and up to what price"),
    rules.Phase.RESOURCES: ("Resources", "what fuel you buy, and where you build"),
    rules.Phase.BUILDING: ("Building", "where you build"),
}

Motion = Vote.Motion


def written(game: Game, course: Course, news: News) -> Told | None:
    """What somebody is told at present; None where they need not be any more."""
    if course.state.is_over and news.kind != "game_over":
        return None
    return WRITERS[news.kind](game, course, news)


def _your_turn(game: Game, course: Course, news: News) -> Told | None:
    place = news.place
    if place.asked != news.about or place.is_planned:
        return None
    is_buying = course.state.phase is rules.Phase.RESOURCES
    return game.told(
        "your_turn",
        "your round" if is_buying else "your turn",
        words.question_in_public(course.state, place.number),
        f"It is your turn in {game.name}.",
        words.question(course.state, place.number),
        *words.facts(course.state, place.number),
        *(["Say with it where you build, and the game need not ask you again this round."] if is_buying else []),
        due_at=place.due_at,
        actions=words.actions(course.state, place.number, is_fresh=place.asked == course.sequence),
    )


def _running_out(game: Game, course: Course, news: News) -> Told | None:
    place = news.place
    if place.asked != news.about or place.is_planned or place.due_at is None:
        return None
    outlook = words.BEHIND if place.missed else words.AHEAD
    return game.told(
        "running_out",
        "your time is running out",
        f"{words.question_in_public(course.state, place.number)} {outlook}",
        f"Your time is running out in {game.name}.",
        words.question(course.state, place.number),
        *words.facts(course.state, place.number),
        due_at=place.due_at,
        below_clock=outlook,
        actions=words.actions(course.state, place.number, is_fresh=place.asked == course.sequence),
    )


def _plan_ahead(game: Game, course: Course, news: News) -> Told | None:
    if not news.place.can_plan or sitting(course.state) != news.about:
        return None
    in_round, is_auction = sitting(course.state)
    phase, sayable = PHASES[course.state.phase]
    sentence = f"Say now {sayable}. Then the game need not wait for you."
    if is_auction and in_round == 1:
        sentence = f"{_company(news)} {sentence}"
    return game.told(
        "plan_ahead",
        "your auctions" if is_auction else "your round",
        sentence,
        f"{game.name} is in round {in_round}: {phase}.",
        sentence,
        *words.outlook(course.state, news.place.number),
    )


def _game_began(game: Game, course: Course, news: News) -> Told | None:
    place = news.place
    has_looked = place.looked_at is not None and place.looked_at > news.at
    if place.asked is not None or place.turns or has_looked:
        return None
    sentence = f"{_company(news)} You will be told when it is your turn."
    return game.told("game_began", "the game began", sentence, f"{game.name} began.", sentence)


def _company(news: News) -> str:
    others = words.listed([person.name for person in PEOPLE if person is not news.place.person], "and")
    return f"You play with {others}."


def _undo_asked(game: Game, course: Course, news: News) -> Told | None:
    if course.request is not news.about or news.place.number in course.agreed:
        return None
    assert isinstance(news.about, AskedBack)
    name = PEOPLE[news.about.by].name
    deed = words.deed(course.states[news.about.to + 1], name)
    sentence = f"{name} asks to take this back: “{deed}” What came after it would not count either."
    return game.told(
        "undo_asked",
        f"{name} asks to take something back",
        sentence,
        f"{name} asks to take something back in {game.name}.",
        sentence,
        "It is taken back only if all agree. Answer on the page of the game.",
        anchor="#takeback",
    )


def _vote_open(game: Game, course: Course, news: News) -> Told | None:
    assert isinstance(news.about, Motion)
    voters = course.votes.get(news.about, [])
    if not voters or news.place.number in voters:
        return None
    title = f"{words.MOTIONS[news.about]}?"
    sentence = words.wanted(news.about, voters, course.takes(news.about))
    opening = f"You are asked to vote in {game.name}."
    return game.told("vote_open", title, sentence, opening, sentence, anchor="#calls")


def _missed_turn(game: Game, course: Course, news: News) -> Told | None:
    assert isinstance(news.about, int)
    name = news.place.person.name
    again = "It is your turn again. If you miss this one, too, a bot stands in for you."
    some_time = "If you miss your next turn, too, a bot stands in for you."
    site = game.url.partition("/games/")[0]
    return game.told(
        "missed_turn",
        "you missed a turn",
        "Your time ran out, so the site made a cautious decision for you.",
        f"Your time ran out in {game.name}, so the site made a cautious decision for you.",
        f"- {name} built nothing.",
        again if news.place.asked is not None else some_time,
        "Were you asleep or away? Enter your sleep hours and vacations, and your clock stands still then:\n"
        f"{site}/settings/time/",
    )


def _game_over(game: Game, course: Course, news: News) -> Told | None:
    standing = course.state.standing
    winners = words.listed([PEOPLE[entry.seat].name for entry in standing if entry.rank == 1], "and")
    ranks = [
        f"{entry.rank}. {PEOPLE[entry.seat].name}: {entry.powered} powered of {entry.cities} "
        f"{'city' if entry.cities == 1 else 'cities'}, "
        f"{entry.money} Elektro left"
        for entry in standing
    ]
    opening = f"{game.name} is over. {winners} won."
    return game.told("game_over", f"{winners} won", f"{winners} won.", opening, "\n".join(ranks), anchor="result/")


WRITERS: dict[str, Callable[[Game, Course, News], Told | None]] = {
    "your_turn": _your_turn,
    "running_out": _running_out,
    "plan_ahead": _plan_ahead,
    "game_began": _game_began,
    "undo_asked": _undo_asked,
    "vote_open": _vote_open,
    "missed_turn": _missed_turn,
    "game_over": _game_over,
}
