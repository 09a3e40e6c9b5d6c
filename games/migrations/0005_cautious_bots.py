from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_bot_levels"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_cautious",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether the bot that stands in for its player plays with caution",
            ),
        ),
    ]
