"""What sets the editions apart: tables, and a name for each rule that differs."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from rules.boards import Board, board
from rules.editions.base import Edition, Thresholds
from rules.editions.classic import CLASSIC, CLASSIC_4
from rules.editions.recharged import RECHARGED, RECHARGED_2, RECHARGED_4
from rules.errors import RuleError
from rules.options import Options, check_players
from rules.versions import VERSION, in_force

__all__ = [
    "FIRST_GAME_CITIES",
    "Edition",
    "Thresholds",
    "applies",
    "check_options",
    "edition",
    "edition_names",
    "edition_on",
    "has_trust",
    "settled",
    "thresholds",
]

FIRST_GAME_CITIES = 7
"""The most cities of one player in the first-game variant; reaching them ends the game (FIRST-2, FIRST-3)."""

_EDITIONS = (CLASSIC, CLASSIC_4, RECHARGED, RECHARGED_2, RECHARGED_4)
"""The editions as they are, and as they were in older versions of the rules."""


@cache
def edition(name: str, version: int = VERSION) -> Edition:
    """An edition by its name.

    :param version: of the rules; that of new games where it is not given.
    :raises RuleError: 0.3, there is none of that name, or no such version.
    """
    found = in_force((found for found in _EDITIONS if found.name == name), version)
    if found is None:
        known = ", ".join(edition_names(version))
        raise RuleError(
            "0.3", "There is no edition {name!r}. The editions are {editions}.", name=name, editions=known
        )
    return found


@cache
def edition_on(on: Board, version: int) -> Edition:
    """The edition of a board as it is played there."""
    return replace(edition(on.edition, version), **on.rules.edition)


def edition_names(version: int = VERSION) -> tuple[str, ...]:
    """The editions that a version of the rules has."""
    return tuple(dict.fromkeys(found.name for found in _EDITIONS if found.since <= version))


def thresholds(options: Options, players: int, version: int = VERSION, areas: tuple[str, ...] = ()) -> Thresholds:
    """The settings of a number of players (SET-14). ``step2`` is 0 where Step 2 never begins (FIRST-1, FIRST-5).

    :param areas: those in play, on which the end may depend (MAP-UKI-10).
    :raises RuleError: GEN-1.
    """
    check_players(players)
    on = board(options.map, options.edition, version)
    found = edition(options.edition, version).thresholds[players]
    if players in on.settings:
        found = replace(found, **on.settings[players])
    if options.first_game:
        return replace(found, step2=0, end=FIRST_GAME_CITIES)
    if on.rules.ends_within_reach and len(areas) == found.areas:
        return replace(found, end=min(found.end, len(on.cities_in(areas))))
    return found


def has_trust(options: Options, players: int, version: int = VERSION) -> bool:
    """Whether a game is played Against the Trust (TRU-1)."""
    return players == 2 and settled(options, version).two_player_mode == "trust"


def settled(options: Options, version: int = VERSION) -> Options:
    """The same options, naming what would otherwise go by the edition."""
    played = edition(options.edition, version)
    missing = board(options.map, options.edition, version).rules.not_offered.variants
    return replace(
        options,
        two_player_mode=options.two_player_mode or ("plain" if "trust" in missing else played.two_player_mode),
        tiebreak=options.tiebreak or played.tiebreak,
    )


def applies(name: str, options: Options, players: int, version: int = VERSION) -> bool:
    """Whether an option can make a difference beside these others, and so is worth a question and a word."""
    played = edition(options.edition, version)
    on = board(options.map, options.edition, version)
    missing = on.rules.not_offered.variants
    match name:
        case "first_game":
            return played.has_first_game and name not in missing
        case "start_cities":
            return played.has_start_cities and name not in missing
        case "areas":
            return thresholds(options, players, version).areas < len(on.areas)
        case "two_player_mode":
            is_known = played.has_trust and "trust" not in missing
            return is_known and has_trust(replace(options, two_player_mode="trust"), players, version)
        case "trust_refill":
            return has_trust(options, players, version)
        case "trust_triggers_phase_out":
            return has_trust(options, players, version) and bool(on.rules.phase_out_plant)
        case "france_recharged_garbage":
            return "garbage" in on.rules.start_market
        case "start_city_must_be_empty":
            holds_several = any(max(city.open_slots) > 1 for city in on.cities.values())
            return holds_several and not (options.first_game or on.rules.networks.start_cities)
        case "step2_removal_when_skipped":
            first, second, _third = on.rules.rows.shown
            return first == second and on.hooks.may_skip_step2 and not options.first_game
        case "tiebreak":
            return not options.first_game
        case _:
            return True


def check_options(options: Options, version: int = VERSION) -> None:
    """Refuse a variant that the edition does not have, or with which the board is not played.

    :raises RuleError: with the rule that tells of the variant.
    """
    played = edition(options.edition, version)
    if options.first_game and not played.has_first_game:
        raise RuleError("FIRST-1", "Only the classic edition has the first-game variant.")
    if options.start_cities and not played.has_start_cities:
        raise RuleError("EXP-1", "Only the Recharged edition has standard start cities.")
    if options.two_player_mode == "trust" and not played.has_trust:
        raise RuleError(
            "TRU-1",
            "Only the Recharged edition is played Against the Trust; in classic the mode is plain.",
        )
    on = board(options.map, options.edition, version)
    for variant in _chosen_variants(options):
        if variant in on.rules.not_offered.variants:
            raise _not_offered(variant, on)


def _chosen_variants(options: Options) -> Iterator[str]:
    if options.first_game:
        yield "first_game"
    if options.start_cities:
        yield "start_cities"
    if options.two_player_mode == "trust":
        yield "trust"
    if options.areas != "random":
        yield "areas"


def _not_offered(variant: str, on: Board) -> RuleError:
    rule = on.rules.not_offered.rule
    match variant:
        case "first_game":
            return RuleError(rule, "On the map {map} there is no first game.", map=on.name)
        case "start_cities":
            return RuleError(rule, "On the map {map} there are no standard start cities.", map=on.name)
        case "trust":
            return RuleError(rule, "On the map {map} nobody plays Against the Trust.", map=on.name)
    return RuleError(rule, "The map {map} has no areas to choose.", map=on.name)
