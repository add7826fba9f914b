package org.kreisel.booking.domain;

import java.util.List;

/** The room is taken; says by which bookings. */
public class ConflictException extends BookingException {

    private final List<Booking> blockers;

    public ConflictException(List<Booking> blockers) {
        super("slot", "the room is taken");
        this.blockers = List.copyOf(blockers);
    }

    public List<Booking> blockers() {
        return blockers;
    }
}
