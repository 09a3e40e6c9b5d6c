from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matchmaking", "0003_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bot_level",
            field=models.CharField(
                db_default="easy", default="easy", help_text="how well its bots play", max_length=10
            ),
        ),
    ]
