from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_unwanted_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name="presence",
            name="around_at",
            field=models.DateTimeField(
                blank=True, help_text="when they last looked or acted, or a plan acted for them", null=True
            ),
        ),
        migrations.AddField(
            model_name="presence",
            name="around_before",
            field=models.DateTimeField(
                blank=True,
                help_text="the same, up to the beginning of the quarter of an hour of ``around_at``",
                null=True,
            ),
        ),
    ]
