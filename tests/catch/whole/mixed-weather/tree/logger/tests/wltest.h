/* wltest.h - as much of a test framework as we need */
#ifndef WLTEST_H
#define WLTEST_H

#include <stdio.h>
#include <string.h>

static int wltest_failed;
static int wltest_checked;

#define CHECK(expr)                                                           \
    do {                                                                      \
        wltest_checked++;                                                     \
        if (!(expr)) {                                                        \
            wltest_failed++;                                                  \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #expr); \
        }                                                                     \
    } while (0)

#define CHECK_STR(got, want)                                                  \
    do {                                                                      \
        wltest_checked++;                                                     \
        if (strcmp((got), (want)) != 0) {                                     \
            wltest_failed++;                                                  \
            fprintf(stderr, "%s:%d: got \"%s\", want \"%s\"\n", __FILE__,     \
                    __LINE__, (got), (want));                                 \
        }                                                                     \
    } while (0)

/* The last statement of main. */
#define TEST_RESULT()                                                         \
    (printf("%s: %d checks, %d failed\n", __FILE__, wltest_checked,           \
            wltest_failed),                                                   \
     wltest_failed == 0 ? 0 : 1)

#endif
