import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    # A copy that was migrated to the last of these has all tables already.
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_appearance"),
        ("accounts", "0003_guidance"),
        ("accounts", "0004_time_and_invitations"),
        ("accounts", "0005_hours_changed_at"),
        ("accounts", "0006_unreached_address"),
        ("accounts", "0007_former_players"),
        ("accounts", "0008_people_who_left"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="RetiredName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("until", models.DateTimeField(help_text="from when on anybody can have it")),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, null=True, unique=True)),
                ("name", models.CharField(max_length=30, verbose_name="display name")),
                ("is_guest", models.BooleanField(default=False)),
                ("is_staff", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "appearance",
                    models.CharField(
                        choices=[("auto", "As my device"), ("light", "Light"), ("dark", "Dark")],
                        default="auto",
                        max_length=5,
                    ),
                ),
                (
                    "is_guided",
                    models.BooleanField(
                        default=True,
                        help_text="whether the first round of a game against bots is explained to them",
                        verbose_name="guided",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(default="UTC", help_text="a name of the IANA database", max_length=64),
                ),
                (
                    "sleeps_from",
                    models.TimeField(
                        blank=True, help_text="when their clocks stop for the night, local time", null=True
                    ),
                ),
                ("sleeps_until", models.TimeField(blank=True, help_text="when they go on", null=True)),
                (
                    "hours_changed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when they last changed their time zone or sleep, after having set them",
                        null=True,
                    ),
                ),
                (
                    "is_invited_to_plan",
                    models.BooleanField(
                        default=False,
                        help_text="whether they are told when they can plan ahead, besides when it is their turn",
                    ),
                ),
                (
                    "unreached_address",
                    models.EmailField(
                        blank=True,
                        help_text="the address from which mails came back; none where they arrive, as far as is known",
                        max_length=254,
                    ),
                ),
                (
                    "left_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when they deleted their account; their games have a former player then",
                        null=True,
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["first_day"],
            },
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(models.F("left_at"), condition=models.Q(("left_at__isnull", False)), name="user_left"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"), name="user_name_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sleeps_from", None), ("sleeps_until", None)),
                    models.Q(("sleeps_from__isnull", False), ("sleeps_until__isnull", False)),
                    _connector="OR",
                ),
                name="user_sleeps_from_and_until",
            ),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_day__gte", models.F("first_day"))), name="vacation_forwards"
            ),
        ),
    ]
