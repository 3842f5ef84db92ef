"""Making a tournament and changing its settings through the form."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from acts.templates import LABELS
from acts.tournament_fields import FIELDS
from clock.selectors import load_clock
from club.models import Club
from director.setup.form import SettingsForm, moment
from director.setup.form_rules import LABELS as RULE_LABELS
from director.setup.form_rules import RULE_GROUPS, VALUES, rule_names
from director.web.typed_numbers import parse_money
from tables.models import Table
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tournaments.models import Tournament
from tournaments.rules.settings import CHOICES

Browse = Callable[[str], Browser]


def fields(text: str) -> dict[str, str]:
    """What the form of a page would post as it stands."""
    form = text.split("data-guard")[1].split("</form>", 1)[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and ("checkbox" not in tag or " checked" in tag):
            found[name[1]] = (value[1] if value else "on" if "checkbox" in tag else "").replace("&quot;", '"')
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options) or re.search(
            r'<option value="([^"]*)"', options
        )
        found[name] = chosen[1] if chosen else ""
    found.pop("csrfmiddlewaretoken", None)
    return found


def shown(browser: Browser, url: str) -> dict[str, str]:
    answer = browser.client.get(url)
    assert answer.status_code == 200, answer.content[:400]
    return fields(answer.content.decode())


def create(owner: Browser, template: str = "freezeout-club", **changed: Any) -> Any:
    url = f"/new?template={template}"
    values = shown(owner, url) | {"name": "Friday <night>", "starts_on": "2026-01-16", "starts_time": "19:00"}
    return owner.client.post(url, values | changed)


# Making ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", LABELS)
def test_every_template_makes_a_tournament_as_the_form_stands(
    night: Night, owner: Browser, template: str
) -> None:
    assert create(owner, template).status_code == 303
    event = Tournament.objects.get()
    assert (event.name, event.status, len(load_clock(event.pk).structure) > 0) == (
        "Friday <night>",
        "planned",
        True,
    )


def test_what_was_typed_is_what_is_stored(night: Night, owner: Browser) -> None:
    create(
        owner, "empty", entry_prize_minor="1 234,50", entry_fee_minor="45", entry_bounty_minor="0.05",
        stack_chips="30K", denominations="25; 100, 500", capacity="", tables="3", seats_per_table="8",
        guarantee_minor="10,000", timezone="Europe/Bucharest", currency="RON", late_until_level="4",
        late_through_break="on", rule_preset="home", rule_halting="yes", rule_yellow_minutes="15",
        rule_redraw_at="27, 18",
    )  # fmt: skip
    event = Tournament.objects.get()
    assert (event.entry_prize_minor, event.entry_fee_minor, event.entry_bounty_minor) == (123_450, 4_500, 5)
    assert (event.stack_chips, event.denominations, event.capacity, event.guarantee_minor) == (
        30_000, [25, 100, 500], None, 1_000_000,
    )  # fmt: skip
    assert event.starts_at == dt.datetime(2026, 1, 16, 17, 0, tzinfo=dt.UTC)
    assert (event.late_until_level, event.late_through_break, event.currency) == (4, True, "RON")
    assert event.rules == {"preset": "home", "halting": True, "yellow_minutes": 15, "redraw_at": [18, 27]}
    assert Table.objects.filter(tournament=event, seats=8).count() == 3


def test_undoing_it_leads_back_to_the_first_page(night: Night, owner: Browser) -> None:
    created = create(owner)
    text = owner.client.get(created.headers["Location"]).content.decode()
    form = text.split('action="/act/club.undo"')[1].split("</form>", 1)[0]
    posted = dict(re.findall(r'name="(action_id|next)" value="([^"]*)"', form))
    assert owner.client.post("/act/club.undo", posted).headers["Location"] == posted["next"] == "/"
    assert Tournament.objects.filter(revoked_by__isnull=True).count() == 0


def test_a_form_sent_twice_makes_one_tournament(night: Night, owner: Browser) -> None:
    url = "/new?template=empty"
    values = shown(owner, url) | {"name": "Once"}
    first, second = owner.client.post(url, values), owner.client.post(url, values)
    assert (first.headers["Location"], Tournament.objects.count()) == (second.headers["Location"], 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""), ("name", "x" * 201), ("entry_prize_minor", "-5"), ("entry_prize_minor", "4.5.5"),
        ("entry_fee_minor", "1.005,555"), ("entry_prize_minor", "9" * 20), ("stack_chips", "0"), ("stack_chips", "1.5"),
        ("seats_per_table", "1"), ("seats_per_table", "13"), ("capacity", "1"), ("denominations", "25, x"),
        ("denominations", "0"), ("places_percent", "101"), ("payout_unit_minor", "0"), ("game", "chess"),
        ("currency", "ZZZ"), ("timezone", "Mars/Base"), ("starts_on", "2026-02-30"), ("starts_time", "25:00"),
        ("starts_on", "1066-10-14"), ("payout_preset", "nothing"), ("tables", "201"), ("rule_yellow_minutes", "0"),
        ("rule_tie_policy", "coin"), ("rule_redraw_at", "1"), ("late_until_level", "0"), ("rebuy_kind", "always"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_marked_at_its_field_and_nothing_is_made(
    night: Night, owner: Browser, field: str, value: str
) -> None:
    answer = create(owner, entry_staff_minor="7", **{field: value})
    text = answer.content.decode()
    marked = {"starts_on": ("starts_on", "starts_time")}.get(field, (field,))
    assert answer.status_code == 422
    assert any(f'id="id_{name}_error"' in text for name in marked)
    assert ('name="entry_staff_minor" value="7"' in text, Tournament.objects.count()) == (True, 0)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"rebuy_kind": "broke", "rebuy_chips": "", "rebuy_until_level": "5"}, "rebuy_until_level"),
        ({"addon_offered": "on", "addon_chips": "5000", "addon_after_level": ""}, "addon_after_level"),
        ({"reentry_offered": "on", "reentry_until_level": ""}, "reentry_until_level"),
        ({"late_until_level": "4", "late_minutes": "60"}, "late_minutes"),
    ],
)
def test_settings_that_do_not_go_together_are_marked_too(
    night: Night, owner: Browser, changed: dict[str, str], field: str
) -> None:
    answer = create(owner, "empty", **changed)
    assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)


def test_another_tournament_is_made_like_one_there_is(night: Night, owner: Browser) -> None:
    night.create(rows=levels(15, 15), rules={"preset": "home"}, entry_prize_minor=4_550)
    url = f"/new?template=copy:{night.tournament_id}"
    values = shown(owner, url)
    assert (values["name"], values["entry_prize_minor"], values["rule_preset"]) == (
        "Test tournament",
        "45.50",
        "home",
    )
    assert owner.client.post(url, values).status_code == 303
    first, second = Tournament.objects.order_by("pk")
    assert load_clock(second.pk).structure == load_clock(first.pk).structure


def test_a_tournament_of_another_club_is_not_copied(night: Night, owner: Browser) -> None:
    night.create()
    Tournament.objects.update(club=Club.objects.create(name="Other"))
    assert owner.client.get(f"/new?template=copy:{night.tournament_id}").status_code == 404


# Time --------------------------------------------------------------------------------------------------------------


def clocks(month: int, day: int, hour: int, minute: int = 0) -> dt.datetime:
    """What clocks show on a day of 2026."""
    return dt.datetime(2026, month, day, hour, minute)  # noqa: DTZ001  a time of day without a zone of its own


def test_local_time_is_that_of_the_zone_in_summer_and_winter() -> None:
    assert moment(clocks(7, 1, 19), "Europe/Tallinn") == dt.datetime(2026, 7, 1, 16, tzinfo=dt.UTC)
    assert moment(clocks(1, 1, 19), "Europe/Tallinn") == dt.datetime(2026, 1, 1, 17, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("local", "says"),
    [
        (clocks(3, 29, 3, 30), "skip that time"),
        (clocks(10, 25, 3, 30), "show that time twice"),
    ],
)
def test_a_time_that_clocks_skip_or_show_twice_is_refused(local: dt.datetime, says: str) -> None:
    with pytest.raises(ValidationError) as refused:
        moment(local, "Europe/Tallinn")
    assert says in str(refused.value)


def test_such_a_time_is_marked_in_the_form(night: Night, owner: Browser) -> None:
    answer = create(owner, starts_on="2026-03-29", starts_time="03:30")
    assert (answer.status_code, 'id="id_starts_time_error"' in answer.content.decode()) == (422, True)


# Changing ----------------------------------------------------------------------------------------------------------


def test_a_saved_form_that_nobody_touched_changes_nothing(night: Night, owner: Browser) -> None:
    night.create(rules={"preset": "home", "halting": True}, denominations=[25, 100], guarantee_minor=12_345)
    before = dict(Tournament.objects.values().get())
    values = shown(owner, owner.address("edit"))
    assert owner.client.post(owner.address("edit"), values).status_code == 303
    after = dict(Tournament.objects.values().get())
    changed = {name for name, value in after.items() if value != before[name]}
    assert changed == {"version", "head_hash"}


def test_a_price_is_changed_and_what_was_paid_keeps_its_own(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann")
    values = shown(owner, owner.address("edit")) | {"entry_prize_minor": "150.50"}
    owner.client.post(owner.address("edit"), values)
    night.enter("Bob")
    prices = [night.entry(name).purchases.get().prize_minor for name in ("Ann", "Bob")]
    assert prices == [10_000, 15_050]


def test_a_rule_goes_back_to_what_the_preset_says(night: Night, owner: Browser) -> None:
    night.create(rules={"preset": "tda", "halting": False})
    values = shown(owner, owner.address("edit"))
    assert values["rule_halting"] == "no"
    owner.client.post(owner.address("edit"), values | {"rule_halting": ""})
    assert night.event.rules == {"preset": "tda"}


def test_settings_somebody_changed_meanwhile_are_a_conflict_and_can_be_saved_knowingly(
    night: Night, owner: Browser
) -> None:
    night.create()
    values = shown(owner, owner.address("edit"))
    owner.client.post(owner.address("edit"), values | {"name": "First"})
    answer = owner.client.post(owner.address("edit"), values | {"name": "Second", "request_id": "other"})
    text = answer.content.decode()
    assert (answer.status_code, night.event.name, 'value="Second"' in text) == (409, "First", True)
    owner.client.post(owner.address("edit"), fields(text))
    assert night.event.name == "Second"


def test_a_planned_tournament_can_be_cancelled_from_its_settings(night: Night, owner: Browser) -> None:
    night.create()
    found = re.search(r'hx-get="(/t/\d+/form/[a-z_]+)"', owner.text("edit"))
    assert found is not None
    assert owner.client.get(found[1]).status_code == 200
    owner.done("tournament.cancel")
    assert night.event.status == "cancelled"


def test_an_act_elsewhere_is_no_conflict(night: Night, owner: Browser) -> None:
    night.create()
    values = shown(owner, owner.address("edit"))
    night.enter("Ann")
    assert owner.client.post(owner.address("edit"), values | {"name": "Changed"}).status_code == 303


# Who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["floor", "cashier", "dealer", "viewer"])
def test_only_directors_make_and_change_tournaments(night: Night, browse: Browse, role: str) -> None:
    night.create()
    browser = browse(role)
    for url in ("/new", browser.address("edit")):
        assert browser.client.get(url).status_code == 403
        assert browser.client.post(url, {"name": "Mine"}).status_code == 403
    assert [event.name for event in Tournament.objects.all()] == ["Test tournament"]


def test_a_tournament_of_another_club_does_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    Tournament.objects.update(club=Club.objects.create(name="Other"))
    assert owner.get("edit").status_code == 404
    assert owner.client.post(owner.address("edit"), {"name": "Mine"}).status_code == 404


@pytest.mark.parametrize("template", ["nonsense", "own:1", "own:x", "own:"])
def test_a_template_that_does_not_exist_is_said(night: Night, owner: Browser, template: str) -> None:
    assert owner.client.get(f"/new?template={template}").status_code == 404


# Completeness ------------------------------------------------------------------------------------------------------


def test_every_setting_has_a_field_in_a_group() -> None:
    form = SettingsForm(new=True)
    names = [bound.name for group in form.groups() for bound, *_rest in group["fields"]]
    names += [bound.name for group in form.groups() for fold in group["folds"] for bound in fold["fields"]]
    assert sorted(names) == sorted(form.fields)
    assert set(FIELDS) - set(form.fields) == {"starts_at"}


def test_every_rule_has_a_label_and_every_choice_a_word() -> None:
    assert set(RULE_LABELS) == set(rule_names())
    assert {(name, value) for name, values in CHOICES.items() for value in values} - set(VALUES) == set()


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("45", 4500), ("45,5", 4550), ("45.50", 4550), ("1 234,50", 123450), ("1,234.50", 123450), ("1,234", 123400),
        ("0,05", 5),
    ],
)  # fmt: skip
def test_money_is_read_exactly(text: str, minor: int) -> None:
    assert parse_money(text, "EUR") == minor


@pytest.mark.parametrize(
    "text", ["", "-5", "1.234", "5,", "1.2.3", "12,34,5", "1e3", "٣", "0x10", "1,234.567", "€5"]
)
def test_other_money_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_money(text, "EUR")


@pytest.mark.parametrize(("language", "group", "slip"), [("en", "1,234", "1.234"), ("ro", "1.234", "1,234")])
def test_one_sign_before_three_digits_is_read_as_the_language_does(
    language: str, group: str, slip: str
) -> None:
    with translation.override(language):
        assert parse_money(group, "EUR") == 123_400
        with pytest.raises(ValueError, match="ambiguous"):
            parse_money(slip, "EUR")


def open_folds(text: str) -> list[str]:
    return re.findall(r'<details class="fold" id="rules-(\w+)" open>', text)


def test_rules_are_folded_away_but_for_those_set_on_purpose(night: Night, owner: Browser) -> None:
    night.create(rules={"preset": "tda", "halting": False})
    text = owner.text("edit")
    assert (open_folds(text), text.count('class="fold"')) == (["tables"], len(RULE_GROUPS))
    wrong = owner.client.post(owner.address("edit"), fields(text) | {"rule_yellow_minutes": "0"})
    assert open_folds(wrong.content.decode()) == ["tables", "penalties"]


def test_every_rule_is_in_one_group() -> None:
    assert sorted(name for group in RULE_GROUPS for name in group.names) == sorted(rule_names())
