from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_bans"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="takes_invitations",
            field=models.BooleanField(
                db_default=True, default=True, help_text="whether others can invite them to their tables"
            ),
        ),
    ]
