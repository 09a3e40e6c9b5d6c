from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_thoughts"),
    ]

    operations = [
        migrations.CreateModel(
            name="ThinkingTime",
            fields=[
                (
                    "whom",
                    models.CharField(
                        help_text="as ``Game.thinks_for`` has it", max_length=64, primary_key=True, serialize=False
                    ),
                ),
                ("clock", models.DateTimeField(help_text="when what was thought for them ends, one after the other")),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="thinks_for",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="for whom workers think in it; of guests a checksum of their network address, until it is"
                " over",
                max_length=64,
            ),
        ),
    ]
