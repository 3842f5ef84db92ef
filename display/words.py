"""The words of displays, in the display's language, for the scripts that draw them.

Keys are what static/display/*.js asks for. `%(name)s` is filled in by the script; a word that counts something is a
table by plural category (CLDR: one, few, other), which the browser chooses from. Which of several words a club uses
(alternates or waiting list) follows from its rule preset.
"""

from collections.abc import Callable
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournaments.models_tournament import Game

type Words = dict[str, str | dict[str, str]]

# A number of each plural category in the languages of the project: Romanian has a form for 2 to 19.
SAMPLES = {"one": 1, "few": 2, "other": 20}


def counted(word: Callable[[int], str]) -> dict[str, str]:
    """A counting word in every plural category."""
    return {category: word(number) for category, number in SAMPLES.items()}


@lru_cache(maxsize=32)
def words_in(language: str) -> Words:
    """All words in a language, as plain data for json_script."""
    with override(language):
        return {
            **clock_words(),
            **field_words(),
            **money_words(),
            **stage_words(),
            **spoken_words(),
            **page_words(),
            **player_words(),
            **game_words(),
        }


def clock_words() -> Words:
    """Levels, bets and times."""
    return {
        "level_n": _("Level %(n)s"),
        "break": _("Break"),
        "minutes": _("%(n)s min"),
        "blinds": _("Blinds"),
        "ante": _("Ante"),
        "bb_ante": _("Big-blind ante"),
        "bring_in": _("Bring-in"),
        "bets": _("Bets"),
        "bb_n": _("%(n)s BB"),
        "next": _("Next"),
        "structure": _("Structure"),
        "paused": _("Paused"),
        "goes_on_in": _("Goes on in %(left)s"),
        "last_minute": _("Last minute"),
        "take_seats": _("Please take your seats"),
        "overtime": _("Overtime"),
        "hand_of": _("Hand %(n)s of %(of)s"),
        "about_minutes": _("about %(n)s min"),
        "hands_n": counted(lambda n: ngettext("%(n)s hand", "%(n)s hands", n)),
        "break_about": _("Break at about %(at)s, back at %(back)s"),
        "break_at": _("Break at %(at)s, back at %(back)s"),
        "break_in": _("Break in %(left)s of play"),
        "break_after": _("Break after level %(n)s"),
        "next_break": _("Next break"),
        "at_back": _("%(at)s, back at %(back)s"),
        "back_at": _("Back at"),
        "then_level": _("Then level %(n)s"),
        "time_left": _("Time left"),
        "signal_hint": _("New level from the next hand at the signal"),
        "starts_in": _("Starts in"),
        "starts_at": _("Starts at"),
    }


def field_words() -> Words:
    """Players, tables, seats, moves."""
    return {
        "players_left": _("Players left"),
        "entries": _("Entries"),
        "tables": _("Tables"),
        "average": _("Average stack"),
        "starting_stack": _("Starting stack"),
        "late_closes": _("Late registration closes in"),
        "rebuy_closes": _("Rebuys close in"),
        "addon_closes": _("Add-ons close in"),
        "reentry_closes": _("Re-entry closes in"),
        "enter_at_desk": _("Enter at the desk now"),
        "seats": _("Seats"),
        "moves": _("Changed seats"),
        "house_rules": _("House rules"),
        "come_to_desk": _("come to the desk"),
        "stacks": _("Stacks"),
        "player": _("Player"),
        "table": _("Table"),
        "seat": _("Seat"),
        "table_seat": _("Table %(table)s, seat %(seat)s"),
        "please_move": _("Please move now"),
        "from_table": _("from table"),
        "to_table": _("to table"),
        "to_seat": _("seat"),
        "halted": _("Halted until players arrive: table %(tables)s"),
        "chip_race": _("Chip race: %(values)s leave play"),
        "chip_race_hint": _("Please keep them on the table."),
        "seats_n": counted(lambda n: ngettext("%(n)s seat", "%(n)s seats", n)),
        "players_n": counted(lambda n: ngettext("%(n)s player", "%(n)s players", n)),
        "entries_n": counted(lambda n: ngettext("%(n)s entry", "%(n)s entries", n)),
    }


def money_words() -> Words:
    """Prizes and the price of an entry."""
    return {
        "prizes": _("Prizes"),
        "pool": _("Prize pool"),
        "buy_in": _("Buy-in"),
        "first_place": _("1st place"),
        "guaranteed": _("%(amount)s guaranteed"),
        "next_out_wins": _("The next player out wins"),
        "place_n": _("Place %(n)s"),
        "pay_jumps": _("Prizes ahead"),
        "next_prizes": _("Next prizes"),
        "place_wins_nothing": _("Place %(n)s wins nothing"),
        "places_from": _("places paid, from %(amount)s"),
        "places_paid_short": _("places paid"),
        "places_paid": counted(lambda n: ngettext("%(n)s place paid", "%(n)s places paid", n)),
        "places_paid_now": counted(
            lambda n: ngettext("%(n)s place paid so far", "%(n)s places paid so far", n)
        ),
    }


def stage_words() -> Words:
    """What the moment is about."""
    return {
        "from_money": counted(
            lambda n: ngettext("One place from the money", "%(n)s places from the money", n)
        ),
        "hand_for_hand_since": _("Hand-for-hand since %(at)s"),
        "hand_n": _("Hand %(n)s: please wait for the deal"),
        "hand_hint": _("Cards go out when every table has finished the hand."),
        "hand_done": _("Hand done"),
        "all_in": _("All-in, cards wait"),
        "still_playing": _("Playing"),
        "clock_stands": _("Clock stands, %(step)s a hand"),
        "in_money": _("In the money"),
        "in_money_next": _("In the money: the next player out wins %(amount)s"),
        "final_table": _("Final table"),
        "deal": _("Deal"),
        "deal_agreed": _("Deal agreed"),
        "played_for": _("%(amount)s still played for"),
        "deal_talk": _("The players are talking about a deal"),
        "winner": _("Winner"),
        "results": _("Results"),
        "thanks": _("Thank you for playing"),
        "over": _("The tournament is over"),
        "cancelled": _("The tournament is cancelled"),
        "notice_structure_changed": _("The director has changed the coming levels"),
        "notice_structure_changed_minutes": _(
            "From level %(level_number)s on, levels last %(after_minutes)s min instead of %(before_minutes)s"
        ),
        "notice_structure_changed_break": _("A break of %(minutes)s min was put in"),
        "notice_structure_changed_added": _("Level %(level_number)s was added"),
        "notice_structure_changed_levels": _(
            "The director has changed the levels from level %(level_number)s on"
        ),
        "notice_late_closed": _("Late registration is closed"),
    }


def spoken_words() -> Words:
    """What is called out: on the walls by the director, and by displays that speak."""
    return {
        "call_one_minute": _("One minute left in this level"),
        "call_last_hand": _("Last hand before the break"),
        "call_prepare": _("Play goes on in one minute: please take your seats"),
        "call_deal": _("Shuffle up and deal"),
        "call_break_over": _("The break is over: please take your seats"),
        "say_minute": _("One minute left in this level."),
        "say_prepare": _("Play begins in one minute. Please take your seats."),
        "say_play": _("Shuffle up and deal."),
        "say_break": _("Break, %(n)s minutes."),
        "say_level": _("Level %(n)s."),
        "say_blinds": _("Blinds %(small)s, %(big)s."),
        "say_bets": _("Bets %(small)s, %(big)s."),
        "say_ante": _("Ante %(n)s."),
        "say_bb_ante": _("Big-blind ante %(n)s."),
    }


def page_words() -> Words:
    """The page itself: connection, sound, full screen, links."""
    return {
        "lost": _("Connection lost, last update %(at)s"),
        "closed": _("This display was switched off by the director"),
        "expired": _("This display was switched off, or its link has expired"),
        "tap_for_sound": _("Tap for sound"),
        "sound_on": _("Sound is on"),
        "no_voice": _("This browser has no voice for this language: announcements are not spoken."),
        "full_screen": _("Full screen"),
        "leave_full_screen": _("Leave full screen"),
        "language": _("Language"),
        "qr_title": _("The clock and the prizes on your phone"),
        "qr_hint": _("Scan the code. No account."),
        "qr_alt": _("QR code of this display's address for phones"),
    }


def player_words() -> Words:
    """A player's own page."""
    return {
        "my_seat": _("My seat"),
        "since": _("since %(at)s"),
        "seat_before": _("Before"),
        "you_move": _("You move to table %(table)s, seat %(seat)s."),
        "take_chips": _("Take your chips with you."),
        "no_seat_yet": _("You have no seat yet. Look here again, or listen to the director."),
        "entry_cancelled": _("This entry was cancelled. Ask at the desk."),
        "alternates": _("Alternates"),
        "waiting_list": _("Waiting list"),
        "you_are_next": _("You are next on the list."),
        "ahead_n": counted(
            lambda n: ngettext("%(n)s person waits in front of you.", "%(n)s people wait in front of you.", n)
        ),
        "list_number": _("Your number on the list is %(n)s."),
        "place_offered": _("There is a place for you: come to the desk."),
        "come_until": _("It is kept until %(at)s."),
        "you_are_out": _("You are out"),
        "your_place": _("Place"),
        "your_place_now": _("Place for now"),
        "your_prize": _("Prize"),
    }


def game_words() -> Words:
    """Names of games, for levels that say which game is played."""
    return {f"game_{game.value}": str(game.label) for game in Game}
