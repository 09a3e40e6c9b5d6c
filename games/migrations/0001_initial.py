import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Action",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField(help_text="1 for the first action of a game")),
                ("seat", models.PositiveSmallIntegerField(help_text="number of the seat")),
                ("body", models.TextField(help_text="the action in its JSON form")),
                (
                    "origin",
                    models.CharField(
                        choices=[("player", "player"), ("forced", "no choice"), ("bot", "bot")],
                        default="player",
                        max_length=10,
                    ),
                ),
                (
                    "digest",
                    models.CharField(
                        help_text="of the state after this action; secret while the game runs", max_length=64
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["sequence"],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                (
                    "setup",
                    models.JSONField(help_text="rules.Setup as plain data; secret: it holds the seed and the deck"),
                ),
                ("seed_hash", models.CharField(help_text="SHA-256 of the seed, shown from the start", max_length=64)),
                ("edition", models.CharField(max_length=20)),
                ("map", models.CharField(max_length=40)),
                ("is_public", models.BooleanField(default=True)),
                ("sequence", models.PositiveIntegerField(default=0, help_text="how many actions were taken")),
                (
                    "phase",
                    models.CharField(
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
                ("round", models.PositiveSmallIntegerField(default=1)),
                ("step", models.PositiveSmallIntegerField(default=1)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("moved_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(help_text="as shown at the table", max_length=30)),
                ("is_bot", models.BooleanField(default=False)),
                ("is_to_move", models.BooleanField(default=False)),
                (
                    "asked_at",
                    models.DateTimeField(blank=True, help_text="since when this seat is to move", null=True),
                ),
                (
                    "asked_sequence",
                    models.PositiveIntegerField(
                        blank=True, help_text="how many actions had been taken when this seat was asked", null=True
                    ),
                ),
                (
                    "question",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("choose_area", "Choose an area"),
                            ("open_auction", "Choose a plant to auction"),
                            ("bid", "Bid or pass"),
                            ("discard_plant", "Scrap a plant"),
                            ("buy_resources", "Buy resources"),
                            ("build_cities", "Build in cities"),
                            ("run_plants", "Power your cities"),
                        ],
                        help_text="what it is asked",
                        max_length=20,
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("powered", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="snapshot",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("state", models.TextField(help_text="rules.State in its JSON form; secret")),
            ],
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["is_public", "finished_at", "-moved_at"], name="games_game_is_publ_fa56e6_idx"
            ),
        ),
        migrations.AddField(
            model_name="action",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="actions", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(fields=("game", "sequence"), name="action_sequence_once"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["user", "is_to_move"], name="games_seat_user_id_78831c_idx"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="seat_number_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="seat_user_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("is_bot", True), ("user", None)),
                    models.Q(("is_bot", False), ("user__isnull", False)),
                    _connector="OR",
                ),
                name="seat_bot_or_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("asked_at", None), ("asked_sequence", None), ("is_to_move", False), ("question", "")),
                    models.Q(
                        ("asked_at__isnull", False),
                        ("asked_sequence__isnull", False),
                        ("is_to_move", True),
                        models.Q(("question", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="seat_asked_while_to_move",
            ),
        ),
    ]
