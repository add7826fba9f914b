package org.kreisel.booking.notifications;

/** A mail before it is sent. */
public record Mail(String to, String subject, String body) {

    public Mail {
        if (subject.contains("\n") || to.contains("\n")) {
            throw new IllegalArgumentException("line break in a header");
        }
    }
}
