package org.kreisel.booking.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import org.kreisel.booking.domain.Booking;
import org.kreisel.booking.domain.SlotParser;

/** Between JSON objects (as maps) and what the resources work with. */
public final class JsonCodec {

    public Map<String, Object> encodeBooking(Booking booking) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", booking.id().toString());
        json.put("roomId", booking.roomId().value());
        json.put("organizer", booking.organizer());
        json.put("slot", SlotParser.formatSlot(booking.slot()));
        json.put("status", booking.status().name());
        return json;
    }

    public Map<String, Object> encodeProblem(ProblemDetail problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", problem.type());
        json.put("title", problem.title());
        json.put("status", problem.status());
        json.put("field", problem.field());
        json.put("detail", problem.detail());
        return json;
    }
}
