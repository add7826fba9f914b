package org.kreisel.booking.persistence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class JdbcBookingRepositoryTest {

    @Test
    void anUnknownIdFindsNothing() {
        var repository = new JdbcBookingRepository(H2Fixture.transactions());
        assertTrue(repository.findById(UUID.randomUUID()).isEmpty());
    }
}
