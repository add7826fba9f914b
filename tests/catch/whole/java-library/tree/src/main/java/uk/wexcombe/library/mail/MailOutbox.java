package uk.wexcombe.library.mail;

import java.time.Clock;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import uk.wexcombe.library.db.Database;

/** Mails wait in a table until the nightly run hands them over, so that no desk waits for the mail server. */
public final class MailOutbox {

    /** A mail that waits. */
    public record Mail(long id, String recipient, String subject, String body) {
    }

    /** Hands a mail over, and throws when it could not. */
    @FunctionalInterface
    public interface Transport {
        void send(Mail mail);
    }

    private final Database database;
    private final Clock clock;

    public MailOutbox(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Writes a mail. Each {key} of the text is replaced. A recipient without an address gets none. */
    public void put(MailTemplate template, String recipient, Map<String, String> values) {
        if (recipient == null || recipient.isBlank()) {
            return;
        }
        String body = template.text();
        for (Map.Entry<String, String> value : values.entrySet()) {
            body = body.replace("{" + value.getKey() + "}", value.getValue());
        }
        database.insert("insert into mail_outbox (recipient, subject, body, created_at) values (?, ?, ?, ?)",
                recipient, template.subject(), body, LocalDateTime.now(clock));
    }

    public List<Mail> unsent() {
        return database.query("select id, recipient, subject, body from mail_outbox where sent_at is null order by id",
                row -> new Mail(row.getLong("id"), row.getString("recipient"), row.getString("subject"),
                        row.getString("body")));
    }

    public int deliver(Transport transport) {
        List<Mail> mails = unsent();
        for (Mail mail : mails) {
            transport.send(mail);
            database.update("update mail_outbox set sent_at = ? where id = ?", LocalDateTime.now(clock), mail.id());
        }
        return mails.size();
    }
}
