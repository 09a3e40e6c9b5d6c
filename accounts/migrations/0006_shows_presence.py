from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="shows_presence",
            field=models.BooleanField(
                db_default=False, default=False, help_text="whether those they play with see if they are online"
            ),
        ),
    ]
