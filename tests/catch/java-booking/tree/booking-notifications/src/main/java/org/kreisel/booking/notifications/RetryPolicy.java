package org.kreisel.booking.notifications;

import java.time.Duration;
import java.util.Optional;

/** How long to wait before the next try; doubles each time. */
public final class RetryPolicy {

    private final Duration first;
    private final int maxTries;

    public RetryPolicy(Duration first, int maxTries) {
        this.first = first;
        this.maxTries = maxTries;
    }

    /** Empty when the tries are used up. */
    public Optional<Duration> nextDelay(int failedTries) {
        if (failedTries >= maxTries) {
            return Optional.empty();
        }
        return Optional.of(first.multipliedBy(1L << failedTries));
    }
}
