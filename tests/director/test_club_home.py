"""The first page, the settings of the club, its templates."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acts.setup import edit_template
from acts.timing import edit_structure, pause_clock
from acts.undo import undo_club_act
from club.models import Club, Membership, User
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, TournamentTemplate

Browse = Callable[[str], Browser]


def page(browser: Browser, url: str, status: int = 200) -> str:
    answer = browser.client.get(url)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def queries(browser: Browser, url: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        page(browser, url)
    return len(caught)


def test_the_first_page_shows_what_runs_what_comes_and_what_is_past(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    night.do(pause_clock)
    text = page(owner, "/")
    assert text.count("<bdi>Test tournament</bdi>") == 1
    assert ("paused" in text, "Level 1" in text, "€300" in text) == (True, True, True)


def test_one_tournament_and_three_take_the_same_number_of_queries(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    page(owner, "/")
    one = queries(owner, "/")
    for _number in range(2):
        night.create()
        night.enter("A", "B")
        night.start()
    page(owner, "/")
    assert queries(owner, "/") == one


def test_a_stranger_is_sent_to_the_sign_in_and_somebody_without_a_club_is_told_so(
    night: Night, client: Client
) -> None:
    assert client.get("/").headers["Location"].startswith("/login")
    client.force_login(User.objects.create(username="x"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/").status_code == 403


def test_another_clubs_tournaments_are_not_shown(night: Night, owner: Browser) -> None:
    night.create()
    user = User.objects.create(username="stranger")
    Membership.objects.create(club=Club.objects.create(name="Other"), user=user, role="owner")
    owner.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert "Test tournament" not in page(owner, "/")


def test_somebody_in_two_clubs_chooses_one(night: Night, owner: Browser) -> None:
    other = Club.objects.create(name="Other club")
    Membership.objects.create(club=other, user_id=night.owner.user_id or 0, role="viewer")
    assert owner.client.get("/").headers["Location"] == "/clubs"
    assert "Other club" in page(owner, "/clubs")
    owner.client.post("/clubs", {"club_id": other.pk})
    assert "Other club" in page(owner, "/")


def club_fields(**changed: object) -> dict[str, object]:
    return {
        "name": "Kaardituba <b>", "language": "et", "currency": "RON", "timezone": "Europe/Bucharest",
        "rule_preset": "home", "minimum_age_years": "21", "house_rules": "Be kind.\nNo phones.",
    } | changed  # fmt: skip


def test_the_owner_changes_the_settings_of_the_club_and_undoes_it(night: Night, owner: Browser) -> None:
    answer = owner.client.post("/club", club_fields(stamp=night.club.revision), follow=True)
    club = Club.objects.get(pk=night.club.pk)
    assert (club.name, club.currency, club.house_rules) == ("Kaardituba <b>", "RON", "Be kind.\nNo phones.")
    text = answer.content.decode()
    assert ("Kaardituba &lt;b&gt;" in text, 'action="/act/club.undo"' in text) == (True, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("currency", "XYZ"),
        ("timezone", "Mars"),
        ("minimum_age_years", "-3"),
        ("minimum_age_years", "x"),
    ],
)
def test_a_setting_that_does_not_fit_is_marked_and_nothing_changes(
    night: Night, owner: Browser, field: str, value: str
) -> None:
    answer = owner.client.post("/club", club_fields(**{field: value}))
    assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)
    assert Club.objects.get(pk=night.club.pk).name == "Test club"


def test_settings_somebody_changed_meanwhile_are_a_conflict(night: Night, owner: Browser) -> None:
    shown = night.club.revision
    owner.client.post("/club", club_fields(stamp=shown))
    answer = owner.client.post("/club", club_fields(stamp=shown, name="Second"))
    assert (answer.status_code, Club.objects.get(pk=night.club.pk).name) == (409, "Kaardituba <b>")


@pytest.mark.parametrize("role", ["director", "floor", "cashier", "dealer", "viewer"])
def test_nobody_else_opens_the_settings(browse: Browse, role: str) -> None:
    assert browse(role).client.get("/club").status_code == 403


def test_a_tournament_becomes_a_template_and_the_template_goes_again(night: Night, owner: Browser) -> None:
    night.create()
    owner.client.post("/templates", {"tournament_id": night.tournament_id, "name": "Ours"})
    template = TournamentTemplate.objects.get()
    text = page(owner, "/templates")
    assert (f"/new?template=own:{template.pk}" in text, f"/templates/{template.pk}/delete" in text) == (
        True,
        True,
    )
    owner.client.post(f"/templates/{template.pk}/delete")
    assert "own:" not in page(owner, "/templates")


def test_levels_alone_become_a_template_that_leaves_price_and_windows_open(
    night: Night, owner: Browser
) -> None:
    night.create(stack_chips=7_000, late_until_level=2)
    owner.client.post(
        "/templates", {"tournament_id": night.tournament_id, "name": "Levels", "kept": "levels"}
    )
    template = TournamentTemplate.objects.get()
    assert sorted(template.content["settings"]) == [
        "betting", "denominations", "game", "seats_per_table", "stack_chips",
    ]  # fmt: skip
    assert "levels only" in page(owner, "/templates")
    initial = owner.client.get(f"/new?template=own:{template.pk}").context["form"].initial
    assert (initial["stack_chips"], initial.get("late_until_level")) == (7_000, None)


def test_a_template_gets_another_name_and_the_levels_of_a_tournament(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20))
    owner.client.post("/templates", {"tournament_id": night.tournament_id, "name": "Ours"})
    template = TournamentTemplate.objects.get()
    night.do(edit_structure, levels=levels(15, 15, 15))
    fields = {"name": "Better", "tournament_id": night.tournament_id, "stamp": template.revision}
    owner.client.post(f"/templates/{template.pk}/change", fields)
    template.refresh_from_db()
    assert (template.name, len(template.content["levels"])) == ("Better", 3)
    answer = owner.client.post(f"/templates/{template.pk}/change", fields, follow=True)
    assert "Somebody changed this template" in answer.content.decode()
    undo_club_act(actor=night.owner, action_id=str(DirectorAction.objects.get(kind="template.edit").pk))
    template.refresh_from_db()
    assert (template.name, len(template.content["levels"])) == ("Ours", 2)


def test_a_template_takes_no_unsound_levels_and_no_name_twice(night: Night, owner: Browser) -> None:
    night.create()
    for name in ("One", "Two"):
        owner.client.post("/templates", {"tournament_id": night.tournament_id, "name": name})
    two = TournamentTemplate.objects.get(name="Two")
    answer = owner.client.post(f"/templates/{two.pk}/change", {"name": "One"}, follow=True)
    assert "A template with this name exists already." in answer.content.decode()
    with pytest.raises(DirectorError, match="The structure cannot be used"):
        edit_template(actor=night.owner, template_id=two.pk, name="Two", levels=[])
    answer = owner.client.post(
        f"/templates/{two.pk}/change", {"name": "X", "tournament_id": "99"}, follow=True
    )
    assert "There is no such tournament in this club." in answer.content.decode()


def test_a_template_of_another_club_cannot_be_used_or_deleted(night: Night, owner: Browser) -> None:
    row = TournamentTemplate.objects.create(
        club=Club.objects.create(name="Other"), name="Theirs", content={"settings": {}, "levels": []}
    )
    assert owner.client.get(f"/new?template=own:{row.pk}").status_code == 404
    owner.client.post(f"/templates/{row.pk}/delete")
    row.refresh_from_db()
    assert row.revoked_by_id is None


@pytest.mark.parametrize("tournament_id", ["", "abc", "999999"])
def test_a_template_of_no_tournament_is_refused(night: Night, owner: Browser, tournament_id: str) -> None:
    answer = owner.client.post("/templates", {"tournament_id": tournament_id, "name": "X"}, follow=True)
    assert "There is no such tournament in this club." in answer.content.decode()
