import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    # A copy that was migrated to the last of these has all tables already.
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_setup_of_trust_and_start_cities"),
        ("games", "0003_news_and_undo"),
        ("games", "0004_talk_and_notes"),
        ("games", "0005_plans_clocks_and_absence"),
        ("games", "0006_clocks_of_actions"),
        ("games", "0007_warns_at"),
        ("games", "0008_checkpoints"),
        ("games", "0009_records_and_shares"),
        ("games", "0010_checksums_of_actions"),
        ("games", "0011_studies_are_private"),
        ("games", "0012_courses_of_games"),
        ("games", "0013_games_on_the_front_page"),
        ("games", "0014_seats_to_move"),
        ("games", "0015_actions_by_sequence_alone"),
    ]

    dependencies = [
        ("talk", "0001_all_tables"),
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
                        choices=[
                            ("player", "player"),
                            ("plan", "plan"),
                            ("forced", "no choice"),
                            ("obvious", "no other sensible choice"),
                            ("timeout", "time ran out"),
                            ("bot", "bot"),
                        ],
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
                (
                    "clock",
                    models.JSONField(
                        blank=True,
                        help_text="how the clock of its seat stood, to go on if this is taken back",
                        null=True,
                    ),
                ),
                (
                    "checksum",
                    models.CharField(
                        blank=True,
                        help_text="of all that the row holds, to notice damage; old rows have none",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "ordering": ["sequence"],
            },
        ),
        migrations.CreateModel(
            name="Game",
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
                    "setup",
                    models.JSONField(help_text="rules.Setup as plain data; secret: it holds the seed and the deck"),
                ),
                (
                    "seed_hash",
                    models.CharField(
                        help_text="SHA-256 of the site's part of the seed, shown before anybody acts", max_length=64
                    ),
                ),
                (
                    "shares",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="what players added to the seed, in its order: for each the number of the seat and the words",
                    ),
                ),
                ("edition", models.CharField(max_length=20)),
                ("map", models.CharField(max_length=40)),
                ("is_public", models.BooleanField(default=True)),
                (
                    "undo_by_consent",
                    models.BooleanField(default=False, help_text="whether anything can be taken back if all agree"),
                ),
                ("sequence", models.PositiveIntegerField(default=0, help_text="how many actions were taken")),
                (
                    "news",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="grows with all that viewers are to see, so that open pages can follow",
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("setup", "Setup"),
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
                (
                    "ended_early",
                    models.BooleanField(
                        default=False, help_text="whether the players ended it early, so that nobody won"
                    ),
                ),
                (
                    "paused_at",
                    models.DateTimeField(blank=True, help_text="since when all clocks stand still", null=True),
                ),
                (
                    "resumes_at",
                    models.DateTimeField(blank=True, help_text="when they go on by themselves", null=True),
                ),
                (
                    "pauses",
                    models.PositiveSmallIntegerField(default=0, help_text="how often the players have paused it"),
                ),
                (
                    "absences",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="how often a bot began to stand in for a player"
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(blank=True, help_text="when it has to go on by itself", null=True),
                ),
                (
                    "claimed_until",
                    models.DateTimeField(blank=True, help_text="until when a worker has claimed it", null=True),
                ),
                (
                    "conversation",
                    models.OneToOneField(
                        blank=True,
                        help_text="begun with the first word, maybe at the table",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="game",
                        to="talk.conversation",
                    ),
                ),
                (
                    "studied_by",
                    models.ForeignKey(
                        blank=True,
                        help_text="the user who brought it as a record to study; nobody plays it",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="studies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "action",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="checkpoint",
                        serialize=False,
                        to="games.action",
                    ),
                ),
                ("state", models.TextField(help_text="rules.State in its JSON form; secret")),
            ],
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
                (
                    "course",
                    models.TextField(
                        blank=True,
                        help_text="a mark for each position, see games.replay.position_index; empty until it is needed",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UndoRequest",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="undo_request",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(help_text="number of the seat that asks")),
                ("to", models.PositiveIntegerField(help_text="the position that the game is to go back to")),
                (
                    "agreed",
                    models.JSONField(default=list, help_text="numbers of the other seats that have agreed so far"),
                ),
                (
                    "refused_by",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="number of the seat that refused", null=True
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Agreement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "motion",
                    models.CharField(
                        choices=[
                            ("pause", "pause the game"),
                            ("resume", "go on with the game"),
                            ("end", "end the game without a winner"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "seats",
                    models.JSONField(
                        default=list, help_text="numbers of the seats that voted for it; none if it came by itself"
                    ),
                ),
                ("sequence", models.PositiveIntegerField(help_text="how many actions had been taken")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="agreements", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="action",
            name="game",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="actions", to="games.game"
            ),
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True)),
                ("version", models.PositiveIntegerField(default=0, help_text="grows with every change")),
                (
                    "replaced",
                    models.TextField(blank=True, help_text="what was written on another page and replaced unseen"),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PositionNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "sequence",
                    models.PositiveIntegerField(help_text="how many actions had been taken in the position"),
                ),
                ("text", models.TextField()),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="position_notes", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="position_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["sequence"],
            },
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
                            ("place_trust_house", "Place a house of the Trust"),
                            ("choose_start_city", "Mark a start city"),
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
                (
                    "answers_at",
                    models.DateTimeField(blank=True, help_text="when its plan answers; secret", null=True),
                ),
                (
                    "may_plan_since",
                    models.DateTimeField(
                        blank=True,
                        help_text="since when its player could plan for this phase",
                        null=True,
                    ),
                ),
                (
                    "powers_itself",
                    models.BooleanField(
                        default=True,
                        help_text="whether it powers its cities by itself where only one choice makes sense",
                    ),
                ),
                (
                    "bank",
                    models.PositiveIntegerField(blank=True, help_text="seconds left in the bank", null=True),
                ),
                (
                    "ticks_from",
                    models.DateTimeField(
                        blank=True,
                        help_text="since when its clock runs, grace included; none while it stands still",
                        null=True,
                    ),
                ),
                (
                    "spent",
                    models.PositiveIntegerField(
                        default=0, help_text="seconds that this decision had taken before ``ticks_from``"
                    ),
                ),
                (
                    "extra",
                    models.PositiveIntegerField(
                        default=0, help_text="seconds that others have given for this decision"
                    ),
                ),
                (
                    "extra_from",
                    models.JSONField(blank=True, default=list, help_text="numbers of the seats that have given them"),
                ),
                ("due_at", models.DateTimeField(blank=True, help_text="when its time is up", null=True)),
                (
                    "warns_at",
                    models.DateTimeField(
                        blank=True, help_text="when its player is to be told that most of the time is gone", null=True
                    ),
                ),
                (
                    "was_warned",
                    models.BooleanField(default=False, help_text="whether its player was told so for this decision"),
                ),
                ("turns", models.PositiveIntegerField(default=0, help_text="decisions that its player made in time")),
                (
                    "misses",
                    models.PositiveIntegerField(default=0, help_text="decisions for which its player's time ran out"),
                ),
                (
                    "misses_in_a_row",
                    models.PositiveSmallIntegerField(default=0, help_text="of these, those since the last in time"),
                ),
                (
                    "absent_since",
                    models.DateTimeField(
                        blank=True,
                        help_text="since when a bot stands in for its player, and others can take it over",
                        null=True,
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("powered", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[("missed", "missed decisions in a row"), ("left", "left the game")], max_length=10
                    ),
                ),
                ("sequence", models.PositiveIntegerField(help_text="how many actions had been taken when it began")),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "ended_sequence",
                    models.PositiveIntegerField(
                        blank=True, help_text="how many had been taken when it ended", null=True
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "turns",
                    models.PositiveIntegerField(
                        default=0, help_text="those of the seat when another player took it over"
                    ),
                ),
                (
                    "misses",
                    models.PositiveIntegerField(
                        default=0, help_text="those of the seat when another player took it over"
                    ),
                ),
                (
                    "substitute",
                    models.ForeignKey(
                        blank=True,
                        help_text="the player who took over; none if the player came back",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substitutions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="absences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="games.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StandingPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slot",
                    models.CharField(
                        choices=[
                            ("areas", "areas"),
                            ("auction", "this auction"),
                            ("auctions", "the auctions of a round"),
                            ("purchase", "buying resources"),
                            ("building", "building"),
                            ("powering", "powering cities"),
                        ],
                        max_length=10,
                    ),
                ),
                ("body", models.TextField(help_text="the plan in its JSON form, see games.plans.language; secret")),
                (
                    "round",
                    models.PositiveSmallIntegerField(blank=True, help_text="the round that it is for", null=True),
                ),
                ("given_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "given_sequence",
                    models.PositiveIntegerField(help_text="how many actions had been taken when it was given"),
                ),
                ("asks", models.TextField(blank=True, help_text="why it asks, in the JSON form of a reason; secret")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="plans", to="games.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "motion",
                    models.CharField(
                        choices=[
                            ("pause", "pause the game"),
                            ("resume", "go on with the game"),
                            ("end", "end the game without a winner"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(help_text="number of the seat")),
                ("cast_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WhatIf",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField(help_text="the position that the line begins with")),
                (
                    "seed",
                    models.CharField(help_text="the seed by which the unknown cards were drawn anew", max_length=32),
                ),
                (
                    "moves",
                    models.JSONField(default=list, help_text="the line: for each action its seat and its JSON form"),
                ),
                ("version", models.PositiveIntegerField(default=0, help_text="grows with every change")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="what_ifs", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="what_ifs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["is_public", "finished_at", "-moved_at"], name="games_game_is_publ_fa56e6_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="game_due"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("finished_at", None), ("is_public", True)),
                fields=["-moved_at"],
                name="game_public_running",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("studied_by", None),
                    models.Q(("due_at", None), ("finished_at__isnull", False), ("is_public", False)),
                    _connector="OR",
                ),
                name="game_study_is_private_and_over",
            ),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(fields=("game", "sequence"), name="action_sequence_once"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="note_once"),
        ),
        migrations.AddConstraint(
            model_name="positionnote",
            constraint=models.UniqueConstraint(fields=("game", "user", "sequence"), name="position_note_once"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["user", "is_to_move"], name="games_seat_user_id_78831c_idx"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("is_to_move", True)), fields=["game"], name="seat_to_move"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("absent_since__isnull", False)), fields=["absent_since"], name="seat_absent"
            ),
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
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("seat",), name="absence_one_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("ended_sequence", None), ("substitute", None)),
                    models.Q(("ended_at__isnull", False), ("ended_sequence__isnull", False)),
                    _connector="OR",
                ),
                name="absence_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="standingplan",
            constraint=models.UniqueConstraint(fields=("seat", "slot"), name="plan_once"),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(fields=("game", "motion", "seat"), name="vote_once"),
        ),
        migrations.AddConstraint(
            model_name="whatif",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="what_if_once"),
        ),
    ]
