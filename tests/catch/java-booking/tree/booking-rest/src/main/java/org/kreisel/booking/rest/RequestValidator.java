package org.kreisel.booking.rest;

import java.util.Map;
import org.kreisel.booking.domain.BookingException;

/** Takes fields out of a request's JSON, and refuses what is missing or of the wrong kind. */
public final class RequestValidator {

    private static final int MAX_TEXT = 200;

    public String requireText(Map<String, Object> body, String field) {
        Object value = body.get(field);
        if (!(value instanceof String text) || text.isBlank()) {
            throw new BookingException(field, "missing");
        }
        if (text.length() > MAX_TEXT) {
            throw new BookingException(field, "longer than " + MAX_TEXT + " characters");
        }
        return text;
    }

    public String requireMailAddress(Map<String, Object> body, String field) {
        String text = requireText(body, field);
        if (!text.matches("[^@\\s]+@[^@\\s]+")) {
            throw new BookingException(field, "not a mail address");
        }
        return text;
    }

    public int optionalInt(Map<String, Object> body, String field, int fallback) {
        Object value = body.get(field);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Integer number) {
            return number;
        }
        throw new BookingException(field, "not a whole number");
    }
}
