"""The numbers of the normal bot, found by letting it play against others and itself."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """What cannot be counted has to be weighed. Elektro, where nothing else is said.

    :param city: what a city costs with its connection, as the game begins; ``dearer``: how much more by its end.
    :param plant: what each city costs that a new plant can power; ``new_cities``: how many a new plant can power as
        the game begins; ``larger``: how many more by its end.
    :param fuel: what a city costs in fuel with a plant that is yet to be bought.
    :param city_at_end: what a city that is powered at the end is worth.
    :param scarce: what a token counts as that will be sold out.
    :param rival: how much of the next best plant's surplus a plant has to beat, of 1.
    :param patience: the surplus for which a plant is put up.
    :param late: how many rounds later than foreseen the game ends.
    """

    city: float = 16.0
    dearer: float = 8.0
    plant: float = 7.0
    new_cities: float = 3.0
    larger: float = 4.0
    fuel: float = 1.5
    city_at_end: float = 25.0
    scarce: float = 12.0
    rival: float = 0.7
    patience: float = 0.0
    late: float = 0.7
    stretch: float = 1.05
    stock: float = 1.0
    stock_keep: float = 20.0
    ahead: float = 2.0
    early: float = 0.0
    left_over: float = 12.0
    spare: float = 2.0
    near: float = 0.5


WEIGHTS = Weights()
