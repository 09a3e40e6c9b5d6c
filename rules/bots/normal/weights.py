"""The numbers of the normal bot that no rule gives, found by letting it play against others and itself."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """What the reckoning of :mod:`rules.bots.normal.prospects` assumes, in Elektro where nothing else is said.

    :param city: what the next city costs with its connection, as the game begins.
    :param dearer: how much more that is by its end.
    :param plant: what each city costs that a plant yet to be bought powers.
    :param larger: how many more cities the largest plant on offer powers with each round to come.
    :param largest: how many cities it powers at most.
    :param fuel: what fuel for a run of such a plant costs.
    :param city_at_end: what a city that is powered at the end is worth.
    :param sooner: how likely the game ends a round sooner than foreseen, of 1.
    :param scarce: what a token counts as that will be sold out.
    :param rival: how much of what the next best plant would bring a plant has to beat, of 1.
    :param near: how much the next houses tell about what later ones cost, of 1.
    :param left_over: what others have kept beside the income of the last round, where money is hidden.
    :param spare: how many more cities others will have than now when they buy fuel.
    """

    city: float = 16.0
    dearer: float = 8.0
    plant: float = 7.0
    larger: float = 0.9
    largest: float = 6.5
    fuel: float = 4.0
    city_at_end: float = 100.0
    sooner: float = 0.5
    scarce: float = 12.0
    rival: float = 0.9
    near: float = 0.5
    left_over: float = 12.0
    spare: float = 2.0


WEIGHTS = Weights()
