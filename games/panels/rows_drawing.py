"""The players in turn order as HTML, put together in Python as in :mod:`.drawing`."""

from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.templatetags.times import amount, roughly
from games.board.glyphs import house, icon
from games.panels.drawing import draw_plant, signed
from games.panels.pieces import Company, FuelAmount, PlantCard
from games.panels.turn_order import PlayerRow, RowChange, TrustRow

Row = PlayerRow | TrustRow


def draw_company(company: Company, *, linked: bool = False) -> SafeString:
    """Who plays at a seat, maybe with a link to their page."""
    mine = " is-mine" if company.is_mine else ""
    tag, href = ("a", f' href="{escape(company.profile)}"') if linked and company.profile else ("span", "")
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<span class="company{mine}">{house(company.seat)}'
        f'<{tag} class="company-name"{href}>{escape(company.name)}</{tag}></span>'
    )


def draw_row(row: Row, place: int, *, has_bank: bool, is_study: bool) -> SafeString:
    """A company as a row of the table of players.

    :param place: in turn order, from 1 on.
    :param has_bank: whether anybody has a bank of time, and so the table a column for it.
    :param is_study: whether nobody plays any more, so that there are no bots to be told from people.
    """
    words = _words(get_language())
    if isinstance(row, TrustRow):
        cells = _of_trust(row, words)
    else:
        cells = _of_player(row, words, has_bank=has_bank, is_study=is_study)
    moved = _moved(row.change, words)
    mine = ' class="is-mine"' if row.company.is_mine else ""
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<tr{mine}><td class="place">{place}{moved}</td>{cells}</tr>'
    )


@lru_cache
def _words(_language: str) -> dict[str, str]:
    """What the table says again and again, in a language."""
    words = {
        "bot": _("bot"), "to move": _("to move"), "done": _("done"), "to come": _("to come"),
        "cities": _("Cities"), "houses": _("Houses"), "money": _("Elektro"), "hidden": _("hidden"),
        "plants": _("Plants"), "none": _("none"), "new": _("new:"), "gone": _("gone:"), "fuel": _("Fuel"),
        "powered": _("Powered"), "powered long": _("Cities powered this round"),
        "earned": _("Earned"), "earned long": _("Earned this round"),
        "powers": _("Powers"), "pays": _("Pays"), "pays long": _("What powering now would pay"),
        "bank": _("Bank"), "empty": _("empty"),
        "online": _("online"), "online long": _("online: was here in the last half hour"),
        "away": _("away"), "away long": _("away: was not here in the last half hour"),
        "up": _("earlier in the order than before"), "down": _("later in the order than before"),
    }  # fmt: skip
    return {key: escape(word) for key, word in words.items()}


def _moved(change: RowChange | None, words: dict[str, str]) -> str:
    if change is None or not change.moved:
        return ""
    arrow = "↑" if change.moved == "up" else "↓"
    said = f'<span class="visually-hidden"> {words[change.moved]}</span>'
    return f'<small class="change"><span aria-hidden="true">{arrow}</span>{said}</small>'


def _of_player(row: PlayerRow, words: dict[str, str], *, has_bank: bool, is_study: bool) -> str:
    bot = f' <small class="tag note">{words["bot"]}</small>' if row.company.is_bot and not is_study else ""
    cities = _changed(row.change.cities if row.change else 0, row.cities)
    return (
        f"{_who(draw_company(row.company, linked=True) + _around(row, words) + bot, _state(row, words))}"
        f"{_number(words['cities'], cities)}{_money(row, words)}"
        f"{_belongings(row, words)}{_powering(row, words)}{_bank(row, words) if has_bank else ''}"
    )


def _of_trust(row: TrustRow, words: dict[str, str]) -> str:
    state = f' <span class="state">{words["to come"]}</span>' if row.is_to_act else _done(row.has_acted, words)
    left = ngettext("{houses} house left", "{houses} houses left", row.reserve).format(houses=row.reserve)
    houses = _changed(row.change.cities if row.change else 0, row.cities)
    return (
        f"{_who(draw_company(row.company), state)}{_number(words['houses'], houses)}"
        f'<td class="money"></td>{_belongings(row, words)}'
        f'<td class="number" colspan="2"><small>{escape(left)}</small></td>'
    )


def _around(row: PlayerRow, words: dict[str, str]) -> str:
    """Whether somebody is online, by a sign that is full or hollow; nothing while they are on vacation."""
    clock = row.clock
    if clock is None or clock.around is None or clock.away_until is not None:
        return ""
    kind, sign = ("online", "●") if clock.around.is_online else ("away", "○")
    said = f'<i aria-hidden="true">{sign}</i> <span>{words[kind]}</span>'
    return f' <span class="around {kind}" title="{words[f"{kind} long"]}">{said}</span>'


def _who(company: str, state: str) -> str:
    return f'<th class="who" scope="row"><div>{company}{state}</div></th>'


def _state(row: PlayerRow, words: dict[str, str]) -> str:
    if not row.is_to_move:
        return _done(row.has_acted, words)
    word = words["to move"]
    return f' <span class="state now" title="{word}"><i aria-hidden="true">▸</i> <span>{word}</span></span>'


def _done(has_acted: bool, words: dict[str, str]) -> str:
    if not has_acted:
        return ""
    word = words["done"]
    return f' <span class="state" title="{word}"><i aria-hidden="true">✓</i> <span>{word}</span></span>'


def _number(label: str, content: object, title: str = "") -> str:
    titled = f' title="{title}"' if title else ""
    return f'<td class="number" data-label="{label}"{titled}>{content}</td>'


def _changed(change: int | None, now: int) -> str:
    return f'<small class="change">{signed(change)}</small> {now}' if change else f"{now}"


def _money(row: PlayerRow, words: dict[str, str]) -> str:
    if row.money is None:
        content = f'<small class="hidden-money">{words["hidden"]}</small>'
    else:
        content = _changed(row.change.money if row.change else 0, row.money)
    return f'<td class="number money" data-label="{words["money"]}">{content}</td>'


def _belongings(row: Row, words: dict[str, str]) -> str:
    return (
        f'<td class="plants" data-label="{words["plants"]}">{_plants(row, words)}</td>'
        f'<td class="fuel" data-label="{words["fuel"]}">{"".join(map(draw_fuel, row.fuel))}{_burnt(row.change)}</td>'
    )


def _plants(row: Row, words: dict[str, str]) -> str:
    new = row.change.new_plants if row.change else ()
    lost = row.change.lost_plants if row.change else ()
    held = [_marked("came", "+", words["new"], card) if card in new else draw_plant(card) for card in row.plants]
    gone = [f" {_marked('went', '−', words['gone'], card)}" for card in lost]
    return "".join([*(held or [f'<span class="muted none">{words["none"]}</span>']), *gone])


def _marked(kind: str, sign: str, word: str, card: PlantCard) -> str:
    return (
        f'<span class="{kind}"><small class="change" aria-hidden="true">{sign}</small>'
        f'<span class="visually-hidden">{word} </span>{draw_plant(card)}</span>'
    )


def draw_fuel(fuel: FuelAmount) -> SafeString:
    """Some tokens of a kind in a line of text."""
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<span class="fuel-amount of-{fuel.kind}">{fuel.amount}{_kind(fuel)}</span>'
    )


def _burnt(change: RowChange | None) -> str:
    if change is None or not change.fuel:
        return ""
    each = (f'<span class="of-{fuel.kind}">{signed(fuel.amount)}{_kind(fuel)}</span>' for fuel in change.fuel)
    return f' <span class="fuel-change change">{"".join(each)}</span>'


def _kind(fuel: FuelAmount) -> str:
    return f'{icon(fuel.kind)}<span class="visually-hidden"> {escape(fuel.name)}</span>'


def _powering(row: PlayerRow, words: dict[str, str]) -> str:
    if row.has_powered:
        powered = f'<span aria-hidden="true">✓ </span>{row.powers}'
        return _number(words["powered"], powered, words["powered long"]) + _number(
            words["earned"], f"+{row.income}", words["earned long"]
        )
    words_of_capacity = ngettext(
        "The plants are good for {capacity} city", "The plants are good for {capacity} cities", row.capacity
    )
    capacity = escape(words_of_capacity.format(capacity=row.capacity))
    powers = f'{row.powers}<span class="muted">/{row.capacity}</span>'
    return _number(words["powers"], powers, capacity) + _number(words["pays"], row.income, words["pays long"])


def _bank(row: PlayerRow, words: dict[str, str]) -> str:
    seconds = row.clock.bank if row.clock else None
    title, content = "", words["empty"] if seconds == 0 else ""
    if seconds:
        sentence = _("{bank} beyond the time of each decision").format(bank=amount(seconds))
        title, content = f' title="{escape(sentence)}"', escape(roughly(seconds))
    return f'<td class="number bank" data-label="{words["bank"]}"{title}>{content}</td>'
