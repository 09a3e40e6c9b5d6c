from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matchmaking", "0003_invitations"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="invited_only",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether only invited players can join, and the link is not enough",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="the percentage of decisions made in time that players need to join"
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="ratings",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Anybody"),
                    ("low", "Up to 500"),
                    ("middle", "500 to 1000"),
                    ("not_low", "500 and more"),
                    ("high", "1000 and more"),
                ],
                default="",
                help_text="the ratings with which players can join",
                max_length=10,
            ),
        ),
    ]
