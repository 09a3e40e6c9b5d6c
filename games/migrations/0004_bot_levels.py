from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_powering_as_before"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="bot_level",
            field=models.CharField(
                db_default="easy", default="easy", help_text="how well its bot plays, where it has one", max_length=10
            ),
        ),
    ]
