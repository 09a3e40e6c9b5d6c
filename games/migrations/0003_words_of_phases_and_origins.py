"""Only what people read changes: nothing is done to any table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_seats_keep_their_people"),
    ]

    operations = [
        migrations.AlterField(
            model_name="action",
            name="origin",
            field=models.CharField(
                choices=[("player", "player"), ("forced", "no choice"), ("bot", "bot")],
                default="player",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="phase",
            field=models.CharField(
                choices=[
                    ("setup", "Choosing areas"),
                    ("auction", "Auction"),
                    ("resources", "Resources"),
                    ("building", "Building"),
                    ("bureaucracy", "Bureaucracy"),
                    ("finished", "Finished"),
                ],
                max_length=20,
            ),
        ),
    ]
