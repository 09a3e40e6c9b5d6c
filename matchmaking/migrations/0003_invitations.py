import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matchmaking.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_all_tables"),
        ("matchmaking", "0002_closed_tables"),
        ("talk", "0001_all_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "email",
                    models.EmailField(
                        blank=True,
                        db_index=True,
                        help_text="in place of a user: nobody learns here whether it has an account",
                        max_length=254,
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=matchmaking.models.new_token,
                        help_text="part of the link in a mail",
                        max_length=32,
                        unique=True,
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        choices=[
                            ("none", "has not answered"),
                            ("declined", "has declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="none",
                        max_length=10,
                    ),
                ),
                ("invited_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "due_at",
                    models.DateTimeField(default=django.utils.timezone.now, help_text="when a worker may tell of it"),
                ),
                (
                    "told_at",
                    models.DateTimeField(
                        blank=True, help_text="when that was done, or found to be unwanted", null=True
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="table",
            name="invited_only",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether only invited players can join, and the link is not enough",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("invited_only", True), ("is_public", True), _negated=True),
                name="table_public_or_invited_only",
                violation_error_message="A table that is listed is open to all, not only to the invited.",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sent_invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="matchmaking.table"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(condition=models.Q(("told_at", None)), fields=["due_at"], name="invitation_untold"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="invitation_user_once"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("email", ""), _negated=True),
                fields=("table", "email"),
                name="invitation_email_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", None), ("email", ""), _connector="XOR"), name="invitation_user_or_email"
            ),
        ),
    ]
