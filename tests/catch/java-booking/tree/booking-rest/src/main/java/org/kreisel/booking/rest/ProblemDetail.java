package org.kreisel.booking.rest;

/** The body of an error answer, as in RFC 9457. */
public record ProblemDetail(String type, String title, int status, String field, String detail) {

    public static ProblemDetail badRequest(String field, String detail) {
        return new ProblemDetail("about:blank", "Bad request", 400, field, detail);
    }

    public static ProblemDetail conflict(String detail) {
        return new ProblemDetail("/problems/taken", "Room taken", 409, "slot", detail);
    }
}
