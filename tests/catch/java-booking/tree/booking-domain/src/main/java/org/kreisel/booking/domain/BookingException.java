package org.kreisel.booking.domain;

/** A rule of the domain that the caller broke; {@code field} names the input at fault. */
public class BookingException extends RuntimeException {

    private final String field;

    public BookingException(String field, String message) {
        super(message);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
