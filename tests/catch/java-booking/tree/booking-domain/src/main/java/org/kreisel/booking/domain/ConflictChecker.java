package org.kreisel.booking.domain;

import java.util.List;
import java.util.UUID;

/** Says which bookings stand in the way of a slot. */
public final class ConflictChecker {

    private final BookingRepository bookings;

    public ConflictChecker(BookingRepository bookings) {
        this.bookings = bookings;
    }

    /** Overlapping bookings, without the one that is being moved. */
    public List<Booking> findConflicts(RoomId roomId, TimeSlot slot, UUID except) {
        return bookings.findOverlapping(roomId, slot).stream()
                .filter(b -> !b.id().equals(except))
                .toList();
    }

    public boolean isFree(RoomId roomId, TimeSlot slot) {
        return findConflicts(roomId, slot, null).isEmpty();
    }
}
