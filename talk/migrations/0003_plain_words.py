from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("talk", "0002_who_is_told_of_reports"),
    ]

    operations = [
        migrations.AlterField(
            model_name="report",
            name="reason",
            field=models.CharField(
                choices=[
                    ("insult", "It insults or threatens a player"),
                    ("spam", "It advertises something, or floods the talk"),
                    ("cheating", "It is about cheating"),
                    ("other", "Something else"),
                ],
                max_length=10,
            ),
        ),
    ]
