package org.kreisel.booking.persistence;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.kreisel.booking.domain.Booking;
import org.kreisel.booking.domain.BookingRepository;
import org.kreisel.booking.domain.RoomId;
import org.kreisel.booking.domain.TimeSlot;

/** Bookings in the table {@code booking}. */
public final class JdbcBookingRepository implements BookingRepository {

    private final Transactions transactions;

    public JdbcBookingRepository(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void save(Booking booking) {
        transactions.inTransaction(connection -> {
            try (PreparedStatement merge = connection.prepareStatement(
                    "MERGE INTO booking KEY (id) VALUES (?, ?, ?, ?, ?, ?)")) {
                merge.setObject(1, booking.id());
                merge.setString(2, booking.roomId().value());
                merge.setString(3, booking.organizer());
                merge.setTimestamp(4, Timestamp.valueOf(booking.slot().start()));
                merge.setTimestamp(5, Timestamp.valueOf(booking.slot().end()));
                merge.setString(6, booking.status().name());
                return merge.executeUpdate();
            }
        });
    }

    @Override
    public Optional<Booking> findById(UUID id) {
        return transactions.inTransaction(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT * FROM booking WHERE id = ?")) {
                query.setObject(1, id);
                ResultSet rows = query.executeQuery();
                return rows.next() ? Optional.of(RowMappers.mapBooking(rows)) : Optional.empty();
            }
        });
    }

    @Override
    public List<Booking> findOverlapping(RoomId roomId, TimeSlot slot) {
        return transactions.inTransaction(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT * FROM booking WHERE room_id = ? AND slot_start < ? AND slot_end > ?"
                            + " AND status <> 'CANCELLED'")) {
                query.setString(1, roomId.value());
                query.setTimestamp(2, Timestamp.valueOf(slot.end()));
                query.setTimestamp(3, Timestamp.valueOf(slot.start()));
                ResultSet rows = query.executeQuery();
                List<Booking> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(RowMappers.mapBooking(rows));
                }
                return found;
            }
        });
    }
}
