from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("powergrid", "0002_back_ups"),
    ]

    operations = [
        migrations.AlterField(
            model_name="heartbeat",
            name="program",
            field=models.CharField(
                choices=[("worker", "Worker"), ("thinker", "Thinker"), ("scheduler", "Scheduler")], max_length=10
            ),
        ),
    ]
