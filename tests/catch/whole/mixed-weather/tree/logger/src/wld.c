/*
 * wld.c - the logger daemon. Reads what the sensor board says, one reading a
 * line ("@EPOCH CHANNEL VALUE"), and appends it to the spool.
 *
 *   wld -c /etc/wld.conf             read the device, for ever
 *   wld -c wld.conf -i readings.txt  read a file instead, end with it
 *   wld -V                           say the version
 */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wl.h"

struct wld {
    struct wl_conf conf;
    struct wl_ring ring[WL_CH_COUNT];
    unsigned long stored;
    unsigned long dropped;
};

static volatile sig_atomic_t want_status;

static void on_usr1(int sig)
{
    (void)sig;
    want_status = 1; /* written after the next reading */
}

/* "@1717200000 T 21.43". A sensor that does not answer says ERR for a value. */
static int parse_raw(const char *text, const struct wl_conf *conf, struct wl_record *out)
{
    long long ts;
    char code;
    char number[24];
    char *end;
    double value;

    memset(out, 0, sizeof *out);
    if (sscanf(text, "@%lld %c %23s", &ts, &code, number) != 3)
        return WL_ERR_FORMAT;
    if (wl_channel_from_code(code, &out->channel) != WL_OK)
        return WL_ERR_CHANNEL;
    value = strtod(number, &end);
    if (end == number || *end != '\0' || !isfinite(value))
        return WL_ERR_FORMAT;
    strcpy(out->station, conf->station);
    out->ts = ts;
    out->value = wl_channel_round(out->channel, value);
    return WL_OK;
}

static void remember(const struct wl_record *rec, void *arg)
{
    struct wld *d = arg;
    wl_ring_push(&d->ring[rec->channel], rec);
}

static void handle(struct wld *d, const char *text)
{
    struct wl_record rec;

    if (parse_raw(text, &d->conf, &rec) != WL_OK) {
        d->dropped++;
        return;
    }
    if (wl_spool_append(&d->conf, &rec) != WL_OK) {
        fprintf(stderr, "wld: cannot write to %s\n", d->conf.spool);
        d->dropped++;
        return;
    }
    d->stored++;
    remember(&rec, d);
}

/* The newest reading of each channel: "T 21.4 1717200000". On SIGUSR1. */
static void write_status(const struct wld *d)
{
    FILE *f = fopen(d->conf.status, "w");

    if (f == NULL)
        return;
    for (int i = 0; i < WL_CH_COUNT; i++) {
        const struct wl_channel_info *info = wl_channel_get((enum wl_channel)i);
        const struct wl_record *rec = wl_ring_at(&d->ring[i], 0);
        if (rec != NULL)
            fprintf(f, "%c %.*f %lld\n", info->code, info->decimals, rec->value,
                    (long long)rec->ts);
    }
    fprintf(f, "stored %lu dropped %lu\n", d->stored, d->dropped);
    fclose(f);
}

static int load(struct wld *d, const char *path)
{
    char err[128] = "";
    FILE *f = fopen(path, "r");
    int rc;

    if (f == NULL) {
        fprintf(stderr, "wld: cannot read %s\n", path);
        return WL_ERR_IO;
    }
    wl_conf_defaults(&d->conf);
    rc = wl_conf_load(f, &d->conf, err, sizeof err);
    fclose(f);
    if (rc != WL_OK)
        fprintf(stderr, "wld: %s: %s\n", path, err);
    return rc;
}

int main(int argc, char **argv)
{
    static struct wld d;
    const char *conf_path = "/etc/wld.conf";
    const char *input = NULL;
    struct sigaction sa;
    char text[128];
    FILE *in;
    int opt;

    while ((opt = getopt(argc, argv, "c:i:V")) != -1) {
        switch (opt) {
        case 'c': conf_path = optarg; break;
        case 'i': input = optarg; break;
        case 'V': puts(WL_VERSION); return 0;
        default:  fprintf(stderr, "usage: wld [-c CONF] [-i FILE] [-V]\n"); return 2;
        }
    }
    if (load(&d, conf_path) != WL_OK)
        return 1;
    for (int i = 0; i < WL_CH_COUNT; i++)
        wl_ring_init(&d.ring[i]);
    wl_spool_replay(&d.conf, (int64_t)time(NULL), remember, &d);
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = on_usr1;
    sa.sa_flags = SA_RESTART;
    sigemptyset(&sa.sa_mask);
    sigaction(SIGUSR1, &sa, NULL);

    in = fopen(input != NULL ? input : d.conf.device, "r");
    if (in == NULL) {
        fprintf(stderr, "wld: cannot open %s\n", input != NULL ? input : d.conf.device);
        return 1;
    }
    while (fgets(text, sizeof text, in) != NULL) {
        handle(&d, text);
        if (want_status) {
            want_status = 0;
            write_status(&d);
        }
    }
    fclose(in);
    return 0;
}
