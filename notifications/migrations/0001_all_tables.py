import datetime

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    # A copy that was migrated to the last of these has all tables already.
    replaces = [
        ("notifications", "0001_initial"),
        ("notifications", "0002_ways_to_reach_people"),
    ]

    dependencies = [
        ("accounts", "0001_all_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="presence",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("subject_id", models.BigIntegerField(help_text="the id of the game; 0 for the list of their games")),
                ("seen_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="AlertTimes",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="alert_times",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "quiet",
                    models.CharField(
                        choices=[("sleep", "While I sleep"), ("own", "At these hours"), ("none", "Never")],
                        default="sleep",
                        max_length=10,
                    ),
                ),
                ("quiet_from", models.TimeField(blank=True, help_text="local time, as the others", null=True)),
                ("quiet_until", models.TimeField(blank=True, null=True)),
                ("digest_at", models.TimeField(default=datetime.time(8, 0), help_text="when the daily digest comes")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet", "own"), _negated=True),
                            models.Q(("quiet_from__isnull", False), ("quiet_until__isnull", False)),
                            _connector="OR",
                        ),
                        name="alert_times_own_hours",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Destination",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "frequency",
                    models.CharField(
                        choices=[
                            ("at_once", "At once"),
                            ("spaced", "At most every few hours"),
                            ("daily", "Once a day"),
                            ("never", "Never"),
                        ],
                        default="at_once",
                        max_length=10,
                    ),
                ),
                (
                    "hours",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(48),
                        ],
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("mail", "Mail"),
                            ("push", "Push messages"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("webhook", "Webhook"),
                            ("feed", "Feed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "address",
                    models.CharField(
                        blank=True,
                        help_text="where it leads; empty for mail, as the account has the address",
                        max_length=1000,
                    ),
                ),
                (
                    "keys",
                    models.JSONField(
                        blank=True, default=dict, help_text="with which a browser decrypts what is pushed to it"
                    ),
                ),
                (
                    "secret",
                    models.CharField(
                        blank=True,
                        help_text="with which a webhook's calls are signed, or the address of feeds",
                        max_length=64,
                    ),
                ),
                ("label", models.CharField(blank=True, help_text="by which its owner knows it", max_length=80)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "failing_since",
                    models.DateTimeField(blank=True, help_text="since when nothing has arrived there", null=True),
                ),
                (
                    "rests_until",
                    models.DateTimeField(blank=True, help_text="until when nothing is tried there", null=True),
                ),
                ("off_at", models.DateTimeField(blank=True, help_text="when the site gave it up", null=True)),
                (
                    "taken_until",
                    models.DateTimeField(
                        blank=True, help_text="until when a worker sends there, and no other one", null=True
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="destinations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("mail", "Mail"),
                            ("push", "Push messages"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("webhook", "Webhook"),
                            ("feed", "Feed"),
                        ],
                        help_text="of its destination, which may be gone",
                        max_length=10,
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("subject_id", models.BigIntegerField()),
                ("sequence", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "waiting"),
                            ("claimed", "being sent"),
                            ("gathered", "goes along with another"),
                            ("sent", "sent"),
                            ("dropped", "not sent"),
                            ("failed", "given up"),
                        ],
                        default="new",
                        max_length=10,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="when there was something to tell"
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="when a worker may take it; while one has it, when its lease ends",
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        blank=True, help_text="of the claim under which it is being sent", max_length=32
                    ),
                ),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="how often a worker has taken it to send it"
                    ),
                ),
                (
                    "held",
                    models.JSONField(default=list, help_text="when it was held back, until when, and the reason"),
                ),
                ("title", models.CharField(blank=True, help_text="what it said, once it was sent", max_length=200)),
                ("sentence", models.CharField(blank=True, max_length=500)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("present", "you were looking at the game"),
                            ("just_acted", "you had just acted"),
                            ("quiet", "your quiet hours"),
                            ("spaced", "you had heard of your games not long before"),
                            ("daily", "kept for your daily digest"),
                            ("trouble", "it could not be delivered"),
                            ("answered", "no longer needed"),
                            ("off", "you do not want it"),
                            ("unconfirmed", "your address is not confirmed"),
                            ("unreached", "mails to your address came back"),
                            ("gone", "this way to reach you is gone"),
                        ],
                        help_text="why it was not sent",
                        max_length=20,
                    ),
                ),
                (
                    "note",
                    models.CharField(
                        blank=True, help_text="the last trouble with it, for those who run the site", max_length=200
                    ),
                ),
                (
                    "leader",
                    models.ForeignKey(
                        help_text="the alert with which it is sent as one",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="members",
                        to="notifications.alert",
                    ),
                ),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="alerts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "destination",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="alerts",
                        to="notifications.destination",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "frequency",
                    models.CharField(
                        choices=[
                            ("at_once", "At once"),
                            ("spaced", "At most every few hours"),
                            ("daily", "Once a day"),
                            ("never", "Never"),
                        ],
                        default="at_once",
                        max_length=10,
                    ),
                ),
                (
                    "hours",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(48),
                        ],
                    ),
                ),
                ("subject_id", models.BigIntegerField(help_text="the id of the game")),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("mail", "Mail"),
                            ("push", "Push messages"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("webhook", "Webhook"),
                            ("feed", "Feed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_wishes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="destination",
            constraint=models.UniqueConstraint(fields=("user", "channel", "address"), name="destination_once"),
        ),
        migrations.AddConstraint(
            model_name="destination",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel", "push")), fields=("address",), name="destination_push_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="destination",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel", "feed")), fields=("secret",), name="destination_feed_once"
            ),
        ),
        migrations.AddIndex(
            model_name="alert",
            index=models.Index(fields=["state", "due_at"], name="notificatio_state_0d6922_idx"),
        ),
        migrations.AddIndex(
            model_name="alert",
            index=models.Index(fields=["recipient", "-created_at"], name="alert_of_recipient"),
        ),
        migrations.AddIndex(
            model_name="alert",
            index=models.Index(fields=["created_at"], name="alert_by_age"),
        ),
        migrations.AddConstraint(
            model_name="alert",
            constraint=models.UniqueConstraint(
                fields=("destination", "kind", "subject_id", "sequence"), name="alert_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="gamewish",
            constraint=models.UniqueConstraint(fields=("user", "subject_id", "channel"), name="game_wish_once"),
        ),
    ]
