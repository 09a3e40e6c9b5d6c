"""Phase 2: auctions of plants (AUC-1 to AUC-23)."""

from msgspec.structs import replace

from rules import deck, discount, fuel_market, plant_market, steps, trust
from rules.actions import Action, Bid, DeclineAuction, DiscardPlant, OpenAuction, PassBid
from rules.decisions import BiddingDecision, DiscardDecision, DiscardOffer, OpeningDecision, PlantOffer
from rules.errors import RuleError
from rules.events import AuctionDeclined, AuctionOpened, BidMade, BidPassed, OrderChanged, PlantBought, PlantDiscarded
from rules.fuel import Fuel
from rules.phases import order
from rules.plants import Plants, storage_of
from rules.state import Auction, Player, Seat, State


def begin(state: State) -> State:
    """The discount token, where the edition has one (RCH-8)."""
    return discount.place(state)


def legal(state: State, seat: Seat) -> OpeningDecision | BiddingDecision | DiscardDecision:
    if state.discarding is not None:
        return _legal_discard(state, seat)
    if state.auction is not None:
        return BiddingDecision(state.auction.plant, state.auction.bid + 1, state.players[seat].money)
    return _legal_opening(state, seat)


def forced(decision: OpeningDecision | BiddingDecision | DiscardDecision) -> Action | None:
    match decision:
        case OpeningDecision(plants=()):
            return DeclineAuction()
        case OpeningDecision(plants=(offer,), may_decline=False) if offer.least == offer.most:
            return OpenAuction(offer.plant, offer.least)
        case BiddingDecision(least=least, most=most) if least > most:
            return PassBid()
    return None


def _legal_opening(state: State, seat: Seat) -> OpeningDecision:
    barred = plant_market.barred(state, seat)
    offers = [_offer(state, seat, plant) for plant in plant_market.actual(state) if plant not in barred]
    plants = tuple([offer for offer in offers if offer.least <= state.players[seat].money])
    return OpeningDecision(plants, may_decline=state.round > 1 or seat == state.bonus or not plants, barred=barred)


def _offer(state: State, seat: Seat, plant: int) -> PlantOffer:
    least = plant_market.least_bid(state, plant)
    return PlantOffer(plant, least, least if _is_alone(state, plant) else state.players[seat].money)


def _legal_discard(state: State, seat: Seat) -> DiscardDecision:
    player = state.players[seat]
    numbers = [plant.number for plant in state.plants.without_mines(player.plants)]
    offers = [_discard_offer(state.plants, player, plant) for plant in numbers if plant != state.new_plant]
    return DiscardDecision(state.new_plant, tuple(offers))


def _discard_offer(cards: Plants, player: Player, plant: int) -> DiscardOffer:
    """What scrapping a plant does to the fuel (AUC-17, AUC-18)."""
    room = storage_of(cards.of([number for number in player.plants if number != plant]))
    fuel, storage = player.fuel, cards[plant].storage
    must = Fuel(
        max(0, fuel.coal - room.coal - room.hybrid),
        max(0, fuel.oil - room.oil - room.hybrid),
        max(0, fuel.garbage - room.garbage),
        max(0, fuel.uranium - room.uranium),
    )
    kept = fuel - must
    choose = max(0, -room.mixed_room(kept))
    may = must + Fuel(coal=min(kept.coal, choose), oil=min(kept.oil, choose)) if choose else must
    own = {kind: min(fuel[kind], storage) for kind in cards[plant].burns}
    return DiscardOffer(plant, must, replace(may, **own), choose, storage)


def apply(state: State, seat: Seat, action: Action) -> State:
    match action:
        case Bid() if state.auction is not None:
            return _bid(state, state.auction, seat, action)
        case PassBid() if state.auction is not None:
            return _pass(state, state.auction, seat)
        case DiscardPlant() if state.discarding is not None:
            return _discard(state, seat, action)
        case OpenAuction() if state.auction is None and state.discarding is None:
            return _open(state, seat, action)
        case DeclineAuction() if state.auction is None and state.discarding is None:
            return _decline(state, seat)
    raise _out_of_place(state)


def _open(state: State, seat: Seat, action: OpenAuction) -> State:
    _check_opening(state, seat, action)
    bidders = _bidders(state, action.plant)
    state = state.saying(AuctionOpened(seat, action.plant, action.bid))
    if len(bidders) == 1:
        return _buy(state, seat, action.plant, action.bid, unopposed=True)
    turn = _next_clockwise(bidders, seat)
    return replace(state, auction=Auction(action.plant, action.bid, seat, bidders, turn))


def _check_opening(state: State, seat: Seat, action: OpenAuction) -> None:
    plant = action.plant
    if plant not in plant_market.actual(state):
        raise RuleError("AUC-4", "Plant {plant:02} is not in the actual market.", plant=plant)
    if not plant_market.may_acquire(state, seat, plant):
        raise _barred(state, plant)
    offer = _offer(state, seat, plant)
    if action.bid < offer.least:
        raise RuleError(
            "AUC-5", "The minimum bid for plant {plant:02} is {least} Elektro.", plant=plant, least=offer.least
        )
    _check_money(state, seat, action.bid)
    if action.bid > offer.most:
        raise RuleError(
            "AUC-11",
            "Nobody else can bid: you pay exactly {least} Elektro for plant {plant:02}.",
            plant=plant,
            least=offer.least,
        )


def _check_money(state: State, seat: Seat, bid: int) -> None:
    money = state.players[seat].money
    if bid > money:
        raise RuleError("AUC-6", "You have {money} Elektro and cannot bid {amount}.", money=money, amount=bid)


def _barred(state: State, plant: int) -> RuleError:
    on = state.board
    return RuleError(
        on.rules.nuclear.rule,
        "Plant {plant:02} is nuclear: to buy it, you need a city in one of these areas: {areas}.",
        plant=plant,
        areas=", ".join(area.name for area in on.areas if area.id in on.rules.nuclear.areas),
    )


def _decline(state: State, seat: Seat) -> State:
    if state.round == 1 and not _legal_opening(state, seat).may_decline:
        raise RuleError("AUC-20", "You cannot decline: in the first round everybody must buy a plant.")
    is_first = {*state.acted} <= {*state.bought}
    state = replace(state, acted=(*state.acted, seat), bonus=_bonus_after(state, seat)).saying(AuctionDeclined(seat))
    if state.board.rules.decline_removes and is_first:
        state = deck.replace_plant(plant_market.discard_lowest(state, "declined"))
    return _let_trust_act(state)


def _bid(state: State, auction: Auction, seat: Seat, action: Bid) -> State:
    if action.amount <= auction.bid:
        raise RuleError("AUC-8", "The bid stands at {bid} Elektro; yours must be higher.", bid=auction.bid)
    _check_money(state, seat, action.amount)
    turn = _next_clockwise(auction.bidders, seat)
    raised = Auction(auction.plant, action.amount, seat, auction.bidders, turn)
    return state.saying(BidMade(seat, auction.plant, action.amount), auction=raised)


def _pass(state: State, auction: Auction, seat: Seat) -> State:
    bidders = tuple([other for other in auction.bidders if other != seat])
    passed = BidPassed(seat, auction.plant)
    if len(bidders) == 1:
        return _buy(state.saying(passed), auction.bidder, auction.plant, auction.bid, unopposed=False)
    turn = _next_clockwise(bidders, seat)
    return state.saying(passed, auction=replace(auction, bidders=bidders, turn=turn))


def _buy(state: State, seat: Seat, plant: int, price: int, *, unopposed: bool) -> State:
    """The highest bidder pays and takes the plant (AUC-10); with one too many, an old one goes first (AUC-16)."""
    player = state.players[seat]
    plants = tuple(sorted((*player.plants, plant)))
    buys_again = plant == state.discount and state.board.rules.discount_buys_again
    state = discount.put_aside(plant_market.take(state, plant), plant)
    state = state.with_player(seat, replace(player, money=player.money - price, plants=plants))
    state = replace(state, auction=None, bought=tuple(dict.fromkeys((*state.bought, seat))))
    if buys_again:
        state = replace(state, bonus=seat)
    else:
        state = replace(state, acted=(*state.acted, seat), bonus=_bonus_after(state, seat))
    state = fuel_market.phase_out(state.saying(PlantBought(seat, plant, price, unopposed)), plant)
    if _is_one_too_many(state, plants, plant):
        return replace(state, discarding=seat, new_plant=plant)
    return _let_trust_act(deck.replace_plant(state))


def _bonus_after(state: State, seat: Seat) -> Seat | None:
    """Who may still buy a second plant when a seat is done (MAP-NYC-12)."""
    return None if seat == state.bonus else state.bonus


def _is_one_too_many(state: State, plants: tuple[int, ...], bought: int) -> bool:
    """Whether a plant has to go for the one just bought (PLT-9, PLT-10); mines neither count nor go (MAP-AUS-6)."""
    if state.plants[bought].is_mine:
        return False
    return len(state.plants.without_mines(plants)) > state.thresholds.plants


def _let_trust_act(state: State) -> State:
    """The Trust takes its plant when the first of the two players is done, by a purchase or by declining (TRU-10)."""
    return trust.take_plant(state) if len(state.acted) == 1 else state


def _discard(state: State, seat: Seat, action: DiscardPlant) -> State:
    if action.plant == state.new_plant:
        raise RuleError("AUC-16", "You have just bought plant {plant:02}. Scrap another one.", plant=action.plant)
    player = state.players[seat]
    if action.plant not in player.plants:
        raise RuleError("AUC-16", "You do not own plant {plant:02}.", plant=action.plant)
    if state.plants[action.plant].is_mine:
        raise RuleError(
            "MAP-AUS-6", "Plant {plant:02} is a mine, which stays. Scrap another one.", plant=action.plant
        )
    drop = _drop(state.plants, player, action)
    kept = replace(
        player, plants=tuple(plant for plant in player.plants if plant != action.plant), fuel=player.fuel - drop
    )
    state = replace(
        state.with_player(seat, kept),
        discarding=None,
        new_plant=0,
        supply=state.supply + drop,
        removed=(*state.removed, action.plant),
    ).saying(PlantDiscarded(seat, action.plant, drop))
    return _let_trust_act(deck.replace_plant(state))


def _drop(cards: Plants, player: Player, action: DiscardPlant) -> Fuel:
    """The fuel that goes back to the supply with a scrapped plant (AUC-17, AUC-18)."""
    offer = _discard_offer(cards, player, action.plant)
    if action.drop is None:
        if offer.choose:
            raise RuleError(
                "AUC-18", "Your other plants have no room for all your coal and oil: say which of it goes."
            )
        return offer.must
    drop = action.drop.fuel
    total = drop.coal + drop.oil + drop.garbage + drop.uranium
    if (offer.may - drop).is_negative or total > offer.most:
        raise RuleError(
            "AUC-18", "With plant {plant:02} you can give back {may} at most.", plant=action.plant, may=offer.may
        )
    kept = cards.of(plant for plant in player.plants if plant != action.plant)
    if not storage_of(kept).holds(player.fuel - drop):
        raise RuleError("AUC-17", "Your other plants cannot store all the fuel that you want to keep.")
    return drop


def is_done(state: State) -> bool:
    """Every player has bought or declined (AUC-22), or there was no plant to begin with (MKT-12)."""
    if state.discarding is not None:
        return False
    return state.all_have_acted or not (state.market or state.acted)


def end(state: State) -> State:
    """AUC-22: the plant that goes unsold, the Step 3 card, the order of round 1 (of every round: MAP-BW-3)."""
    state = steps.end_auctions(_remove_unsold(replace(state, bonus=None)))
    if state.round > 1 and not state.board.rules.orders_after_auction:
        return state
    ranked = order.ranked(state)
    return replace(state, order=ranked).saying(OrderChanged(ranked))


def _remove_unsold(state: State) -> State:
    """The plant under the discount token (RCH-13); in classic the lowest, after a round without purchase (MKT-9)."""
    if state.discount is not None:
        return deck.replace_plant(discount.remove_unsold(state, state.discount))
    if not state.edition.removes_lowest_unless_bought:
        return state
    if state.round == 1 or state.bought or not state.market:
        return state
    shown = len(state.market)
    for _ in range(state.board.rules.unsold_plants):
        state = plant_market.discard_lowest(state, "unsold")
    return deck.replace_plant(state, gaps=shown - len(state.market))


def _bidders(state: State, plant: int) -> tuple[Seat, ...]:
    """The seats entitled to bid for a plant, the opener among them, ascending (AUC-7, MAP-CE-4)."""
    waiting = tuple(sorted(state.waiting))
    if not plant_market.is_restricted(state, plant):
        return waiting
    return tuple(seat for seat in waiting if plant_market.may_acquire(state, seat, plant))


def _is_alone(state: State, plant: int) -> bool:
    """Whether only one seat is entitled to bid for a plant."""
    if plant_market.is_restricted(state, plant):
        return len(_bidders(state, plant)) == 1
    return len(state.acted) + 1 == len(state.order)


def _next_clockwise(seats: tuple[Seat, ...], after: Seat) -> Seat:
    """The next of some seats, given ascending, along the ring (GEN-6)."""
    for seat in seats:
        if seat > after:
            return seat
    return seats[0]


def _out_of_place(state: State) -> RuleError:
    if state.discarding is not None:
        return RuleError("AUC-16", "You have one plant too many: first scrap one.")
    if state.auction is not None:
        return RuleError("AUC-8", "An auction is running: bid or pass.")
    return RuleError("AUC-2", "No auction is running: open one, or decline.")
