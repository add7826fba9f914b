package org.kreisel.booking.notifications;

import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.kreisel.booking.domain.Booking;
import org.kreisel.booking.domain.TimeSlot;

/** The texts of our mails, with placeholders in braces. */
public final class MailTemplates {

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm");

    private static final String CONFIRMED = "Your booking of {room} on {when} is confirmed.";
    private static final String CANCELLED = "Your booking of {room} on {when} was cancelled.";
    private static final String REMINDER = "{room} is yours in fifteen minutes ({when}).";

    public Mail confirmation(Booking booking) {
        return render("Room confirmed", CONFIRMED, booking);
    }

    public Mail cancellation(Booking booking) {
        return render("Room cancelled", CANCELLED, booking);
    }

    public Mail reminder(Booking booking) {
        return render("Your room in 15 minutes", REMINDER, booking);
    }

    private Mail render(String subject, String template, Booking booking) {
        return new Mail(booking.organizer(), subject, fillPlaceholders(template, Map.of(
                "room", booking.roomId().value(),
                "when", formatWhen(booking.slot()))));
    }

    static String fillPlaceholders(String template, Map<String, String> values) {
        String text = template;
        for (var value : values.entrySet()) {
            text = text.replace("{" + value.getKey() + "}", value.getValue());
        }
        return text;
    }

    static String formatWhen(TimeSlot slot) {
        return WHEN.format(slot.start());
    }
}
