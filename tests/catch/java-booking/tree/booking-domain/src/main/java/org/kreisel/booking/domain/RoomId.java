package org.kreisel.booking.domain;

/** The short name on a room's door, such as {@code B2-114}. */
public record RoomId(String value) {

    public RoomId {
        if (value == null || !value.matches("[A-Z][0-9]-[0-9]{3}")) {
            throw new BookingException("roomId", "not a room id: " + value);
        }
    }

    /** The building's letter and floor, such as {@code B2}. */
    public String wing() {
        return value.substring(0, 2);
    }

    @Override
    public String toString() {
        return value;
    }
}
