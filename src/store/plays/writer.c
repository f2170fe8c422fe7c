/* Group commit. Batches that arrive while one group is being written form the next group
 * and share its transaction, so the wait for the disk is shared too: the more players
 * there are, the cheaper one is.
 *
 * A batch that fails inside a group would spoil the others. The group is then taken back
 * and its batches are written one by one, so that each gets its own answer. */
#include <pthread.h>
#include <string.h>

#include "store_internal.h"

#define MAX_WAITING_EVENTS 100000
#define MAX_GROUP_EVENTS 5000

struct batch {
    struct lw_arena arena; /* holds the batch itself too */
    struct store_batch work;
    lw_store_done_fn done;
    void *ctx;
    lw_status status;
    struct lw_error err;
    struct batch *next;
};

struct lw_store_writer {
    const struct lw_alloc *alloc;
    struct lw_store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    struct batch *first, **last;
    size_t n_waiting; /* events */
    bool closing;
};

/* One transaction for work and the batches linked behind it. */
static lw_status write_list(struct lw_store *store, struct store_batch *work,
                            struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = store_append(store, work, err);
        status = sql_end(store->sql, status, err);
    }
    return status;
}

static lw_status write_together(struct lw_store *store, struct batch *group,
                                struct lw_error *err) {
    for (struct batch *at = group; at != NULL; at = at->next) {
        at->work.next = at->next != NULL ? &at->next->work : NULL;
        at->status = LW_OK;
    }
    return write_list(store, &group->work, err);
}

static void write_alone(struct lw_store *store, struct batch *batch) {
    batch->err = (struct lw_error){0};
    batch->work.next = NULL;
    batch->status = write_list(store, &batch->work, &batch->err);
}

/* A failure that is the database's and not a batch's meets all of them alike. */
static bool is_everyones(lw_status status) {
    return status == LW_BUSY || status == LW_FULL || status == LW_IO;
}

static void write_group(struct lw_store_writer *writer, struct batch *group) {
    struct lw_error err = {0};
    lw_status status =
        group->next == NULL ? LW_BAD_INPUT : write_together(writer->store, group, &err);
    for (struct batch *at = group; at != NULL && status != LW_OK; at = at->next) {
        if (is_everyones(status)) {
            at->status = status;
            at->err = err;
        } else {
            write_alone(writer->store, at);
        }
    }
    while (group != NULL) {
        struct batch *next = group->next;
        group->done(group->ctx, group->status, &group->work.appended, &group->err);
        struct lw_arena arena = group->arena;
        lw_arena_free(&arena);
        group = next;
    }
}

/* Takes the batches that wait, up to a number of events; NULL when closing and empty. */
static struct batch *take_group(struct lw_store_writer *writer) {
    (void)pthread_mutex_lock(&writer->lock);
    while (writer->first == NULL && !writer->closing) {
        (void)pthread_cond_wait(&writer->arrived, &writer->lock);
    }
    struct batch *group = writer->first;
    size_t n = 0;
    struct batch *at = group;
    struct batch *end = NULL;
    for (; at != NULL && (end == NULL || n + at->work.n <= MAX_GROUP_EVENTS);
         at = at->next) {
        n += at->work.n;
        end = at;
    }
    writer->first = at;
    if (at == NULL) {
        writer->last = &writer->first;
    }
    if (end != NULL) {
        end->next = NULL;
    }
    writer->n_waiting -= n;
    (void)pthread_mutex_unlock(&writer->lock);
    return group;
}

static void *work(void *ctx) {
    struct lw_store_writer *writer = ctx;
    struct batch *group;
    while ((group = take_group(writer)) != NULL) {
        write_group(writer, group);
    }
    return NULL;
}

lw_status lw_store_writer_open(const char *url, const struct lw_store_options *options,
                               struct lw_store_writer **out, struct lw_error *err) {
    const struct lw_alloc *alloc =
        options != NULL && options->alloc != NULL ? options->alloc : lw_alloc_libc();
    *out = NULL;
    struct lw_store_writer *writer = lw_alloc_zero(alloc, 1, sizeof *writer);
    if (writer == NULL) {
        return lw_fail_memory(err);
    }
    writer->alloc = alloc;
    writer->last = &writer->first;
    lw_status status = lw_store_open(url, options, &writer->store, err);
    if (status == LW_OK) {
        (void)pthread_mutex_init(&writer->lock, NULL);
        (void)pthread_cond_init(&writer->arrived, NULL);
        if (pthread_create(&writer->thread, NULL, work, writer) != 0) {
            (void)pthread_cond_destroy(&writer->arrived);
            (void)pthread_mutex_destroy(&writer->lock);
            lw_store_close(writer->store);
            status =
                lw_fail(err, LW_IO, 0, 0, "no thread could be started for the store");
        }
    }
    if (status != LW_OK) {
        lw_alloc_free(alloc, writer, sizeof *writer);
        return status;
    }
    *out = writer;
    return LW_OK;
}

void lw_store_writer_close(struct lw_store_writer *writer) {
    if (writer == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&writer->lock);
    writer->closing = true;
    (void)pthread_cond_signal(&writer->arrived);
    (void)pthread_mutex_unlock(&writer->lock);
    (void)pthread_join(writer->thread, NULL);
    (void)pthread_cond_destroy(&writer->arrived);
    (void)pthread_mutex_destroy(&writer->lock);
    lw_store_close(writer->store);
    lw_alloc_free(writer->alloc, writer, sizeof *writer);
}

static const char *copy_text(struct lw_arena *arena, const char *text, bool *ok) {
    text = store_or_empty(text);
    const char *copy = lw_arena_text(arena, text, strlen(text));
    *ok = *ok && copy != NULL;
    return copy;
}

static struct batch *copy_batch(const struct lw_alloc *alloc, const char *player,
                                const struct lw_store_event *events, size_t n) {
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    bool ok = true;
    struct batch *batch = lw_arena_zero(&arena, 1, sizeof *batch);
    struct lw_store_event *copies = lw_arena_zero(&arena, n + 1, sizeof *copies);
    player = copy_text(&arena, player, &ok);
    for (size_t i = 0; i < n && copies != NULL; i++) {
        copies[i] = events[i];
        copies[i].play = copy_text(&arena, events[i].play, &ok);
        copies[i].data = copy_text(&arena, events[i].data, &ok);
    }
    if (batch == NULL || copies == NULL || !ok) {
        lw_arena_free(&arena);
        return NULL;
    }
    batch->work = (struct store_batch){.player = player, .events = copies, .n = n};
    batch->arena = arena;
    return batch;
}

lw_status lw_store_writer_submit(struct lw_store_writer *writer,
                                 const struct lw_store_batch *given,
                                 lw_store_done_fn done, void *ctx, struct lw_error *err) {
    struct batch *batch =
        copy_batch(writer->alloc, given->player, given->events, given->n);
    if (batch == NULL) {
        return lw_fail_memory(err);
    }
    batch->work.now_ms = given->now_ms;
    batch->done = done;
    batch->ctx = ctx;
    (void)pthread_mutex_lock(&writer->lock);
    bool taken = writer->n_waiting + given->n <= MAX_WAITING_EVENTS && !writer->closing;
    if (taken) {
        *writer->last = batch;
        writer->last = &batch->next;
        writer->n_waiting += given->n;
        (void)pthread_cond_signal(&writer->arrived);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    if (!taken) {
        struct lw_arena arena = batch->arena;
        lw_arena_free(&arena);
        return lw_fail(err, LW_BUSY, 0, 0,
                       "too many events are waiting to be stored; try again");
    }
    return LW_OK;
}
