package org.kreisel.booking.domain;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Where bookings are kept. */
public interface BookingRepository {

    void save(Booking booking);

    Optional<Booking> findById(UUID id);

    /** Bookings of the room whose slot overlaps the given one, cancelled ones left out. */
    List<Booking> findOverlapping(RoomId roomId, TimeSlot slot);
}
