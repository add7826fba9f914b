package uk.wexcombe.library.loans;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * A copy in the hands of a reader.
 *
 * @param returnedOn null as long as the copy has not come back
 */
public record Loan(long id, String barcode, long readerId, LocalDate lentOn, LocalDate dueOn, LocalDate returnedOn,
        int renewals) {

    public static final int DAYS = 21;
    public static final int MAX_RENEWALS = 2;

    public boolean isOpen() {
        return returnedOn == null;
    }

    /** The days between the due date and the given one, 0 when it is not late. */
    public int daysLate(LocalDate on) {
        return (int) Math.max(0, ChronoUnit.DAYS.between(dueOn, on));
    }

    public boolean mayBeRenewed() {
        return isOpen() && renewals < MAX_RENEWALS;
    }
}
