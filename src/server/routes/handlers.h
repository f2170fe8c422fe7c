/* The handlers, one a route, in the files named after what they are about. */
#ifndef HANDLERS_H
#define HANDLERS_H

#include "daily/clock.h"
#include "routes/fields.h"
#include "routes/reply.h"
#include "routes/route.h"

void handle_daily(struct exchange *exchange);
void handle_events(struct exchange *exchange);
void handle_play_start(struct exchange *exchange);
void handle_health(struct exchange *exchange);
void handle_metrics(struct exchange *exchange);
void handle_openapi(struct exchange *exchange);
void handle_kinds(struct exchange *exchange);
void handle_player_create(struct exchange *exchange);
void handle_player_get(struct exchange *exchange);
void handle_player_delete(struct exchange *exchange);
void handle_daily_archive(struct exchange *exchange);
void handle_packs(struct exchange *exchange);
void handle_pack_create(struct exchange *exchange);
void handle_pack_import(struct exchange *exchange);
void handle_pack_get(struct exchange *exchange);
void handle_pack_export(struct exchange *exchange);
void handle_levels(struct exchange *exchange);
void handle_level_get(struct exchange *exchange);
void handle_picture_svg(struct exchange *exchange);
void handle_picture_png(struct exchange *exchange);
void handle_job_create(struct exchange *exchange);
void handle_job_get(struct exchange *exchange);
void handle_job_cancel(struct exchange *exchange);
void handle_job_events(struct exchange *exchange);
void handle_sets(struct exchange *exchange);
void handle_set_get(struct exchange *exchange);
void handle_tables(struct exchange *exchange);
void handle_insight(struct exchange *exchange);
void handle_token_rotate(struct exchange *exchange);
void handle_batch(struct exchange *exchange);
void handle_sets_choose(struct exchange *exchange);
void handle_level_delete(struct exchange *exchange);
void handle_pack_delete(struct exchange *exchange);
void handle_own_pack_delete(struct exchange *exchange);
void handle_packs_aside(struct exchange *exchange);
void handle_set_delete(struct exchange *exchange);

#endif
