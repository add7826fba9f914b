package org.kreisel.booking.notifications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private final RetryPolicy policy = new RetryPolicy(Duration.ofMinutes(1), 5);

    @Test
    void pausesDouble() {
        assertEquals(Duration.ofMinutes(4), policy.nextDelay(2).orElseThrow());
    }

    @Test
    void fiveFailuresAreEnough() {
        assertTrue(policy.nextDelay(5).isEmpty());
    }
}
