package org.kreisel.booking.notifications;

/** A mail did not go out; says whether another try makes sense. */
public class DeliveryException extends RuntimeException {

    private final boolean permanent;

    public DeliveryException(String message, boolean permanent) {
        super(message);
        this.permanent = permanent;
    }

    public boolean isPermanent() {
        return permanent;
    }
}
