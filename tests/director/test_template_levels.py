"""The levels of a template in the same table as those of a tournament."""

from typing import Any

from acts.setup import save_template
from acts.undo import undo_club_act
from club.models import Club
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tests.director.test_structure import NAMES, row
from tournaments.models import DirectorAction, TournamentTemplate


def kept(night: Night, **settings: Any) -> TournamentTemplate:
    night.create(
        rows=levels(20, 20, 20, break_after=2), late_until_level=2, addon_offered=True, addon_chips=5000,
        addon_after_level=2, **settings,
    )  # fmt: skip
    template_id = night.do(save_template, name="Friday").result["template_id"]
    return TournamentTemplate.objects.get(pk=template_id)


def posted(
    browser: Browser, template: TournamentTemplate, rows: list[dict[str, str]], page: str = "", **fields: Any
) -> Any:
    data = {name: [cells[name] for cells in rows] for name in NAMES} | fields
    return browser.client.post(f"/templates/{template.pk}/levels{page}", data)


FOUR = [row("15", "25", "50"), row("15", "50", "100"), row("10", level_kind="break"), row("15", "100", "200")]


def test_a_template_is_shown_with_its_windows_and_without_what_only_a_tournament_has(
    night: Night, owner: Browser
) -> None:
    template = kept(night)
    page = owner.client.get(f"/templates/{template.pk}/levels")
    text = page.content.decode()
    assert [sorted(shown["ends"]) for shown in page.context["rows"]] == [
        [], ["late_until_level"], ["addon_after_level"], [],
    ]  # fmt: skip
    assert page.context["totals"] == "1:00:00 of play, 10:00 of breaks"
    assert ("<bdi>Friday</bdi>" in text, "/print/structure" in text, "structure.csv" in text) == (
        True,
        False,
        False,
    )


def test_levels_and_windows_of_a_template_are_saved_in_one_act_that_can_be_undone(
    night: Night, owner: Browser
) -> None:
    template = kept(night)
    before = template.content
    shown = owner.client.get(f"/templates/{template.pk}/levels").context["shown_windows"]
    answer = posted(
        owner, template, FOUR, stamp=template.revision, **shown, late_until_level="3", addon_after_level="2"
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/templates/{template.pk}/levels")
    template.refresh_from_db()
    assert [level["duration_ms"] for level in template.content["levels"]] == [
        900_000,
        900_000,
        600_000,
        900_000,
    ]
    assert template.content["settings"]["late_until_level"] == 3
    undo_club_act(actor=night.owner, action_id=str(DirectorAction.objects.get(kind="template.edit").pk))
    template.refresh_from_db()
    assert (template.name, template.content) == ("Friday", before)


def test_a_template_somebody_changed_meanwhile_is_a_conflict(night: Night, owner: Browser) -> None:
    template = kept(night)
    assert posted(owner, template, FOUR, addon_after_level="2", stamp="0").status_code == 303
    answer = posted(owner, template, FOUR[:2], stamp="0")
    assert (answer.status_code, "Yours are still below" in answer.content.decode()) == (409, True)


def test_windows_that_need_a_level_are_refused_beside_the_table(night: Night, owner: Browser) -> None:
    template = kept(night)
    answer = posted(owner, template, FOUR, shown_addon_after_level="2")
    assert (answer.status_code, "The add-on needs its chips" in answer.content.decode()) == (422, True)


def test_wrong_levels_are_named_and_nothing_is_changed(night: Night, owner: Browser) -> None:
    template = kept(night)
    answer = posted(owner, template, [row("20", "100", "50")])
    assert (answer.status_code, "The small blind is above the big blind." in answer.content.decode()) == (
        422,
        True,
    )
    template.refresh_from_db()
    assert len(template.content["levels"]) == 4


def test_the_tools_work_on_a_template(night: Night, owner: Browser) -> None:
    template = kept(night)
    checked = posted(owner, template, [row("x")], "/check").json()
    assert (checked["rows"][0]["bad"], checked["totals"]) == (["minutes"], "0:00 of play, 0:00 of breaks")
    reshaped = posted(owner, template, FOUR, "/reshape", tool="multiply", factor="2", chosen=["0"])
    assert 'value="100"' in reshaped.json()["html"]
    pasted = owner.client.post(f"/templates/{template.pk}/levels/paste", {"text": "25/50"}).json()
    assert [cells["big_blind"] for cells in pasted["rows"]] == ["50"]


def test_levels_loaded_into_a_template_are_not_saved_yet(night: Night, owner: Browser) -> None:
    template = kept(night)
    page = owner.client.get(f"/templates/{template.pk}/levels", {"from": "stud"})
    assert "These levels are not saved yet" in page.content.decode()
    template.refresh_from_db()
    assert len(template.content["levels"]) == 4


def test_a_template_of_levels_alone_has_registration_to_tick(night: Night, owner: Browser) -> None:
    night.create(rows=levels(20, 20, 20), late_until_level=2)
    template_id = night.do(save_template, name="Levels", levels_only=True).result["template_id"]
    template = TournamentTemplate.objects.get(pk=template_id)
    answer = posted(owner, template, FOUR, shown_late_until_level="", late_until_level="1")
    assert answer.status_code == 303
    template.refresh_from_db()
    assert template.content["settings"]["late_until_level"] == 2


def test_the_template_of_another_club_does_not_exist(night: Night, owner: Browser) -> None:
    night.create()
    theirs = TournamentTemplate.objects.create(
        club=Club.objects.create(name="Other"), name="Theirs", content={"settings": {}, "levels": []}
    )
    assert owner.client.get(f"/templates/{theirs.pk}/levels").status_code == 404
    for page in ("", "/paste", "/check", "/reshape"):
        assert posted(owner, theirs, FOUR, page).status_code == 404
