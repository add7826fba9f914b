package uk.wexcombe.library.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The mails that the library writes. The text of each is src/main/resources/mail/NAME.txt. */
public enum MailTemplate {
    DUE_SOON("due-soon", "Your loan is due soon"),
    OVERDUE("overdue", "Your loan is overdue"),
    RESERVATION_READY("reservation-ready", "Your reservation is ready"),
    RESERVATION_EXPIRED("reservation-expired", "Your reservation has ended");

    private final String file;
    private final String subject;

    MailTemplate(String file, String subject) {
        this.file = file;
        this.subject = subject;
    }

    public String subject() {
        return subject;
    }

    public String text() {
        try (InputStream in = MailTemplate.class.getResourceAsStream("/mail/" + file + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("no text for the mail " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
