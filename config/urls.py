"""Where everything is found."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from config.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("i18n/setlang", login_not_required(set_language), name="set_language"),
    path("api/v1/", include("director.api.urls")),
    path("", include("display.urls")),
    path("", include("director.urls")),
]
