from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_cautious_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="thinks_at",
            field=models.DateTimeField(
                blank=True, help_text="from when a worker may think for a bot that is to move", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("thinks_at__isnull", False)), fields=["thinks_at"], name="game_thinks"
            ),
        ),
    ]
