from django.db import migrations, models


class Migration(migrations.Migration):
    """A constraint that no stored game can break yet; PostgreSQL reads the table of games once to see it."""

    dependencies = [
        ("games", "0010_checksums_of_actions"),
    ]

    operations = [
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
    ]
