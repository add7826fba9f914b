package eu.transvia.freight.shared;

import java.time.Instant;
import java.util.UUID;

/**
 * Something that has happened in the domain. Implementations are records; their components are the payload which is
 * published, hence they must be serialisable by Jackson without annotations.
 */
public interface DomainEvent {

    UUID eventId();

    /** Type with version, as in {@code tour.planned.v1}. Registered in {@code EventSerializer}. */
    String eventType();

    String aggregateId();

    Instant occurredAt();
}
