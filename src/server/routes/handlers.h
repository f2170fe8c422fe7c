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
/* Often: goes on deleting what players had who have left. */
void players_tick(struct app *app);
void handle_player_delete(struct exchange *exchange);
void handle_daily_archive(struct exchange *exchange);
void handle_sealed(struct exchange *exchange);
void handle_complaint(struct exchange *exchange);
void handle_designs(struct exchange *exchange);
void handle_design_get(struct exchange *exchange);
void handle_rating(struct exchange *exchange);
void handle_comparison(struct exchange *exchange);
void handle_cases(struct exchange *exchange);
void handle_decision(struct exchange *exchange);
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
void handle_passphrase_set(struct exchange *exchange);
void handle_passphrase_delete(struct exchange *exchange);
void handle_sign_in(struct exchange *exchange);
void handle_controls(struct exchange *exchange);
void handle_controls_set(struct exchange *exchange);
void handle_invitations(struct exchange *exchange);
void handle_invitation_create(struct exchange *exchange);
void handle_invitation_delete(struct exchange *exchange);
/* The switches as members of an object. */
void controls_json(struct lw_json_writer *json, const struct app *app);
void handle_token_rotate(struct exchange *exchange);
void handle_batch(struct exchange *exchange);
/* Puts a job into the queue, and answers with it; whose it is and how many there may be
 * is filled in. */
void job_enqueue(struct exchange *exchange, struct lw_store_job_request *row);
void handle_models(struct exchange *exchange);
void handle_model_change(struct exchange *exchange);
void handle_model_learn(struct exchange *exchange);
void handle_sets_choose(struct exchange *exchange);
void handle_level_delete(struct exchange *exchange);
void handle_pack_delete(struct exchange *exchange);
void handle_own_pack_delete(struct exchange *exchange);
void handle_packs_aside(struct exchange *exchange);
void handle_set_delete(struct exchange *exchange);
void handle_studies(struct exchange *exchange);
void handle_study_open(struct exchange *exchange);
void handle_study_admin(struct exchange *exchange);
void handle_study_state(struct exchange *exchange);
void handle_study_persons(struct exchange *exchange);
void handle_study_person(struct exchange *exchange);
void handle_study_export(struct exchange *exchange);
void handle_study_sheet(struct exchange *exchange);
void handle_study_get(struct exchange *exchange);
void handle_study_enter(struct exchange *exchange);
void handle_study_me(struct exchange *exchange);
void handle_study_events(struct exchange *exchange);
void handle_study_pair(struct exchange *exchange);
void handle_study_withdraw(struct exchange *exchange);

#endif
