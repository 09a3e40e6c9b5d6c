from django.db import migrations

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_cautious_while_away"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=accounts.models.NameKeyField(
                editable=False, help_text="one for all names that could be taken for theirs", null=True, unique=True
            ),
        ),
    ]
