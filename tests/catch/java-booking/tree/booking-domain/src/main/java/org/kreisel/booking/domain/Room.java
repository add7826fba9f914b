package org.kreisel.booking.domain;

import java.util.Set;

/** A room as facility management keeps it. */
public record Room(RoomId id, String name, int seats, Set<Equipment> equipment) {

    public Room {
        if (seats < 1) {
            throw new BookingException("seats", "a room has at least one seat");
        }
        equipment = Set.copyOf(equipment);
    }

    public boolean fits(int people) {
        return people <= seats;
    }

    public boolean hasAll(Set<Equipment> wanted) {
        return equipment.containsAll(wanted);
    }
}
