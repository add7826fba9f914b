package org.kreisel.booking.domain;

import java.util.List;
import java.util.Optional;

/** Where rooms are kept. */
public interface RoomRepository {

    Optional<Room> findRoom(RoomId id);

    List<Room> allRooms();
}
