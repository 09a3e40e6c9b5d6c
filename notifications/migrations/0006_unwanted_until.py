from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0005_outgoing_mails"),
    ]

    operations = [
        migrations.AddField(
            model_name="unwantedaddress",
            name="until",
            field=models.DateTimeField(
                blank=True, help_text="where a mail came back; empty where its owner wants none", null=True
            ),
        ),
    ]
