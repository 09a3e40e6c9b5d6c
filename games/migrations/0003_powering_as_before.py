"""Those who are asked to power their cities still are, and a plan that was to power them in all rounds becomes the rule.

Only seats of games that run are touched: few rows, even where there are many games.
"""

import json

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RUNNING = {"game__finished_at": None}


def keep(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    seats = apps.get_model("games", "Seat").objects
    seats.filter(**RUNNING, powers_itself=False).update(powering="ask")
    plans = apps.get_model("games", "StandingPlan").objects.select_related("seat__game")
    for plan in plans.filter(
        **{f"seat__{name}": value for name, value in RUNNING.items()}, slot="powering", round=None
    ):
        body = json.loads(plan.body)
        if "runs" not in body:
            seats.filter(pk=plan.seat_id).update(powering=body.get("kept") or "least")
        plan.round = plan.seat.game.round  # it may be about to answer, or ask
        plan.save(update_fields=["round"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_rules_for_powering"),
    ]

    operations = [
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
