package org.kreisel.booking.domain;

import java.util.List;
import java.util.UUID;

/** The use cases of a single booking. */
public final class BookingService {

    private final BookingRepository bookings;
    private final RoomRepository rooms;
    private final ConflictChecker conflicts;
    private final OpeningHours hours;

    public BookingService(BookingRepository bookings, RoomRepository rooms, OpeningHours hours) {
        this.bookings = bookings;
        this.rooms = rooms;
        this.conflicts = new ConflictChecker(bookings);
        this.hours = hours;
    }

    public Booking book(RoomId roomId, String organizer, TimeSlot slot) {
        rooms.findRoom(roomId)
                .orElseThrow(() -> new BookingException("roomId", "no such room: " + roomId));
        hours.requireOpen(slot);
        List<Booking> blockers = conflicts.findConflicts(roomId, slot, null);
        if (!blockers.isEmpty()) {
            throw new ConflictException(blockers);
        }
        Booking booking = new Booking(UUID.randomUUID(), roomId, organizer, slot);
        bookings.save(booking);
        return booking;
    }

    public void cancelBooking(UUID id) {
        Booking booking = load(id);
        booking.cancel();
        bookings.save(booking);
    }

    public Booking reschedule(UUID id, TimeSlot slot) {
        Booking booking = load(id);
        hours.requireOpen(slot);
        List<Booking> blockers = conflicts.findConflicts(booking.roomId(), slot, id);
        if (!blockers.isEmpty()) {
            throw new ConflictException(blockers);
        }
        booking.moveTo(slot);
        bookings.save(booking);
        return booking;
    }

    public List<Room> findFreeRooms(TimeSlot slot, int people) {
        return rooms.allRooms().stream()
                .filter(room -> room.fits(people))
                .filter(room -> conflicts.isFree(room.id(), slot))
                .toList();
    }

    private Booking load(UUID id) {
        return bookings.findById(id)
                .orElseThrow(() -> new BookingException("id", "no such booking: " + id));
    }
}
