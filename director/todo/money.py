"""What the money needs: prizes to lock, to lock again, to pay; the bubble; the winner."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.event_windows import reentry
from clock.rules.windows import last_hand
from club.templatetags.figures import money_short
from director.scene.scene import PlanFacts, Scene
from director.todo.items import LATER, Doing, Item, View, builds
from ledger.models import AccountKind as A
from tables.rules.hand_for_hand import waiting_for
from tournaments.models import Elimination

BUBBLE_NEAR = 2


@builds
def shared_items(view: View) -> Iterator[Item]:
    """All that was left is shared by a deal: nothing is played for any more."""
    scene = view.scene
    if scene.event.status == "running" and scene.counts.playing > 1 and scene.plan and scene.plan.shared:
        yield Item(
            key=f"shared:{scene.counts.playing}",
            title=_("Finish the tournament"),
            why=_("Those left shared by a deal all that was to be won; they share the first places."),
            order=2,
            do=Doing(_("Finish"), "tournament.finish"),
        )


@builds
def winner_items(view: View) -> Iterator[Item]:
    """One player is left and nobody can come back."""
    scene = view.scene
    if scene.event.status != "running" or scene.counts.playing != 1 or scene.counts.entries < 2:
        return
    if scene.entries_open or _grace_runs(scene):
        yield Item(
            key="last_player",
            title=_("One player is left, but entries are open"),
            why=_("He has won once nobody can enter any more."),
            order=2,
            do=Doing(_("Close registration"), "registration.close"),
        )
        return
    yield Item(
        key="winner",
        title=_("Finish the tournament"),
        why=_("One player is left and nobody can come back."),
        order=2,
        do=Doing(_("Finish"), "tournament.finish"),
    )


def _grace_runs(scene: Scene) -> bool:
    """Whether somebody out in time may still enter again (docs/rules.md 2); only asked with one left."""
    window, rules = reentry(scene.event), scene.rules
    if window is None or scene.event.late_closed_early or not rules.last_hand_grace:
        return False
    grace_ms = rules.last_hand_grace_minutes * 60_000
    busts = Elimination.objects.filter(
        tournament=scene.event, revoked_by__isnull=True, in_time=True, at_ms__gt=scene.now_ms - grace_ms
    )
    return any(
        last_hand(
            scene.clock.structure,
            window,
            scene.clock.anchor,
            scene.now_ms,
            bust_entered_at_ms=at_ms,
            hand_began_in_time=True,
            grace_ms=grace_ms,
        ).is_open
        for at_ms in busts.values_list("at_ms", flat=True)
    )


@builds
def plan_items(view: View) -> Iterator[Item]:
    """The prizes are locked once nobody can enter, and again when entries came after."""
    scene = view.scene
    if scene.event.status == "planned" or not scene.event.prizes_on or not scene.promised_minor:
        return
    plan = scene.plan
    if plan and plan.locked:
        if (plan.entries, plan.pool_minor) != (scene.counts.entries, scene.promised_minor):
            yield _stale(view, plan)
    elif not scene.entries_open:
        yield Item(
            key=f"lock:{scene.counts.entries}:{scene.promised_minor}",
            title=_("Lock the prizes"),
            why=_("Nobody can enter any more; the pool is %(pool)s.")
            % {"pool": money_short(scene.promised_minor, scene.event.currency)},
            order=32,
            rule=view.rule("payouts"),
            do=Doing(_("Lock"), "payouts.lock"),
        )


def _stale(view: View, plan: PlanFacts) -> Item:
    since = view.scene.counts.entries - plan.entries
    text = ngettext("%(count)s entry since the lock", "%(count)s entries since the lock", since)
    return Item(
        key=f"stale:{view.scene.counts.entries}:{view.scene.promised_minor}",
        title=_("Payouts are stale"),
        why=text % {"count": since} if since > 0 else _("The entries or the pool changed since the lock."),
        order=31,
        rule=view.rule("payouts"),
        do=Doing(_("Lock again"), "payouts.lock"),
    )


@builds
def bubble_items(view: View) -> Iterator[Item]:
    """Two from the money, and on the bubble: play goes hand-for-hand, until the money is reached."""
    scene, plan = view.scene, view.scene.plan
    if scene.event.status != "running":
        return
    away = scene.counts.playing - plan.places if plan and plan.locked and not scene.entries_open else None
    if scene.matters.hands:
        yield _hand_item(view, away)
    elif plan and away is not None and 0 < away <= BUBBLE_NEAR and len(scene.floor.tables) > 1:
        text = ngettext(
            "%(count)s from the money: announce hand-for-hand",
            "%(count)s from the money: announce hand-for-hand",
            away,
        )
        yield Item(
            key=f"bubble:{scene.counts.playing}",
            title=text % {"count": away},
            why=_("%(places)s places are paid, %(playing)s players are left")
            % {"places": plan.places, "playing": scene.counts.playing},
            order=12,
            rule=view.rule("hand_for_hand"),
            do=Doing(_("Start hand-for-hand"), "hand_for_hand.start"),
        )


def _hand_item(view: View, away: int | None) -> Item:
    """Which tables a hand waits for; once the money is reached, that it is over."""
    scene, hands = view.scene, view.scene.matters.hands
    if hands is None:
        raise LookupError("hand-for-hand is not on")
    number = {"hand": hands.hand_number}
    waits = waiting_for([fact.number for fact in scene.floor.facts if fact.size > 1], hands.done)
    listed = ", ".join(str(table) for table in waits)
    why = ngettext("Table %(tables)s still plays", "Tables %(tables)s still play", len(waits)) % {
        "tables": listed
    }
    reached = away is not None and away <= 0
    return Item(
        key=f"hands:{hands.since_ms}:{reached}",
        title=_("In the money: end hand-for-hand") if reached else _("Hand-for-hand, hand %(hand)s") % number,
        why=why,
        order=4,
        rule=view.rule("hand_for_hand"),
        do=Doing(_("End it"), "hand_for_hand.end"),
    )


@builds
def prize_items(view: View) -> Iterator[Item]:
    """Prizes of places that are certain and not yet paid."""
    scene = view.scene
    plan = scene.plan
    if not (plan and plan.locked) or (scene.entries_open and scene.event.status == "running"):
        return
    certain = plan.places - scene.counts.playing if scene.event.status == "running" else plan.places
    paid = scene.count("prize")
    pool_left = -scene.balance(A.PRIZE_POOL)
    if certain <= paid or pool_left <= 0:
        return
    over = scene.event.status == "finished"
    text = ngettext("%(count)s prize to be paid", "%(count)s prizes to be paid", certain - paid)
    yield Item(
        key=f"pay:{certain}:{paid}",
        title=text % {"count": certain - paid},
        why=_("%(amount)s of the pool is not paid out yet")
        % {"amount": money_short(pool_left, scene.event.currency)},
        state="now" if over else LATER,
        order=33,
        rule=view.rule("payouts"),
        url=view.url("prizes"),
        link_label=_("Pay out"),
    )
