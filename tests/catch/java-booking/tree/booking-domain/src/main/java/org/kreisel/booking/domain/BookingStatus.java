package org.kreisel.booking.domain;

/** Where a booking stands. */
public enum BookingStatus {
    CONFIRMED,
    CANCELLED;

    public boolean occupiesRoom() {
        return this == CONFIRMED;
    }
}
