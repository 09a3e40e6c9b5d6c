import django.db.models.deletion
from django.db import migrations, models

DROP = "DROP INDEX IF EXISTS games_action_game_id_84e59f39"
MAKE = "CREATE INDEX games_action_game_id_84e59f39 ON games_action (game_id)"


class Migration(migrations.Migration):
    """Written by hand: by itself Django would also make the foreign key anew, and look through all actions for that."""

    dependencies = [
        ("games", "0014_seats_to_move"),
    ]

    operations = [
        migrations.RunSQL(
            DROP,
            MAKE,
            state_operations=[
                migrations.AlterField(
                    model_name="action",
                    name="game",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="actions",
                        to="games.game",
                    ),
                ),
            ],
        ),
    ]
