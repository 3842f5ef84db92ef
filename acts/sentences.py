"""What the codes of the pure rules mean, in a sentence that says what to do. Rules know no language; this is theirs.

Facts named in a sentence are those the rule raises. Amounts in `…_minor` arrive as text with the decimals of the
currency, `field` by its label. Which level a sentence is about is said by whoever shows it: beside it, or before it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CLOCK: dict[str, str | Promise] = {
    "adjust_too_large": _("A day at most can be added or taken off at once."),
    "already_paused": _("The clock is paused already."),
    "already_running": _("The clock is running already."),
    "already_started": _("The tournament has started already."),
    "amount_not_positive": _("Say how much time to give back."),
    "amount_too_large": _("31 days at most can be given back at once."),
    "clock_is_running": _("Pause the clock first: hand-for-hand counts hands, not minutes."),
    "level_of_hands": _("This level ends by hands, not by time: count its hands, or go to the next level."),
    "no_level_of_hands": _("This level ends by time: there are no hands to count."),
    "no_next_level": _("This is the last level. Add a level to the structure to go on."),
    "no_previous_level": _("This is the first level."),
    "no_such_level": _("There is no such level; the structure has %(levels)s."),
    "no_time_left": _("No time is left that could be taken off."),
    "wait_out_of_range": _("Say for how long, up to a day."),
    "left_out_of_range": _("Say how much time is left, up to a day. To end the level go to the next one."),
    "no_break_ahead": _("No break is left in the structure. Take one now instead."),
    "on_break_already": _("There is a break now: add time to it instead."),
    "break_out_of_range": _("A break lasts from 1 minute to %(most)s."),
    "stretch_nothing": _("Say how many minutes more or less, up to %(most)s."),
    "stretch_too_short": _("Level %(level_number)s would have no time left. Take less."),
    "no_coming_levels": _("No level is left to come whose time could change."),
    "not_on_break": _("There is no break now."),
    "not_scheduled": _("No start is scheduled."),
    "not_started": _("The clock has not been started yet."),
    "origins_do_not_fit": _("Of each row it must be known which one it was. Reload the page and edit again."),
    "start_not_ahead": _("The start must be in the future."),
    "start_too_far": _("The start can be two years ahead at most. Look at the year."),
    "step_not_positive": _("A hand must cost some time."),
    "no_such_zone": _("There is no time zone called %(zone)s."),
    "time_does_not_exist": _(
        "%(local)s does not exist in %(zone)s: the clocks are put forward then. Choose another time."
    ),
    "time_has_zone": _("Enter the local time without a zone."),
}

# The names of the cells and wishes that a sentence about levels names by `field`.
FIELD_LABELS: dict[str, str | Promise] = {
    "small_blind": _("Small blind"),
    "big_blind": _("Big blind"),
    "ante": _("Ante"),
    "bring_in": _("Bring-in"),
    "small_bet": _("Small bet"),
    "big_bet": _("Big bet"),
    "stack_chips": _("Starting stack"),
    "smallest_chip": _("Smallest chip"),
    "level_minutes": _("Minutes of a level"),
    "target_minutes": _("Minutes of play"),
    "big_blinds_at_start": _("Big blinds at the start"),
}

STRUCTURE: dict[str, str | Promise] = {
    "level_malformed": _("The field %(field)s cannot be read."),
    "past_level_changed": _("This level is past: it stays as it was played."),
    "present_level_deleted": _(
        "The level that is being played cannot be deleted. Go to the next level first."
    ),
    "present_level_moved": _("The level that is being played stays where it is."),
    "present_level_kind_changed": _("The level that is being played stays a level, a break stays a break."),
    "structure_unsound": _("The structure cannot be used. %(what)s"),
    "levels_too_few": _("So short a night needs shorter levels."),
    "players_too_few": _("At least two players are needed."),
    "stack_too_small": _("The stack is too small for its smallest chip."),
    "chip_unplayable": _("Too few blinds can be paid with chips of %(chip)s. Choose other chips."),
    "too_many_chips": _("That would be too many chips."),
    "wish_not_positive": _("%(field)s must be greater than zero."),
    "factor_not_positive": _("Multiply by a number greater than zero."),
    "factor_too_large": _("Multiply by a thousand at most."),
    "nothing_chosen": _("Choose the levels first: tick the boxes before them."),
    "rotation_empty": _("Choose at least one game for the rotation."),
    "game_unknown": _("There is no game “%(text)s”."),
    "ambiguous_number": _("“%(text)s” could be read in two ways: write it out."),
    "not_a_number": _("“%(text)s” is no number of chips."),
    "not_whole_chips": _("“%(text)s” is no whole number of chips."),
    "negative_number": _("A number cannot be negative."),
    "duration_not_understood": _("“%(text)s” is no length. Write minutes, such as 20 or 12:30."),
    "hands_not_understood": _("“%(text)s” is no number of hands."),
    "ante_kind_not_known": _("“%(text)s” says not who pays the ante. Write each, bba or none."),
    "break_not_understood": _("This break has more than one number: write it as Break 15."),
    "column_not_known": _("There is no column “%(column)s” in a structure."),
    "columns_not_understood": _(
        "These are too many or too few columns: small blind, big blind, ante, minutes."
    ),
    "row_not_understood": _(
        "This is no level: write it as 100/200, with ante and minutes if need be, or take the line out."
    ),
    "row_too_long": _("This row is too long for a level."),
    "rows_not_understood": _("Some rows cannot be read; they are marked."),
    "text_too_long": _("This text is too long for a structure."),
    "file_not_read": _("This file is no structure of ours: nothing in it could be read."),
}

# Findings about a structure, shown beside the level (clock/rules/structure_checks.py) or the window.
FINDINGS: dict[str, str | Promise] = {
    "structure_is_empty": _("A structure needs at least one level."),
    "only_breaks": _("A structure needs at least one level that is not a break."),
    "too_many_levels": _("There are too many levels: %(most)s at most."),
    "begins_with_break": _("The structure begins with a break."),
    "ends_with_break": _("The structure ends with a break."),
    "no_duration": _("A level lasts longer than nothing: enter its minutes."),
    "too_short": _("A level lasts at least %(least_s)s seconds."),
    "too_long": _("No level lasts longer than a day."),
    "hands_in_break": _("A break has no hands."),
    "hands_out_of_range": _("A level of hands has %(most)s hands at most."),
    "negative": _("%(field)s cannot be less than nothing."),
    "too_large": _("%(field)s is too large."),
    "bet_in_break": _("A break has no bets."),
    "small_blind_above_big": _("The small blind is above the big blind."),
    "small_bet_above_big": _("The small bet is above the big bet."),
    "bring_in_above_small_bet": _("The bring-in is above the small bet."),
    "no_forced_bets": _("Nobody has to bet in this level."),
    "ante_without_kind": _("Say who pays the ante: each player, or the big blind for all."),
    "ante_above_big_blind": _("The ante is above the big blind."),
    "break_after_break": _("Two breaks follow each other."),
    "falling_blinds": _("%(field)s falls from %(before)s to %(now)s."),
    "falling_ante": _("The ante falls from %(before)s to %(now)s."),
    "unpayable": _("%(field)s cannot be paid with the chips in play."),
    "seats_above_game": _("%(game)s is played by %(most)s at most, and tables here have %(seats)s seats."),
    "start_not_as_wished": _(
        "The first big blind is %(big_blind)s and not %(wished)s, so that the levels rise evenly in this time."
    ),
    "start_too_shallow": _(
        "Stacks begin with %(big_blinds)s big blinds only. A larger stack or smaller chips make them deeper."
    ),
    "shorter_than_target": _(
        "The end comes in level %(levels)s, not %(wished)s: more levels could not all rise. "
        "Levels of %(minutes)s minutes would fill the time."
    ),
    "steep": _("The bets rise by %(percent)s percent a level. More time or shorter levels make it gentler."),
    "no_break_for_window": _("There is no break after level %(level_number)s."),
    "window_never_closes": _("This window never closes: the structure has no such level."),
    "window_beyond_structure": _("This window is longer than the structure."),
    "window_is_empty": _("This window closes before it opens."),
}

TABLES: dict[str, str | Promise] = {
    "another_card_needed": _("The highest cards tie: deal one more card to seats %(seats)s."),
    "card_twice": _("A card was dealt twice. Check what was typed."),
    "cards_do_not_match": _("The cards do not match the players at the table."),
    "cards_missing": _("Cards are missing for seats %(seats)s: one for each odd chip."),
    "fixed_table_full": _("Table %(table)s has no seat for a player fixed to it."),
    "no_free_seat": _("There is no free seat. Open a table first."),
    "nobody_can_move": _("Nobody at table %(table)s can be moved."),
    "not_a_card": _("“%(card)s” is not a card. Write 9h, Td or As."),
    "not_at_table": _("The player does not sit at table %(table)s any more."),
    "not_enough_seats": _("There are not enough seats: %(players)s players, %(seats)s seats."),
    "not_together": _("These players do not sit at one table."),
    "player_drawn_twice": _("A player was drawn twice."),
    "player_seated_twice": _("A player sits twice at table %(table)s."),
    "race_upwards": _("Chips are raced off into bigger ones: %(new)s is not above %(old)s."),
    "seat_not_free": _("Seat %(seat)s at table %(table)s is not free."),
    "seat_out_of_range": _("Table %(table)s has seats 1 to %(seats)s."),
    "seat_taken_twice": _("A seat at table %(table)s is given twice."),
    "stack_not_payable": _("%(total)s cannot be made of these chips."),
    "table_closed": _("Table %(table)s is closed."),
    "too_many_for_a_deck": _("One deck is not enough for so many players."),
}

PAYOUTS: dict[str, str | Promise] = {
    "amount_negative": _("An amount cannot be negative."),
    "amounts_increase": _("The prize of place %(place)s is higher than the one before it."),
    "amounts_not_pool": _(
        "The amounts add up to %(total_minor)s; %(missing_minor)s of the pool is left to give."
    ),
    "deductions_exceed_pool": _("The deductions are more than the pool."),
    "draw_needed": _("The tied players have equal stacks: draw who gets the odd unit."),
    "entries_negative": _("The number of entries cannot be negative."),
    "entries_outside_table": _("The table has no row for %(entries)s entries."),
    "first_below_least": _("First prize would be below the smallest prize. Pay fewer places."),
    "first_below_min_cash": _("First prize would be below the smallest prize. Pay fewer places."),
    "no_nice_prizes": _("The pool cannot be shared in such units. Choose a smaller unit or fewer places."),
    "no_places": _("Say how many places are paid."),
    "percent_not_a_number": _("“%(text)s” is not a percentage."),
    "percent_out_of_range": _("%(percent)s is not a percentage between 0 and 100."),
    "percent_zero": _("Place %(place)s would get nothing."),
    "percents_and_amounts": _("Give percentages or amounts, not both."),
    "percents_increase": _("The percentage of place %(place)s is higher than the one before it."),
    "percents_not_100": _("The percentages do not add up to 100."),
    "places_negative": _("The number of places cannot be negative."),
    "pool_negative": _("The pool cannot be negative."),
    "pool_too_big": _("The pool is too big for these prizes."),
    "pool_too_small": _("The pool is too small for so many places. Pay fewer."),
    "prize_negative": _("The prize of place %(place)s is negative."),
    "prizes_exceed_players": _("There are more prizes than players."),
    "prizes_increase": _("The prize of place %(place)s is higher than the one before it."),
    "unit_above_pool": _(
        "Amounts cannot be rounded to %(unit_minor)s: there is only %(pool_minor)s to share. Choose a smaller unit."
    ),
    "unit_not_positive": _("Prizes must be rounded to at least one cent."),
    "unknown_preset": _("There is no payout preset called %(preset)s."),
    "unknown_rounding": _("There is no rounding called %(rounding)s."),
    "setting_unknown": _("There is no setting called %(name)s."),
    "setting_wrong": _("The setting %(name)s cannot have the value “%(value)s”."),
    "rule_unknown": _("There is no such rule."),
    "edition_unknown": _("There is no such edition of the rules."),
}

DEALS: dict[str, str | Promise] = {
    "custom_missing": _("Give an amount for every player left."),
    "custom_not_pool": _("The amounts must add up to the prizes left: %(missing_minor)s is missing."),
    "deals_forbidden": _("Deals are not allowed in this tournament."),
    "icm_not_reached": _("These stacks cannot be reckoned exactly enough. Check them."),
    "mix_out_of_range": _("The part of ICM must be from 0 to 100 percent."),
    "no_prizes": _("No prizes are left to share."),
    "player_twice": _("A player is named twice."),
    "prizes_not_locked": _("Lock the prizes first."),
    "registration_open": _("Registration or re-entry is still open."),
    "save_negative": _("What is left to play for cannot be negative."),
    "save_too_large": _("At most %(most_minor)s can be left to play for."),
    "several_tables": _("A deal is made at one table; %(tables)s are open."),
    "stack_not_positive": _("Every player needs a counted stack."),
    "stack_too_large": _("A stack is too large. Check the counts."),
    "too_few_players": _("A deal needs at least two players."),
    "unknown_method": _("There is no kind of deal called %(method)s."),
    "unknown_save_rule": _("Say how what is left to play for is taken off."),
}

SENTENCES: dict[str, str | Promise] = {**CLOCK, **STRUCTURE, **TABLES, **PAYOUTS, **DEALS}
