package org.kreisel.booking.notifications;

/** Hands a mail to the mail server. */
public interface MailSender {

    /** @throws DeliveryException when the server refuses it or cannot be reached */
    void send(Mail mail);
}
