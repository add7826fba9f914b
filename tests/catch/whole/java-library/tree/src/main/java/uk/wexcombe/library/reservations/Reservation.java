package uk.wexcombe.library.reservations;

import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * The wish of a reader to have a title.
 *
 * @param branchCode the branch at which the reader will collect it
 * @param barcode the copy that was set aside, null as long as the reader waits
 * @param holdUntil the last day on which it is kept, null as long as the reader waits
 */
public record Reservation(long id, long titleId, long readerId, String branchCode, LocalDateTime createdAt,
        Status status, String barcode, LocalDate holdUntil) {

    public static final int HOLD_DAYS = 7;

    /** From waiting to its end. */
    public enum Status {
        /** No copy is free. */
        WAITING,
        /** A copy stands on the hold shelf. */
        READY,
        COLLECTED,
        EXPIRED,
        CANCELLED
    }

    public boolean is(Status wanted) {
        return status == wanted;
    }
}
