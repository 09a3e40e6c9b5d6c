import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matchmaking.models


class Migration(migrations.Migration):
    initial = True

    # A copy that was migrated to the last of these has all tables already.
    replaces = [
        ("matchmaking", "0001_initial"),
        ("matchmaking", "0002_every_option_of_the_rules"),
        ("matchmaking", "0003_conversation"),
        ("matchmaking", "0004_undo_by_consent"),
        ("matchmaking", "0005_pace"),
        ("matchmaking", "0006_parts_of_the_seed"),
        ("matchmaking", "0007_ratings"),
        ("matchmaking", "0008_rematches"),
        ("matchmaking", "0009_figures"),
        ("matchmaking", "0010_ratings_of_tables"),
    ]

    dependencies = [
        ("games", "0001_all_tables"),
        ("talk", "0001_all_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingLock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rated",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                (
                    "people",
                    models.PositiveSmallIntegerField(help_text="how many were rated; none where it does not count"),
                ),
                ("ended_at", models.DateTimeField(db_index=True)),
                (
                    "lacks_figures",
                    models.BooleanField(default=False, help_text="whether its figures are still to be made"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("lacks_figures", True)), fields=["ended_at"], name="rated_lacks_figures"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "move_time",
                    models.PositiveIntegerField(
                        blank=True, help_text="seconds for each decision; none without a clock", null=True
                    ),
                ),
                (
                    "bank_time",
                    models.PositiveIntegerField(default=0, help_text="seconds in the bank of each player at first"),
                ),
                (
                    "increment",
                    models.PositiveIntegerField(default=0, help_text="seconds added to the bank with each decision"),
                ),
                (
                    "bank_cap",
                    models.PositiveIntegerField(default=0, help_text="seconds that the bank can have at most"),
                ),
                (
                    "grace",
                    models.PositiveIntegerField(default=0, help_text="seconds before the clock begins to tick"),
                ),
                (
                    "rests_on_weekends",
                    models.BooleanField(default=False, help_text="whether clocks stand still on weekends"),
                ),
                (
                    "plans_answer_at_once",
                    models.BooleanField(
                        default=False,
                        help_text="whether plans answer at once, or after a while so that nobody can tell",
                    ),
                ),
                (
                    "areas_at_once",
                    models.BooleanField(
                        default=False, help_text="whether all players rank drafted areas at the same time"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "token",
                    models.CharField(
                        default=matchmaking.models.new_token,
                        help_text="part of the share link",
                        max_length=32,
                        unique=True,
                    ),
                ),
                (
                    "secret",
                    models.CharField(
                        default=matchmaking.models.new_secret,
                        help_text="the site's part of the seed; secret until the game is over",
                        max_length=32,
                    ),
                ),
                ("edition", models.CharField(default="classic", max_length=20)),
                ("map", models.CharField(max_length=40)),
                ("players", models.PositiveSmallIntegerField()),
                (
                    "areas",
                    models.CharField(
                        choices=[
                            ("random", "drawn at random"),
                            ("host", "picked by the host"),
                            ("draft", "drafted by the players"),
                        ],
                        default="random",
                        max_length=10,
                    ),
                ),
                (
                    "chosen_areas",
                    models.JSONField(blank=True, default=list, help_text="area ids, where the host picked them"),
                ),
                ("money_visible", models.BooleanField(default=False)),
                ("first_game", models.BooleanField(default=False)),
                ("start_cities", models.BooleanField(default=False)),
                ("two_player_mode", models.CharField(blank=True, default="", max_length=10)),
                ("tiebreak", models.CharField(blank=True, default="", max_length=20)),
                ("step2_removal_when_skipped", models.BooleanField(default=True)),
                ("start_city_must_be_empty", models.BooleanField(default=True)),
                ("trust_refill", models.CharField(default="two", max_length=10)),
                ("trust_triggers_phase_out", models.BooleanField(default=False)),
                ("france_recharged_garbage", models.CharField(default="base", max_length=10)),
                (
                    "is_public",
                    models.BooleanField(default=True, help_text="listed in the lobby; otherwise by link only"),
                ),
                (
                    "undo_by_consent",
                    models.BooleanField(default=False, help_text="whether anything can be taken back if all agree"),
                ),
                (
                    "least_reliability",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="the percentage of decisions made in time that players need to join"
                    ),
                ),
                (
                    "ratings",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Anybody"),
                            ("low", "Up to 500"),
                            ("middle", "500 to 1000"),
                            ("not_low", "500 and more"),
                            ("high", "1000 and more"),
                        ],
                        default="",
                        help_text="the ratings with which players can join",
                        max_length=10,
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=0, help_text="grows with every change, so that open pages can follow"
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(blank=True, help_text="when it was given up", null=True)),
                (
                    "conversation",
                    models.OneToOneField(
                        blank=True,
                        help_text="begun with the first word; that of the game, once it has started",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="table",
                        to="talk.conversation",
                    ),
                ),
                (
                    "follows",
                    models.ForeignKey(
                        blank=True,
                        help_text="the game after which its people play again; its places may be kept for them",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="games.game",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="table",
                        to="games.game",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hosted_tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="kept", to="matchmaking.table"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="TableSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "share",
                    models.CharField(
                        blank=True, help_text="what its person adds to the seed; empty where nothing", max_length=40
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matchmaking.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Figures",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "by_hand",
                    models.PositiveIntegerField(
                        help_text="decisions that the game waited for, be it till time ran out"
                    ),
                ),
                ("planned", models.PositiveIntegerField(help_text="decisions that plans answered")),
                (
                    "waits",
                    models.JSONField(
                        help_text="of those by hand, how many took how long: see matchmaking.ratings.figures"
                    ),
                ),
                ("plants", models.JSONField(help_text="the numbers of the plants that were bought")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="figures", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="figures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "figures",
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="figures_once")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("map", models.CharField(blank=True, max_length=40)),
                ("mu", models.FloatField(help_text="the estimate")),
                ("sigma", models.FloatField(help_text="how uncertain it is")),
                (
                    "points",
                    models.PositiveIntegerField(
                        help_text="what people see of both, and what leaderboards are sorted by"
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("is_listed", models.BooleanField(default=False, help_text="whether leaderboards have it")),
                ("rated_at", models.DateTimeField(help_text="when the last of these games ended")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "indexes": [
                    models.Index(
                        fields=["edition", "map", "is_listed", "-points", "user", "games", "wins"],
                        name="rating_leaderboard",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "edition", "map"), name="rating_once")],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("map", models.CharField(blank=True, max_length=40)),
                ("rank", models.PositiveSmallIntegerField(help_text="the place among the people who were rated")),
                ("people", models.PositiveSmallIntegerField(help_text="how many were rated")),
                ("before", models.PositiveIntegerField(help_text="points")),
                ("after", models.PositiveIntegerField(help_text="points")),
                ("mu", models.FloatField(help_text="afterwards")),
                ("sigma", models.FloatField(help_text="afterwards")),
                ("at", models.DateTimeField(help_text="when the game ended")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rating_changes", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a rating",
                "indexes": [models.Index(fields=["user", "edition", "map", "-at"], name="rating_change_history")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "user", "edition", "map"), name="rating_change_once")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("closed_at", None), ("game", None)),
                fields=["is_public", "-id"],
                name="table_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("players__gte", 2), ("players__lte", 6)), name="table_players_in_range"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("game", None), ("closed_at", None), _connector="OR"),
                name="table_started_or_closed",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)), fields=("follows",), name="table_follows_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="keptplace",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="kept_place_number_once"),
        ),
        migrations.AddConstraint(
            model_name="keptplace",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="kept_place_user_once"),
        ),
        migrations.AddConstraint(
            model_name="tableseat",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="table_seat_number_once"),
        ),
        migrations.AddConstraint(
            model_name="tableseat",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="table_seat_user_once"),
        ),
        migrations.AddConstraint(
            model_name="tableseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__lt", 6)), name="table_seat_number_in_range"
            ),
        ),
    ]
