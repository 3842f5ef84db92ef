"""Staff through the page: adding, changing, ending; keys of programs."""

import re
from collections.abc import Callable

import pytest

from acts.secrecy import fingerprint
from club.models import ApiToken, Club, Membership, User
from tests.building import Night
from tests.director.browsing_console import Browser

Browse = Callable[[str], Browser]
PASSWORD = "quite-a-long-pass-phrase"


def add(owner: Browser, **changed: str) -> int:
    fields = {"username": "mari", "full_name": "Mari <b>", "role": "cashier", "password": PASSWORD}
    return owner.client.post("/staff", fields | changed).status_code


def test_somebody_new_can_sign_in_with_the_first_password(night: Night, owner: Browser) -> None:
    assert add(owner) == 303
    member = Membership.objects.get(user__username="mari")
    assert (member.role, member.user.check_password(PASSWORD)) == ("cashier", True)
    text = owner.client.get("/staff").content.decode()
    assert ("Mari &lt;b&gt;" in text, PASSWORD in text) == (True, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [("password", "short"), ("password", ""), ("role", "king"), ("username", " "), ("username", "OWNER")],
)
def test_what_does_not_fit_is_marked_and_nobody_is_added(
    night: Night, owner: Browser, field: str, value: str
) -> None:
    before = User.objects.count()
    answer = owner.client.post(
        "/staff", {"username": "mari", "role": "floor", "password": PASSWORD} | {field: value}
    )
    assert (answer.status_code in (409, 422), f'id="id_{field}_error"' in answer.content.decode()) == (
        True,
        True,
    )
    assert User.objects.count() == before


def test_a_form_sent_twice_adds_one_person(night: Night, owner: Browser) -> None:
    assert (add(owner, request_id="one"), add(owner, request_id="one")) == (303, 303)
    assert User.objects.filter(username="mari").count() == 1


def test_a_role_is_changed_taken_away_and_given_back(night: Night, owner: Browser) -> None:
    add(owner)
    member = Membership.objects.get(user__username="mari")
    for role, expected in (
        ("floor", ("floor", True)),
        ("", ("floor", False)),
        ("director", ("director", True)),
    ):
        owner.client.post(f"/staff/{member.user_id}", {"role": role})
        member.refresh_from_db()
        assert (member.role, member.active) == expected


def test_the_last_owner_stays(night: Night, owner: Browser) -> None:
    answer = owner.client.post(f"/staff/{night.owner.user_id}", {"role": ""}, follow=True)
    assert "This is the last owner of the club." in answer.content.decode()
    assert Membership.objects.get(user_id=night.owner.user_id or 0).active is True


def test_whoever_loses_access_is_out_on_the_next_page(night: Night, owner: Browser, browse: Browse) -> None:
    cashier = browse("cashier")
    assert cashier.client.get("/players").status_code == 200
    user = Membership.objects.get(role="cashier").user_id
    owner.client.post(f"/staff/{user}", {"role": ""})
    assert cashier.client.get("/players").status_code == 403


def test_a_forgotten_password_is_replaced(night: Night, owner: Browser) -> None:
    add(owner)
    user = User.objects.get(username="mari")
    owner.client.post(f"/staff/{user.pk}/password", {"password": "short"})
    assert user.check_password(PASSWORD)
    owner.client.post(f"/staff/{user.pk}/password", {"password": "another-long-phrase"})
    user.refresh_from_db()
    assert user.check_password("another-long-phrase")


@pytest.mark.parametrize("role", ["director", "floor", "cashier", "dealer", "viewer"])
def test_nobody_else_opens_or_posts_any_of_it(night: Night, browse: Browse, role: str) -> None:
    browser = browse(role)
    you = Membership.objects.get(role=role)
    assert browser.client.get("/staff").status_code == 403
    for url, fields in (
        ("/staff", {"username": "x", "role": "owner", "password": PASSWORD}),
        (f"/staff/{you.user_id}", {"role": "owner"}),
        (f"/staff/{you.user_id}/password", {"password": PASSWORD}),
        ("/staff/tokens", {"token_name": "x", "token_role": "owner", "token_days": "5"}),
    ):
        assert browser.client.post(url, fields).status_code == 403
    you.refresh_from_db()
    assert (you.role, ApiToken.objects.count()) == (role, 0)


def test_staff_of_another_club_do_not_exist(night: Night, owner: Browser) -> None:
    user = User.objects.create_user("stranger", password=PASSWORD)
    Membership.objects.create(club=Club.objects.create(name="Other"), user=user, role="owner")
    assert owner.client.post(f"/staff/{user.pk}", {"role": "viewer"}).status_code == 404
    assert (
        owner.client.post(f"/staff/{user.pk}/password", {"password": "another-long-phrase"}).status_code
        == 404
    )


# Keys --------------------------------------------------------------------------------------------------------------


def make_key(owner: Browser, **changed: str) -> str:
    fields = {"token_name": "Website", "token_role": "viewer", "token_days": "30"}
    return owner.client.post("/staff/tokens", fields | changed).content.decode()


def test_a_key_is_shown_once_and_stored_as_its_hash(night: Night, owner: Browser) -> None:
    found = re.search(r"<code>([A-Za-z0-9_-]{32})</code>", make_key(owner))
    assert found is not None
    assert ApiToken.objects.get().token_hash == fingerprint(found[1])
    assert found[1] not in owner.client.get("/staff").content.decode()


def test_a_key_asked_for_twice_by_one_form_is_made_once(night: Night, owner: Browser) -> None:
    make_key(owner, request_id="one")
    text = make_key(owner, request_id="one")
    assert (ApiToken.objects.count(), "<code>" in text, "was made already" in text) == (1, False, True)


@pytest.mark.parametrize(
    ("field", "value"), [("token_name", ""), ("token_role", "king"), ("token_days", "0")]
)
def test_a_key_that_does_not_fit_is_refused(night: Night, owner: Browser, field: str, value: str) -> None:
    assert f'id="id_{field}_error"' in make_key(owner, **{field: value})
    assert ApiToken.objects.count() == 0


def test_a_key_is_revoked(night: Night, owner: Browser) -> None:
    make_key(owner)
    owner.client.post(f"/staff/tokens/{ApiToken.objects.get().pk}/revoke")
    assert ApiToken.objects.get().active is False
    answer = owner.client.post("/staff/tokens/999/revoke", follow=True)
    assert "There is no such token." in answer.content.decode()
