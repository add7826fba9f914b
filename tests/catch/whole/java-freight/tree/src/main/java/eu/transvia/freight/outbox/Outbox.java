package eu.transvia.freight.outbox;

import eu.transvia.freight.shared.DomainEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Port: events wait here until {@link OutboxRelay} has delivered them. {@link #append} belongs into the unit of work
 * which changes the aggregate.
 */
public interface Outbox {

    /** After so many failed attempts an event is left alone and operations have to look at it. */
    int MAX_ATTEMPTS = 10;

    record Entry(UUID eventId, String eventType, String aggregateId, String payload, Instant occurredAt,
                 int attempts) { }

    void append(DomainEvent event);

    /** The oldest first; without those which have failed {@link #MAX_ATTEMPTS} times. */
    List<Entry> pending(int limit);

    void markDelivered(UUID eventId, Instant at);

    void markFailed(UUID eventId, String error);
}
