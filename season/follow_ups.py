"""What a circuit adds to the acts of its tournaments, in order."""

from season.services import substituting
from tournament.acts import FollowUps
from tournament.entries.services import pairs

FOLLOW_UPS: FollowUps = {pairs.substitute: (substituting.must_play_for_no_other,)}
