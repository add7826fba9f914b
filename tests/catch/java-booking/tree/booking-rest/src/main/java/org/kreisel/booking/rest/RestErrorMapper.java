package org.kreisel.booking.rest;

import org.kreisel.booking.domain.BookingException;
import org.kreisel.booking.domain.ConflictException;

/** From exceptions to problem documents. */
public final class RestErrorMapper {

    public ProblemDetail toProblem(RuntimeException e) {
        if (e instanceof ConflictException conflict) {
            return ProblemDetail.conflict("taken by " + conflict.blockers().size() + " bookings");
        }
        if (e instanceof BookingException rule) {
            return ProblemDetail.badRequest(rule.field(), rule.getMessage());
        }
        return new ProblemDetail("about:blank", "Internal error", 500, null, null);
    }
}
