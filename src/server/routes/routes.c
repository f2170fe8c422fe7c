/* The table of routes: one line each. docs/openapi.json describes the same. */
#include "routes/handlers.h"

static const struct route table[] = {
    /* The most asked for first. */
    {HTTP_GET, "/api/v1/daily", handle_daily, AUTH_NONE, BODY_NONE, 1,
     "game difficulty date number"},
    {HTTP_POST, "/api/v1/events", handle_events, AUTH_PLAYER, BODY_JSON, 1, ""},
    {HTTP_POST, "/api/v1/plays", handle_play_start, AUTH_PLAYER, BODY_JSON, 2, ""},
    {HTTP_GET, "/healthz", handle_health, AUTH_NONE, BODY_NONE, 1, ""},
    {HTTP_GET, "/metrics", handle_metrics, AUTH_LOCAL, BODY_NONE, 1, ""},
    {HTTP_GET, "/api/v1/openapi.json", handle_openapi, AUTH_NONE, BODY_NONE, 1, ""},
    {HTTP_GET, "/api/v1/kinds", handle_kinds, AUTH_NONE, BODY_NONE, 1, ""},
    {HTTP_POST, "/api/v1/players", handle_player_create, AUTH_NONE, BODY_ANY, 10, ""},
    {HTTP_GET, "/api/v1/players/me", handle_player_get, AUTH_PLAYER, BODY_NONE, 5, ""},
    {HTTP_DELETE, "/api/v1/players/me", handle_player_delete, AUTH_PLAYER, BODY_NONE, 10,
     ""},
    {HTTP_GET, "/api/v1/daily/archive", handle_daily_archive, AUTH_NONE, BODY_NONE, 2,
     "game difficulty page per_page"},
    {HTTP_GET, "/api/v1/packs", handle_packs, AUTH_NONE, BODY_NONE, 2,
     "game page per_page"},
    {HTTP_POST, "/api/v1/packs", handle_pack_create, AUTH_EITHER, BODY_JSON, 20, ""},
    {HTTP_POST, "/api/v1/packs/import", handle_pack_import, AUTH_EITHER, BODY_TEXT, 40,
     "game title format"},
    {HTTP_GET, "/api/v1/packs/{id}", handle_pack_get, AUTH_NONE, BODY_NONE, 3,
     "page per_page"},
    {HTTP_GET, "/api/v1/packs/{id}/export", handle_pack_export, AUTH_NONE, BODY_NONE, 20,
     "format"},
    {HTTP_GET, "/api/v1/levels", handle_levels, AUTH_NONE, BODY_NONE, 3,
     "game method min_percentile max_percentile min_difficulty max_difficulty order page "
     "per_page"},
    {HTTP_GET, "/api/v1/levels/{id}", handle_level_get, AUTH_NONE, BODY_NONE, 1, ""},
    {HTTP_GET, "/api/v1/levels/{id}/picture.svg", handle_picture_svg, AUTH_NONE,
     BODY_NONE, 2, "theme cell"},
    {HTTP_GET, "/api/v1/levels/{id}/picture.png", handle_picture_png, AUTH_NONE,
     BODY_NONE, 5, "theme cell"},
    {HTTP_POST, "/api/v1/jobs", handle_job_create, AUTH_EITHER, BODY_JSON, 20, ""},
    {HTTP_GET, "/api/v1/jobs/{id}", handle_job_get, AUTH_NONE, BODY_NONE, 1, ""},
    {HTTP_DELETE, "/api/v1/jobs/{id}", handle_job_cancel, AUTH_EITHER, BODY_NONE, 2, ""},
    {HTTP_GET, "/api/v1/jobs/{id}/events", handle_job_events, AUTH_NONE, BODY_NONE, 5,
     ""},
    {HTTP_GET, "/api/v1/sets", handle_sets, AUTH_MAYBE, BODY_NONE, 2, "game"},
    {HTTP_GET, "/api/v1/sets/{id}", handle_set_get, AUTH_NONE, BODY_NONE, 3, ""},
    {HTTP_GET, "/api/v1/reports/tables", handle_tables, AUTH_NONE, BODY_NONE, 10, ""},
    {HTTP_GET, "/api/v1/insight", handle_insight, AUTH_NONE, BODY_NONE, 10, "game"},
    {HTTP_POST, "/api/v1/admin/token/rotate", handle_token_rotate, AUTH_ADMIN, BODY_ANY,
     20, ""},
    {HTTP_POST, "/api/v1/admin/batch", handle_batch, AUTH_ADMIN, BODY_JSON, 20, ""},
    {HTTP_GET, "/api/v1/admin/packs/aside", handle_packs_aside, AUTH_ADMIN, BODY_NONE, 5,
     ""},
    {HTTP_POST, "/api/v1/admin/sets", handle_sets_choose, AUTH_ADMIN, BODY_JSON, 20, ""},
    {HTTP_DELETE, "/api/v1/admin/levels/{id}", handle_level_delete, AUTH_ADMIN, BODY_NONE,
     2, ""},
    {HTTP_DELETE, "/api/v1/admin/packs/{id}", handle_pack_delete, AUTH_ADMIN, BODY_NONE,
     2, ""},
    {HTTP_DELETE, "/api/v1/admin/sets/{id}", handle_set_delete, AUTH_ADMIN, BODY_NONE, 2,
     ""},
};

const struct route *routes(size_t *n) {
    *n = sizeof table / sizeof *table;
    return table;
}
