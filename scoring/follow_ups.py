"""What follows from the acts of `tournament` where hands are written down, in order."""

from scoring.hands.services import hands
from scoring.rulings.services import departures as departures_services
from scoring.rulings.services import endings
from tournament.acts import FollowUps
from tournament.clock import services as clock
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.matches.services import matches, results

FOLLOW_UPS: FollowUps = {
    departures.withdraw: (departures_services.settle_left,),
    departures.both_absent: (departures_services.settle_left,),
    departures.reinstate: (departures_services.ask_about_returned,),
    matches.undo_start: (hands.must_have_no_hands,),
    results.walkover: (endings.settle_walkover,),
    results.unplayed: (endings.answer_calls,),
    results.record_result: (endings.record_over_hands,),
    results.replace_result: (endings.keep_games_of_hands,),
    results.reopen: (endings.ask_again,),
    clock.reduce_games: (endings.let_questions_wait,),
    clock.take_back_reduction: (endings.play_on_by_hands,),
    consolation.cancel: (endings.settle_cancelled,),
}
