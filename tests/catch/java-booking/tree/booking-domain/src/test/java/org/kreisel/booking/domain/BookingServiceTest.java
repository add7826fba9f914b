package org.kreisel.booking.domain;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalTime;
import org.junit.jupiter.api.Test;

class BookingServiceTest {

    private final InMemoryBookings bookings = new InMemoryBookings();
    private final OpeningHours hours = new OpeningHours(LocalTime.of(7, 0), LocalTime.of(21, 0));
    private final BookingService service = new BookingService(bookings, bookings.rooms(), hours);

    @Test
    void aTakenRoomIsRefused() {
        RoomId room = new RoomId("B2-114");
        TimeSlot nine = SlotParser.parseSlot("2026-03-02T09:00/PT1H");
        service.book(room, "ada@kreisel.example", nine);
        assertThrows(ConflictException.class, () -> service.book(room, "bob@kreisel.example", nine));
    }
}
