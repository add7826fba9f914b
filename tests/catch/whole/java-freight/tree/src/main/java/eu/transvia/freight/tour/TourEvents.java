package eu.transvia.freight.tour;

import eu.transvia.freight.shared.DomainEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The events of the aggregate {@link Tour}. One record for each; the catalogue is docs/event-catalogue.md. */
public final class TourEvents {

    public static final String PLANNED = "tour.planned.v1";
    public static final String RELEASED = "tour.released.v1";
    public static final String CANCELLED = "tour.cancelled.v1";

    private TourEvents() { }

    public record TourPlanned(UUID eventId, String tourId, List<String> orderIds, Instant occurredAt)
            implements DomainEvent {
        @Override
        public String eventType() {
            return PLANNED;
        }

        @Override
        public String aggregateId() {
            return tourId;
        }
    }

    public record TourReleased(UUID eventId, String tourId, String vehiclePlate, List<String> orderIds,
                               Instant occurredAt) implements DomainEvent {
        @Override
        public String eventType() {
            return RELEASED;
        }

        @Override
        public String aggregateId() {
            return tourId;
        }
    }

    public record TourCancelled(UUID eventId, String tourId, String reason, Instant occurredAt)
            implements DomainEvent {
        @Override
        public String eventType() {
            return CANCELLED;
        }

        @Override
        public String aggregateId() {
            return tourId;
        }
    }
}
