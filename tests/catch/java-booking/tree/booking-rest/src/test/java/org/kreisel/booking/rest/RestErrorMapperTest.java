package org.kreisel.booking.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kreisel.booking.domain.BookingException;

class RestErrorMapperTest {

    @Test
    void aBrokenRuleNamesItsField() {
        ProblemDetail problem = new RestErrorMapper().toProblem(new BookingException("slot", "no"));
        assertEquals("slot", problem.field());
    }

    @Test
    void anythingElseIsFiveHundred() {
        assertEquals(500, new RestErrorMapper().toProblem(new IllegalStateException()).status());
    }
}
