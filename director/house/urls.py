"""The pages of the club: setting up, signing in, tournaments, players, staff, screens, printed sheets."""

from django.urls import URLPattern, URLResolver, path

from director.house import chips_views as club_views_chips
from director.house import door_views as club_views_door
from director.house import import_views as club_views_import
from director.house import players_views as club_views_players
from director.house import screens_views as club_views_screens
from director.house import setup_views, theme_views
from director.house import staff_views as club_views_staff
from director.house import tournament_views as club_views_tournament
from director.house import views as club_views
from director.printing import views as printing_views
from director.setup import generator_views, structure_tools, structure_views

urlpatterns: list[URLPattern | URLResolver] = [
    path("setup", setup_views.setup, name="setup"),
    path("login", club_views_door.login, name="login"),
    path("logout", club_views_door.logout, name="logout"),
    path("language", club_views_door.language, name="language"),
    path("clubs", club_views_door.clubs, name="clubs"),
    path("password", club_views_door.password, name="password"),
    path("", club_views.home, name="home"),
    path("new", club_views_tournament.new, name="tournament_new"),
    path("new/structure", generator_views.generate_new, name="structure_generate_new"),
    path("club", club_views.club, name="club"),
    path("club/theme", theme_views.theme, name="theme"),
    path("club/images", theme_views.add, name="image_add"),
    path("club/images/<int:image_id>/move", theme_views.move, name="image_move"),
    path("club/images/<int:image_id>/remove", theme_views.remove, name="image_remove"),
    path("chips", club_views_chips.chips, name="chips"),
    path("chips/<int:chip_set_id>/remove", club_views_chips.remove, name="chip_set_remove"),
    path("templates", club_views.templates, name="templates"),
    path("templates/<int:template_id>/change", club_views.change_template, name="template_change"),
    path("templates/<int:template_id>/levels", structure_views.structure, name="template_levels"),
    path("templates/<int:template_id>/levels/paste", structure_tools.paste, name="template_paste"),
    path("templates/<int:template_id>/levels/check", structure_tools.check, name="template_check"),
    path("templates/<int:template_id>/levels/reshape", structure_tools.reshape, name="template_reshape"),
    path("templates/<int:template_id>/delete", club_views.delete_template, name="template_delete"),
    path("players", club_views_players.players, name="players"),
    path("players/new", club_views_players.new_player, name="player_new"),
    path("players/import", club_views_import.import_list, name="players_import"),
    path("players/export", club_views_players.export_players, name="players_export"),
    path("players/<int:player_id>", club_views_players.player, name="player_edit"),
    path("players/<int:player_id>/exclude", club_views_players.exclude, name="player_exclude"),
    path("players/<int:player_id>/lift", club_views_players.lift, name="player_lift"),
    path("players/<int:player_id>/erase", club_views_players.erase, name="player_erase"),
    path("players/<int:player_id>/export", club_views_players.export_player, name="player_export"),
    path("staff", club_views_staff.people, name="staff"),
    path("staff/tokens", club_views_staff.make_token, name="token_new"),
    path("staff/tokens/<int:token_id>/revoke", club_views_staff.end_token, name="token_revoke"),
    path("staff/<int:user_id>", club_views_staff.change_member, name="staff_change"),
    path("staff/<int:user_id>/password", club_views_staff.give_password, name="staff_password"),
    path("t/<int:tournament_id>/screens", club_views_screens.screens, name="screens"),
    path("t/<int:tournament_id>/screens/arrange", club_views_screens.arrange, name="screen_arrange"),
    path("t/<int:tournament_id>/screens/renew", club_views_screens.renew, name="screen_renew"),
    path("t/<int:tournament_id>/edit", club_views_tournament.edit, name="tournament_edit"),
    path("t/<int:tournament_id>/print", printing_views.sheets, name="print"),
    path("t/<int:tournament_id>/print/<str:name>", printing_views.sheet, name="print_sheet"),
    path("t/<int:tournament_id>/structure", structure_views.structure, name="structure"),
    path("t/<int:tournament_id>/structure/paste", structure_tools.paste, name="structure_paste"),
    path("t/<int:tournament_id>/structure/generate", generator_views.generate, name="structure_generate"),
    path("t/<int:tournament_id>/structure/check", structure_tools.check, name="structure_check"),
    path("t/<int:tournament_id>/structure/reshape", structure_tools.reshape, name="structure_reshape"),
    path(
        "t/<int:tournament_id>/structure.csv", structure_tools.export, {"kind": "csv"}, name="structure_csv"
    ),
    path(
        "t/<int:tournament_id>/structure.json",
        structure_tools.export,
        {"kind": "json"},
        name="structure_json",
    ),
]
