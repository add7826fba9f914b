#include "wl.h"
#include "wltest.h"

static struct wl_record reading(int64_t ts, double value)
{
    struct wl_record rec = { .station = "FEN01", .ts = ts, .channel = WL_CH_TEMP, .value = value };
    return rec;
}

static void test_empty(void)
{
    struct wl_ring ring;

    wl_ring_init(&ring);
    CHECK(wl_ring_count(&ring) == 0);
    CHECK(wl_ring_at(&ring, 0) == NULL);
}

static void test_newest_first(void)
{
    struct wl_ring ring;

    wl_ring_init(&ring);
    for (int i = 0; i < 3; i++) {
        struct wl_record rec = reading(1000 + i, i);
        wl_ring_push(&ring, &rec);
    }
    CHECK(wl_ring_count(&ring) == 3);
    CHECK(wl_ring_at(&ring, 0)->ts == 1002);
    CHECK(wl_ring_at(&ring, 2)->ts == 1000);
    CHECK(wl_ring_at(&ring, 3) == NULL);
}

static void test_full_ring_forgets_the_oldest(void)
{
    struct wl_ring ring;

    wl_ring_init(&ring);
    for (int i = 0; i < WL_HISTORY + 5; i++) {
        struct wl_record rec = reading(1000 + i, i);
        wl_ring_push(&ring, &rec);
    }
    CHECK(wl_ring_count(&ring) == WL_HISTORY);
    CHECK(wl_ring_at(&ring, 0)->ts == 1000 + WL_HISTORY + 4);
    CHECK(wl_ring_at(&ring, WL_HISTORY - 1)->ts == 1005);
}

int main(void)
{
    test_empty();
    test_newest_first();
    test_full_ring_forgets_the_oldest();
    return TEST_RESULT();
}
