"""What decided a game: moments that its positions and events prove, each told in one sentence."""

from games.story.moments.find import decisive
from games.story.moments.moment import Moment

__all__ = ["Moment", "decisive"]
