package org.kreisel.booking.domain;

import java.util.UUID;

/** One room, held by one person, for one slot. */
public final class Booking {

    private final UUID id;
    private final RoomId roomId;
    private final String organizer;
    private TimeSlot slot;
    private BookingStatus status = BookingStatus.CONFIRMED;

    public Booking(UUID id, RoomId roomId, String organizer, TimeSlot slot) {
        this.id = id;
        this.roomId = roomId;
        this.organizer = organizer;
        this.slot = slot;
    }

    /** Frees the room. A second call changes nothing. */
    public void cancel() {
        status = BookingStatus.CANCELLED;
    }

    public void moveTo(TimeSlot newSlot) {
        if (!status.occupiesRoom()) {
            throw new BookingException("id", "a cancelled booking cannot move");
        }
        slot = newSlot;
    }

    public UUID id() {
        return id;
    }

    public RoomId roomId() {
        return roomId;
    }

    public String organizer() {
        return organizer;
    }

    public TimeSlot slot() {
        return slot;
    }

    public BookingStatus status() {
        return status;
    }
}
