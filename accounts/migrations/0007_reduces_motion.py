from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_shows_presence"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="reduces_motion",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether pages keep still for them, whatever their device says",
            ),
        ),
    ]
