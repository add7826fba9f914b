package org.kreisel.booking.notifications;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Sends mails in order; one that fails for now goes to the end with its count of tries. */
public final class MailQueue {

    private record Entry(Mail mail, int failedTries) {
    }

    private final MailSender sender;
    private final RetryPolicy retries;
    private final Queue<Entry> waiting = new ArrayDeque<>();

    public MailQueue(MailSender sender, RetryPolicy retries) {
        this.sender = sender;
        this.retries = retries;
    }

    public void enqueue(Mail mail) {
        waiting.add(new Entry(mail, 0));
    }

    /** Tries the first mail; the pause before the next call, or empty when nothing waits. */
    public Optional<Duration> drainOne() {
        Entry entry = waiting.poll();
        if (entry == null) {
            return Optional.empty();
        }
        try {
            sender.send(entry.mail());
            return Optional.of(Duration.ZERO);
        } catch (DeliveryException e) {
            Optional<Duration> pause = retries.nextDelay(entry.failedTries());
            if (!e.isPermanent() && pause.isPresent()) {
                waiting.add(new Entry(entry.mail(), entry.failedTries() + 1));
            }
            return pause;
        }
    }

    public int size() {
        return waiting.size();
    }
}
