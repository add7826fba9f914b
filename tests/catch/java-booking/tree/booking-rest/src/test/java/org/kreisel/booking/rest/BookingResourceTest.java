package org.kreisel.booking.rest;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kreisel.booking.domain.BookingException;

class BookingResourceTest {

    @Test
    void aMissingRoomIsRefused() {
        var resource = new BookingResource(null);
        assertThrows(BookingException.class, () -> resource.create(Map.of()));
    }
}
