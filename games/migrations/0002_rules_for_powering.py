from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_all_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="powering",
            field=models.CharField(
                choices=[
                    ("ask", "Ask me each time"),
                    ("least", "Burn as little as possible"),
                    ("coal", "Keep coal: burn oil first"),
                    ("oil", "Keep oil: burn coal first"),
                    ("garbage", "Keep garbage"),
                    ("uranium", "Keep uranium"),
                ],
                db_default="least",
                default="least",
                help_text="the rule by which it powers its cities; secret",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="action",
            name="origin",
            field=models.CharField(
                choices=[
                    ("player", "player"),
                    ("plan", "plan"),
                    ("forced", "no choice"),
                    ("obvious", "without asking"),
                    ("timeout", "time ran out"),
                    ("bot", "bot"),
                ],
                default="player",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="powers_itself",
            field=models.BooleanField(default=True, help_text="unused; the next release removes it"),
        ),
    ]
