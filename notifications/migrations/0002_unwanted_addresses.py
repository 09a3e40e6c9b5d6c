import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0001_all_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="UnwantedAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ]
