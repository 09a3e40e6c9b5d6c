"""What is said of a power outage, before it comes and when it costs money (MAP-IN-10)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules


def while_building(state: rules.State, composed: int) -> Iterator[str]:
    """How many new cities the round has had, and how many it can have.

    :param composed: those that the player is about to build.
    """
    outage = state.board.rules.outage
    if outage is None:
        return
    most, count = outage.cities_per_player * len(state.order), state.new_cities + composed
    if count > most:
        sentence = _(
            "Power outage: {count} cities are connected in this round, more than {most}. Each city takes "
            "{loss} Elektro off the income of its owner."
        )
    else:
        sentence = _(
            "{count} of {most} cities are connected in this round. With more, there is a power outage: each city "
            "then takes {loss} Elektro off the income of its owner."
        )
    yield sentence.format(count=count, most=most, loss=outage.loss_per_city)


def while_powering(state: rules.State, cities: int) -> Iterator[str]:
    """What the outage of this round takes off the income.

    :param cities: those of the own network.
    """
    loss = rules.outage_loss(state)
    if loss:
        yield ngettext(
            "Power outage: {new} cities were connected in this round. Your {cities} city takes {lost} Elektro off "
            "your income.",
            "Power outage: {new} cities were connected in this round. Your {cities} cities take {lost} Elektro off "
            "your income.",
            cities,
        ).format(new=state.new_cities, cities=cities, lost=loss * cities)
