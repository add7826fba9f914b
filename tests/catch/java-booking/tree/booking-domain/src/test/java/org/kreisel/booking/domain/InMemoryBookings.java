package org.kreisel.booking.domain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Test double for both repositories. */
class InMemoryBookings implements BookingRepository {

    private final Map<UUID, Booking> byId = new LinkedHashMap<>();

    @Override
    public void save(Booking booking) {
        byId.put(booking.id(), booking);
    }

    @Override
    public Optional<Booking> findById(UUID id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public List<Booking> findOverlapping(RoomId roomId, TimeSlot slot) {
        return byId.values().stream()
                .filter(b -> b.roomId().equals(roomId) && b.status().occupiesRoom())
                .filter(b -> b.slot().overlaps(slot))
                .toList();
    }

    RoomRepository rooms() {
        Room only = new Room(new RoomId("B2-114"), "Linde", 8, Set.of(Equipment.WHITEBOARD));
        return new RoomRepository() {
            @Override
            public Optional<Room> findRoom(RoomId id) {
                return id.equals(only.id()) ? Optional.of(only) : Optional.empty();
            }

            @Override
            public List<Room> allRooms() {
                return List.of(only);
            }
        };
    }
}
