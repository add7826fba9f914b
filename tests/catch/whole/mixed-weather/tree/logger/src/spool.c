/* spool.c - one file for each station and UTC day: SPOOL/FEN01/2024-06-01.wl */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "wl.h"

int wl_spool_path(const struct wl_conf *conf, int64_t ts, char *buf, size_t len)
{
    time_t t = (time_t)ts;
    struct tm tm;
    char day[16];
    int n;

    if (gmtime_r(&t, &tm) == NULL)
        return WL_ERR_FORMAT;
    strftime(day, sizeof day, "%Y-%m-%d", &tm);
    n = snprintf(buf, len, "%s/%s/%s.wl", conf->spool, conf->station, day);
    return n < 0 || (size_t)n >= len ? WL_ERR_FORMAT : WL_OK;
}

static int make_station_dir(const struct wl_conf *conf)
{
    char dir[WL_PATH_MAX + WL_STATION_MAX + 2];

    snprintf(dir, sizeof dir, "%s/%s", conf->spool, conf->station);
    if (mkdir(dir, 0755) != 0 && errno != EEXIST)
        return WL_ERR_IO;
    return WL_OK;
}

/* Append the line of `rec` to the file of its day. */
int wl_spool_append(const struct wl_conf *conf, const struct wl_record *rec)
{
    char path[WL_PATH_MAX * 2];
    char line[WL_LINE_MAX];
    FILE *f;
    int n = wl_line_format(rec, line, sizeof line);
    int ok;

    if (n < 0)
        return n;
    if (wl_spool_path(conf, rec->ts, path, sizeof path) != WL_OK)
        return WL_ERR_FORMAT;
    if (make_station_dir(conf) != WL_OK)
        return WL_ERR_IO;
    f = fopen(path, "a");
    if (f == NULL)
        return WL_ERR_IO;
    ok = fwrite(line, 1, (size_t)n, f) == (size_t)n;
    if (fclose(f) != 0)
        ok = 0;
    return ok ? WL_OK : WL_ERR_IO;
}

/*
 * Hand every readable line of the day of `ts` to `fn`, in order. Lines that
 * do not parse are skipped: a power cut leaves half a line now and then.
 * Returns the number of records, 0 when there is no such file.
 */
int wl_spool_replay(const struct wl_conf *conf, int64_t ts, wl_spool_fn fn, void *arg)
{
    char path[WL_PATH_MAX * 2];
    char line[WL_LINE_MAX * 2];
    struct wl_record rec;
    FILE *f;
    int n = 0;

    if (wl_spool_path(conf, ts, path, sizeof path) != WL_OK)
        return WL_ERR_FORMAT;
    f = fopen(path, "r");
    if (f == NULL)
        return errno == ENOENT ? 0 : WL_ERR_IO;
    while (fgets(line, sizeof line, f) != NULL) {
        if (wl_line_parse(line, &rec) == WL_OK) {
            fn(&rec, arg);
            n++;
        }
    }
    fclose(f);
    return n;
}
