"""Quick on a large table, but for one look at each seat. It fails where a person was deleted before: seats are theirs."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="seat",
            name="seat_bot_or_person",
        ),
        migrations.AlterField(
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
    ]
