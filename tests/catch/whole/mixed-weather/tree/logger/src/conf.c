/* conf.c - wld.conf: "key = value" lines, # begins a comment line */
#include <ctype.h>
#include <string.h>

#include "wl.h"

void wl_conf_defaults(struct wl_conf *conf)
{
    memset(conf, 0, sizeof *conf);
    strcpy(conf->device, "/dev/ttyUSB0");
    strcpy(conf->spool, "/var/spool/wld");
    strcpy(conf->status, "/run/wld/status");
}

static char *trim(char *text)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static int copy(char *to, size_t size, const char *from)
{
    if (strlen(from) >= size)
        return WL_ERR_CONF;
    strcpy(to, from);
    return WL_OK;
}

static int set(struct wl_conf *conf, const char *key, const char *value)
{
    if (strcmp(key, "station") == 0)
        return copy(conf->station, sizeof conf->station, value);
    if (strcmp(key, "device") == 0)
        return copy(conf->device, sizeof conf->device, value);
    if (strcmp(key, "spool") == 0)
        return copy(conf->spool, sizeof conf->spool, value);
    if (strcmp(key, "status") == 0)
        return copy(conf->status, sizeof conf->status, value);
    return WL_ERR_CONF;
}

/*
 * Read `in` over what `conf` holds; call wl_conf_defaults first. On
 * WL_ERR_CONF `err` says which line is to blame.
 */
int wl_conf_load(FILE *in, struct wl_conf *conf, char *err, size_t errlen)
{
    char line[512];
    int number = 0;

    while (fgets(line, sizeof line, in) != NULL) {
        char *text = trim(line);
        char *equals;

        number++;
        if (*text == '\0' || *text == '#')
            continue;
        equals = strchr(text, '=');
        if (equals == NULL) {
            snprintf(err, errlen, "line %d: no '='", number);
            return WL_ERR_CONF;
        }
        *equals = '\0';
        if (set(conf, trim(text), trim(equals + 1)) != WL_OK) {
            snprintf(err, errlen, "line %d: bad key or value: %s", number, trim(text));
            return WL_ERR_CONF;
        }
    }
    if (conf->station[0] == '\0') {
        snprintf(err, errlen, "station is not set");
        return WL_ERR_CONF;
    }
    return WL_OK;
}
