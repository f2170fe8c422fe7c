/* Certificates by GnuTLS.
 *
 * A handshake keeps pointers to the certificate it was given, for as long as it takes. So
 * certificates that were replaced stay until the end: they are few, one every some weeks,
 * and nobody has to be waited for. */
#include "http/tls.h"

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "daily/clock.h"
#include "log.h"

#define MAX_CHAIN 10
#define WARN_DAYS 14
#define DAY_MS INT64_C(86400000)

struct certificate {
    gnutls_pcert_st chain[MAX_CHAIN];
    unsigned n_chain;
    gnutls_privkey_t key;
    int64_t expires_ms;
    char odd[300]; /* what is odd about it; empty: nothing */
    struct certificate *older;
};

struct tls {
    struct app *app;
    _Atomic(struct certificate *) current;
    pthread_mutex_t lock;    /* of what follows, between housekeeping and /healthz */
    struct timespec seen[2]; /* when the files were changed */
    int64_t told_day;        /* on which the end was last reported */
    char refused[200];       /* why the files as they are now are not used */
};

static void drop(struct app *app, struct certificate *certificate) {
    if (certificate != NULL) {
        for (unsigned i = 0; i < certificate->n_chain; i++) {
            gnutls_pcert_deinit(&certificate->chain[i]);
        }
        if (certificate->key != NULL) {
            gnutls_privkey_deinit(certificate->key);
        }
        lw_alloc_free(app->alloc, certificate, sizeof *certificate);
    }
}

static lw_status refuse(struct lw_error *err, const char *option, const char *file,
                        const char *why) {
    return lw_fail_option(err, LW_USAGE, option, "%.150s %s", file, why);
}

/* The leaf and the key are a pair when they have the same public part. */
static bool is_pair(gnutls_x509_crt_t leaf, gnutls_x509_privkey_t key) {
    unsigned char of_leaf[64];
    unsigned char of_key[64];
    size_t leaf_len = sizeof of_leaf;
    size_t key_len = sizeof of_key;
    return gnutls_x509_crt_get_key_id(leaf, GNUTLS_KEYID_USE_SHA256, of_leaf,
                                      &leaf_len) == 0 &&
           gnutls_x509_privkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256, of_key,
                                          &key_len) == 0 &&
           leaf_len == key_len && memcmp(of_leaf, of_key, key_len) == 0;
}

static void note_odd(struct certificate *certificate, const char *fmt, const char *what) {
    size_t len = strlen(certificate->odd);
    int n = snprintf(certificate->odd + len, sizeof certificate->odd - len, "%s",
                     len > 0 ? "; " : "");
    len += n > 0 ? (size_t)n : 0;
    if (len < sizeof certificate->odd) {
        (void)snprintf(certificate->odd + len, sizeof certificate->odd - len, fmt, what);
    }
}

/* Days, names, who may read the key. */
static lw_status judge(const struct app *app, gnutls_x509_crt_t leaf,
                       struct certificate *out, struct lw_error *err) {
    const struct lw_server_config *config = &app->config;
    int64_t now = app->now_ms(app->now_ctx);
    char date[11];
    char why[80];
    int64_t begins = (int64_t)gnutls_x509_crt_get_activation_time(leaf) * 1000;
    out->expires_ms = (int64_t)gnutls_x509_crt_get_expiration_time(leaf) * 1000;
    if (now >= out->expires_ms || now < begins) {
        bool is_over = now >= out->expires_ms;
        date_of(is_over ? out->expires_ms : begins, date);
        (void)snprintf(why, sizeof why, "is %s %s; get a new certificate",
                       is_over ? "no longer valid since" : "not valid before", date);
        return refuse(err, "tls-cert", config->tls_cert, why);
    }
    for (size_t i = 0; i < config->n_hosts; i++) {
        if (gnutls_x509_crt_check_hostname(leaf, config->hosts[i]) == 0) {
            note_odd(out, "it is not for the name %.80s", config->hosts[i]);
        }
    }
    struct stat info;
    if (stat(config->tls_key, &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        note_odd(out, "%s", "users other than its owner may read the key; chmod 600");
    }
    return LW_OK;
}

static lw_status fill(const struct app *app, gnutls_x509_crt_t *chain, unsigned n,
                      gnutls_x509_privkey_t key, struct certificate *out,
                      struct lw_error *err) {
    const struct lw_server_config *config = &app->config;
    if (!is_pair(chain[0], key)) {
        return refuse(err, "tls-key", config->tls_key,
                      "is not the key of the first certificate in --tls-cert");
    }
    lw_status status = judge(app, chain[0], out, err);
    for (unsigned i = 0; i < n && status == LW_OK; i++) {
        if (gnutls_pcert_import_x509(&out->chain[i], chain[i], 0) != 0) {
            status = refuse(err, "tls-cert", config->tls_cert, "cannot be used");
        } else {
            out->n_chain++;
        }
    }
    if (status == LW_OK &&
        (gnutls_privkey_init(&out->key) != 0 ||
         gnutls_privkey_import_x509(out->key, key, GNUTLS_PRIVKEY_IMPORT_COPY) != 0)) {
        status = refuse(err, "tls-key", config->tls_key, "cannot be used");
    }
    return status;
}

static lw_status read_pair(const struct app *app, struct certificate *out,
                           struct lw_error *err) {
    const struct lw_server_config *config = &app->config;
    gnutls_datum_t cert_text = {NULL, 0};
    gnutls_datum_t key_text = {NULL, 0};
    gnutls_x509_crt_t chain[MAX_CHAIN];
    gnutls_x509_privkey_t key = NULL;
    unsigned n = MAX_CHAIN;
    lw_status status = LW_OK;
    if (gnutls_load_file(config->tls_cert, &cert_text) != 0 ||
        gnutls_x509_crt_list_import(chain, &n, &cert_text, GNUTLS_X509_FMT_PEM,
                                    GNUTLS_X509_CRT_LIST_FAIL_IF_UNSORTED) <= 0) {
        n = 0;
        status = refuse(err, "tls-cert", config->tls_cert,
                        "is not a readable file of certificates (PEM), the server's "
                        "first and each signed by the next");
    }
    if (status == LW_OK && (gnutls_load_file(config->tls_key, &key_text) != 0 ||
                            gnutls_x509_privkey_init(&key) != 0 ||
                            gnutls_x509_privkey_import2(
                                key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0) != 0)) {
        status = refuse(err, "tls-key", config->tls_key,
                        "is not a readable private key (PEM) without a password");
    }
    if (status == LW_OK) {
        status = fill(app, chain, n, key, out, err);
    }
    for (unsigned i = 0; i < n; i++) {
        gnutls_x509_crt_deinit(chain[i]);
    }
    if (key != NULL) {
        gnutls_x509_privkey_deinit(key);
    }
    if (key_text.data != NULL) {
        gnutls_memset(key_text.data, 0, key_text.size);
    }
    gnutls_free(key_text.data);
    gnutls_free(cert_text.data);
    return status;
}

static void look(const struct tls *tls, struct timespec when[2]) {
    const char *const files[2] = {tls->app->config.tls_cert, tls->app->config.tls_key};
    for (int i = 0; i < 2; i++) {
        struct stat info;
        when[i] =
            stat(files[i], &info) == 0 ? info.st_mtim : (struct timespec){.tv_sec = 0};
    }
}

static int64_t days_left(const struct tls *tls, const struct certificate *certificate) {
    return (certificate->expires_ms - app_now_ms(tls->app)) / DAY_MS;
}

static lw_status load(struct tls *tls, struct lw_error *err) {
    struct app *app = tls->app;
    struct certificate *fresh = lw_alloc_zero(app->alloc, 1, sizeof *fresh);
    if (fresh == NULL) {
        return lw_fail_memory(err);
    }
    look(tls, tls->seen);
    lw_status status = read_pair(app, fresh, err);
    if (status != LW_OK) {
        drop(app, fresh);
        return status;
    }
    char date[11];
    date_of(fresh->expires_ms, date);
    log_event(app->log, fresh->odd[0] != '\0' ? LOG_WARNING : LOG_INFO, "tls",
              "the certificate is valid until %s%s%s", date,
              fresh->odd[0] != '\0' ? ", but " : "", fresh->odd);
    fresh->older = atomic_load(&tls->current);
    atomic_store(&tls->current, fresh);
    return LW_OK;
}

static void report_end(struct tls *tls) {
    struct certificate *now = atomic_load(&tls->current);
    int64_t day = app_now_ms(tls->app) / DAY_MS;
    if (days_left(tls, now) < WARN_DAYS && day != tls->told_day) {
        char date[11];
        tls->told_day = day;
        date_of(now->expires_ms, date);
        log_event(tls->app->log, LOG_WARNING, "tls",
                  "the certificate expires on %s, in %lld days; replace the files, which "
                  "are reloaded automatically",
                  date, (long long)days_left(tls, now));
    }
}

lw_status tls_create(struct app *app, struct tls **out, struct lw_error *err) {
    struct tls *tls = lw_alloc_zero(app->alloc, 1, sizeof *tls);
    if (tls == NULL) {
        return lw_fail_memory(err);
    }
    tls->app = app;
    tls->told_day = -1;
    (void)pthread_mutex_init(&tls->lock, NULL);
    lw_status status = load(tls, err);
    if (status != LW_OK) {
        tls_destroy(tls);
        return status;
    }
    report_end(tls);
    *out = tls;
    return LW_OK;
}

void tls_destroy(struct tls *tls) {
    if (tls == NULL) {
        return;
    }
    struct certificate *at = atomic_load(&tls->current);
    while (at != NULL) {
        struct certificate *older = at->older;
        drop(tls->app, at);
        at = older;
    }
    (void)pthread_mutex_destroy(&tls->lock);
    lw_alloc_free(tls->app->alloc, tls, sizeof *tls);
}

void tls_tick(struct tls *tls) {
    struct timespec now[2];
    (void)pthread_mutex_lock(&tls->lock);
    look(tls, now);
    if (memcmp(now, tls->seen, sizeof now) != 0) {
        struct lw_error err = {.status = LW_OK};
        tls->refused[0] = '\0';
        if (load(tls, &err) != LW_OK) {
            (void)snprintf(tls->refused, sizeof tls->refused, "%.199s", err.text);
            log_event(tls->app->log, LOG_ERROR, "tls",
                      "the new certificate is not used: %s", err.text);
        }
    }
    report_end(tls);
    (void)pthread_mutex_unlock(&tls->lock);
}

void tls_json(struct tls *tls, struct lw_json_writer *json) {
    (void)pthread_mutex_lock(&tls->lock);
    const struct certificate *now = atomic_load(&tls->current);
    json_time(json, "expires", now->expires_ms);
    lw_json_int(json, "days_left", days_left(tls, now));
    lw_json_bool(json, "ends_soon", days_left(tls, now) < WARN_DAYS);
    lw_json_text(json, "odd", now->odd[0] != '\0' ? now->odd : NULL);
    lw_json_text(json, "refused", tls->refused[0] != '\0' ? tls->refused : NULL);
    (void)pthread_mutex_unlock(&tls->lock);
}

static int retrieve(gnutls_session_t session, const struct gnutls_cert_retr_st *info,
                    gnutls_pcert_st **certs, unsigned *n_certs,
                    gnutls_ocsp_data_st **ocsp, unsigned *n_ocsp, gnutls_privkey_t *key,
                    unsigned *flags) {
    struct tls *tls = gnutls_session_get_ptr(session);
    struct certificate *now = tls == NULL ? NULL : atomic_load(&tls->current);
    (void)info;
    if (now == NULL) {
        return -1;
    }
    *certs = now->chain;
    *n_certs = now->n_chain;
    *ocsp = NULL;
    *n_ocsp = 0;
    *key = now->key;
    *flags = 0; /* they stay ours */
    return 0;
}

void *tls_retrieve(void) {
    /* A function travels as the option's pointer. */
    gnutls_certificate_retrieve_function3 *function = retrieve;
    void *out;
    memcpy(&out, &function, sizeof out);
    return out;
}

void tls_adopt(struct tls *tls, void *session) {
    gnutls_session_set_ptr(session, tls);
}
