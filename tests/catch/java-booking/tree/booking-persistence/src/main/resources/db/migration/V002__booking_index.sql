CREATE INDEX booking_by_room_and_start ON booking (room_id, slot_start);
