package org.kreisel.booking.rest;

import java.util.Map;
import java.util.UUID;
import org.kreisel.booking.domain.Booking;
import org.kreisel.booking.domain.BookingService;
import org.kreisel.booking.domain.RoomId;
import org.kreisel.booking.domain.SlotParser;

/** {@code /bookings}. */
public final class BookingResource {

    private final BookingService service;
    private final RequestValidator validator = new RequestValidator();
    private final JsonCodec codec = new JsonCodec();

    public BookingResource(BookingService service) {
        this.service = service;
    }

    public Response create(Map<String, Object> body) {
        RoomId room = new RoomId(validator.requireText(body, "roomId"));
        String organizer = validator.requireMailAddress(body, "organizer");
        Booking booking = service.book(room, organizer,
                SlotParser.parseSlot(validator.requireText(body, "slot")));
        return Response.created(codec.encodeBooking(booking));
    }

    public Response delete(String id) {
        service.cancelBooking(UUID.fromString(id));
        return Response.noContent();
    }

    public Response patch(String id, Map<String, Object> body) {
        Booking moved = service.reschedule(UUID.fromString(id),
                SlotParser.parseSlot(validator.requireText(body, "slot")));
        return Response.ok(codec.encodeBooking(moved));
    }
}
