"""What is agreed at a table beside the rules of its game, and all of it in words."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import rules
from games.models import levels
from games.models.pace import HOUR
from games.models.terms import TERMS, TOLD_ALWAYS, Term, agreed, area_name, map_name
from games.pages.rulebook.book import Rulebook
from games.pages.rulebook.words import in_short
from games.story import forecast, pace_terms
from games.story.pace_terms import duration
from matchmaking.models import Access, AreaChoice, Table
from matchmaking.ratings.models import Range

ACCESS = {
    Access.PUBLIC: Term(_("Open to all"), _("Listed among the tables. Anybody can join and watch the game.")),
    Access.LINK: Term(_("By link"), _("Not listed. Everyone with the link can join. Only the players see the game.")),
    Access.INVITED: Term(
        _("Invited only"), _("Not listed. Only players invited by the host can join. Only the players see the game.")
    ),
}

UNDO = {
    False: Term(
        _("Taking back until answered"),
        _("The last action can be taken back until another player acts or a card comes up."),
    ),
    True: Term(
        _("Taking back by consent"),
        _("If all agree, an action can also be taken back later, with all that came after it."),
    ),
}

RELIABILITY = {"0": _("Anybody"), "80": _("80 %"), "90": _("90 %"), "97": _("97 %")}
"""How reliable players can be asked to be."""


def terms(table: Table) -> list[Term]:
    undo = [UNDO[True]] if table.undo_by_consent else []
    bots = [levels.SEVERAL[table.level]] if any(seat.is_bot for seat in table.taken_seats) else []
    return [*_of_the_game(table), *pace_terms.terms(table), *undo, *bots, ACCESS[table.access], *_for_whom(table)]


def tags(table: Table) -> list[Term]:
    access = [] if table.is_public else [ACCESS[table.access]]
    return [*_of_the_game(table), next(pace_terms.terms(table)), *access, *_for_whom(table)]


def in_brief(table: Table) -> str:
    return " · ".join([map_name(table.board), *map(str, tags(table))])


def _of_the_game(table: Table) -> list[Term]:
    told = agreed(table.options, table.players, always=(*TOLD_ALWAYS, "areas"))
    chosen = TERMS["areas"][AreaChoice.HOST]
    names = ", ".join(area_name(area) for area in table.board.areas if area.id in table.chosen_areas)
    named = Term(chosen.word, gettext("In play: %(areas)s.") % {"areas": names})
    return [named if term is chosen else term for term in told]


def _for_whom(table: Table) -> Iterator[Term]:
    if table.least_reliability:
        words = {"percent": table.least_reliability}
        about = gettext("For players who make at least %(percent)d %% of their decisions in time.")
        yield Term(gettext("%(percent)d %% in time") % words, about % words)
    if table.ratings:
        rating = {"ratings": Range(table.ratings).label}
        about = gettext("For players with such a rating: %(ratings)s.")
        yield Term(gettext("rating: %(ratings)s") % rating, about % rating)


def about_board(board: rules.Board) -> str:
    """What a board changes in the rules of its edition, in a sentence each."""
    return in_short(Rulebook.of(board.edition, board.map))


def about_areas(board: rules.Board, players: int, in_play: int) -> str:
    if len(board.areas) == 1:
        return _about_one_area(board, players)
    sizes = Counter(city.area for city in board.cities.values()).values()
    words = {"map": map_name(board), "areas": len(board.areas), "least": min(sizes), "most": max(sizes)}
    if min(sizes) == max(sizes):
        told = [gettext("%(map)s has %(areas)d areas with %(most)d cities each.") % words]
    else:
        told = [gettext("%(map)s has %(areas)d areas with %(least)d to %(most)d cities.") % words]
    if in_play < len(board.areas):
        words = {"players": players, "in_play": in_play}
        told.append(gettext("With %(players)d players, %(in_play)d of them are in play.") % words)
    else:
        told.append(gettext("With %(players)d players, all of them are in play.") % {"players": players})
    always = next((area_name(area) for area in board.areas if area.id == board.rules.area_drawn_first), None)
    if always:
        told.append(gettext("“%(area)s” is always among those drawn at random.") % {"area": always})
    return " ".join(told)


def _about_one_area(board: rules.Board, players: int) -> str:
    words = {"map": map_name(board), "cities": len(board.cities)}
    told = gettext("%(map)s has %(cities)d cities in one area.") % words
    rule = board.rules.blocking
    blocked = rule.times.get(players, 0) * sum(rule.each.values())
    if not blocked:
        return told
    sentence = gettext("With %(players)d players, %(blocked)d of them are blocked: nobody can build there.")
    return f"{told} {sentence % {'players': players, 'blocked': blocked}}"


def about_table(options: rules.Options, players: int, bots: int, move_time: int | None, access: Access) -> str:
    """What a table will be that a host is about to open."""
    with_bots = ngettext("%(count)d bot among them", "%(count)d bots among them", bots) % {"count": bots}
    told = [
        map_name(rules.board(options.map, options.edition)),
        gettext("%(edition)s rules") % {"edition": TERMS["edition"][options.edition]},
        ngettext("%(count)d player", "%(count)d players", players) % {"count": players},
        *([with_bots] if bots else []),
        *([_time_for(move_time)] if players - bots > 1 else []),
    ]
    return gettext("%(terms)s. %(access)s.") % {"terms": ", ".join(told), "access": ACCESS[access]}


def _time_for(move_time: int | None) -> str:
    if move_time is None:
        return gettext("no clock")
    return gettext("%(time)s for each decision") % {"time": duration(move_time)}


def about_length(options: rules.Options, players: int, move_time: int | None) -> tuple[str, str]:
    """How long such a game may take, and why; with so many seconds for a decision, or no clock."""
    usual = forecast.usual_wait(None if move_time is None else timedelta(seconds=move_time))
    waits = forecast.waits(options, players)
    words = {
        "players": players,
        "map": map_name(rules.board(options.map, options.edition)),
        "waits": waits,
        "usual": duration(max(HOUR, round(usual.total_seconds()))),
    }
    if move_time is None:
        reason = gettext(
            "If all plan ahead, a game of %(players)d on %(map)s waits about %(waits)d times, and without a clock a"
            " wait usually takes %(usual)s."
        )
    else:
        words["move_time"] = duration(move_time)
        reason = gettext(
            "If all plan ahead, a game of %(players)d on %(map)s waits about %(waits)d times, and with %(move_time)s"
            " for a decision a wait usually takes %(usual)s."
        )
    return gettext("Expect %(length)s.") % {"length": forecast.about(waits * usual)}, reason % words


def refusal_in_words(refusal: rules.RuleError) -> str:
    return gettext(refusal.sentence).format(**refusal.values)
