from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_all_tables")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="sessions_ended",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="how often they were logged out wherever they had been logged in",
            ),
        ),
    ]
