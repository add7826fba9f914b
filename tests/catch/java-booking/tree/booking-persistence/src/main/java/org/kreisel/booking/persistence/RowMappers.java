package org.kreisel.booking.persistence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.kreisel.booking.domain.Booking;
import org.kreisel.booking.domain.Equipment;
import org.kreisel.booking.domain.Room;
import org.kreisel.booking.domain.RoomId;
import org.kreisel.booking.domain.TimeSlot;

/** From rows to domain objects. */
final class RowMappers {

    private RowMappers() {
    }

    static Booking mapBooking(ResultSet row) throws SQLException {
        TimeSlot slot = new TimeSlot(
                row.getTimestamp("slot_start").toLocalDateTime(),
                row.getTimestamp("slot_end").toLocalDateTime());
        Booking booking = new Booking(
                row.getObject("id", UUID.class),
                new RoomId(row.getString("room_id")),
                row.getString("organizer"),
                slot);
        if ("CANCELLED".equals(row.getString("status"))) {
            booking.cancel();
        }
        return booking;
    }

    static Room mapRoom(ResultSet row) throws SQLException {
        Set<Equipment> equipment = new TreeSet<>();
        for (String name : row.getString("equipment").split(",")) {
            if (!name.isBlank()) {
                equipment.add(Equipment.fromApiName(name));
            }
        }
        return new Room(new RoomId(row.getString("id")), row.getString("name"),
                row.getInt("seats"), equipment);
    }
}
