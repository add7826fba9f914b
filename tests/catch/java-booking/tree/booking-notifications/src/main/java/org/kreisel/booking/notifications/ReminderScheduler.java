package org.kreisel.booking.notifications;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.kreisel.booking.domain.Booking;

/** Puts reminders into the queue when their time comes. */
public final class ReminderScheduler {

    private static final Duration LEAD = Duration.ofMinutes(15);

    private final MailQueue queue;
    private final MailTemplates templates;

    public ReminderScheduler(MailQueue queue, MailTemplates templates) {
        this.queue = queue;
        this.templates = templates;
    }

    /** Called once a minute with the bookings of today. */
    public int remindDue(List<Booking> today, LocalDateTime now) {
        int due = 0;
        for (Booking booking : today) {
            LocalDateTime at = booking.slot().start().minus(LEAD);
            if (booking.status().occupiesRoom() && at.isEqual(now.withSecond(0).withNano(0))) {
                queue.enqueue(templates.reminder(booking));
                due++;
            }
        }
        return due;
    }
}
