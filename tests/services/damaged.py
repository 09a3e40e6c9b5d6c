"""Damage to stored games: ``python -m tests.services.damaged`` does it, and prints for each its game and its row."""

import django

if __name__ == "__main__":
    django.setup()

from games.models import Action, Game


def change_a_byte(game: int) -> int:
    row = Action.objects.get(game=game, sequence=100)
    body = row.body[:-3] + chr(ord(row.body[-3]) ^ 1) + row.body[-2:]
    Action.objects.filter(pk=row.pk).update(body=body)
    return 100


def swap_a_pair(game: int) -> int:
    rows = Action.objects.filter(game=game)
    rows.filter(sequence=50).update(sequence=0)
    rows.filter(sequence=51).update(sequence=50)
    rows.filter(sequence=0).update(sequence=51)
    return 50


def drop_a_row(game: int) -> int:
    Action.objects.get(game=game, sequence=77).delete()
    return 77


DAMAGES = (change_a_byte, swap_a_pair, drop_a_row)


if __name__ == "__main__":
    games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    for number, damage in enumerate(DAMAGES, 1):
        game = games[number * len(games) // (len(DAMAGES) + 1)]
        print(game, damage(game))
