package eu.transvia.freight.outbox;

import eu.transvia.freight.shared.UnitOfWork;
import java.time.Clock;
import java.util.List;

/**
 * Delivers the waiting events to the subscribers, one unit of work for each event. An event that fails does not hold up
 * the others; it is tried again in the next run. One instance is run by one thread.
 */
public final class OutboxRelay {

    private static final int BATCH = 50;

    private final Outbox outbox;
    private final List<EventSubscriber> subscribers;
    private final UnitOfWork unitOfWork;
    private final Clock clock;

    public OutboxRelay(Outbox outbox, List<EventSubscriber> subscribers, UnitOfWork unitOfWork, Clock clock) {
        this.outbox = outbox;
        this.subscribers = List.copyOf(subscribers);
        this.unitOfWork = unitOfWork;
        this.clock = clock;
    }

    /** @return how many events were delivered */
    public int relayOnce() {
        List<Outbox.Entry> batch = unitOfWork.execute(() -> outbox.pending(BATCH));
        int delivered = 0;
        for (Outbox.Entry entry : batch) {
            if (deliver(entry)) {
                delivered++;
            }
        }
        return delivered;
    }

    private boolean deliver(Outbox.Entry entry) {
        try {
            unitOfWork.run(() -> {
                for (EventSubscriber subscriber : subscribers) {
                    if (subscriber.handles(entry.eventType())) {
                        subscriber.on(entry);
                    }
                }
                outbox.markDelivered(entry.eventId(), clock.instant());
            });
            return true;
        } catch (RuntimeException e) {
            unitOfWork.run(() -> outbox.markFailed(entry.eventId(), String.valueOf(e.getMessage())));
            return false;
        }
    }
}
