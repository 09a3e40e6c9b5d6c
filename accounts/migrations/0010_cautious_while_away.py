from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_favourite_maps"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_cautious_while_away",
            field=models.BooleanField(
                db_default=False, default=False, help_text="whether a bot that stands in for them plays with caution"
            ),
        ),
    ]
