/* ring.c - the last few readings of one channel */
#include <string.h>

#include "wl.h"

void wl_ring_init(struct wl_ring *ring)
{
    memset(ring, 0, sizeof *ring);
}

/* The oldest record makes room when the ring is full. */
void wl_ring_push(struct wl_ring *ring, const struct wl_record *rec)
{
    ring->slot[ring->head] = *rec;
    ring->head = (ring->head + 1) % WL_HISTORY;
    if (ring->count < WL_HISTORY)
        ring->count++;
}

size_t wl_ring_count(const struct wl_ring *ring)
{
    return ring->count;
}

/* back = 0 is the newest record. NULL when there are not that many. */
const struct wl_record *wl_ring_at(const struct wl_ring *ring, size_t back)
{
    if (back >= ring->count)
        return NULL;
    return &ring->slot[(ring->head + WL_HISTORY - 1 - back) % WL_HISTORY];
}
