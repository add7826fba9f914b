package eu.transvia.freight.testing;

import eu.transvia.freight.order.OrderRepository;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.outbox.EventSerializer;
import eu.transvia.freight.outbox.Outbox;
import eu.transvia.freight.shared.DomainEvent;
import eu.transvia.freight.shared.UnitOfWork;
import eu.transvia.freight.tour.Tour;
import eu.transvia.freight.tour.TourRepository;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The ports without a database. They hold references, there is no rollback. */
public final class InMemoryStores {

    private InMemoryStores() { }

    public static final class Orders implements OrderRepository {
        private final Map<String, TransportOrder> all = new HashMap<>();

        @Override
        public void save(TransportOrder order) {
            all.put(order.orderId(), order);
        }

        @Override
        public Optional<TransportOrder> findById(String orderId) {
            return Optional.ofNullable(all.get(orderId));
        }
    }

    public static final class Tours implements TourRepository {
        private final Map<String, Tour> all = new HashMap<>();

        @Override
        public void save(Tour tour) {
            all.put(tour.tourId(), tour);
        }

        @Override
        public Optional<Tour> findById(String tourId) {
            return Optional.ofNullable(all.get(tourId));
        }
    }

    /** Keeps the events as well, for assertions. */
    public static final class RecordingOutbox implements Outbox {
        public final List<DomainEvent> appended = new ArrayList<>();
        public final List<UUID> delivered = new ArrayList<>();
        public final Map<UUID, Integer> failures = new HashMap<>();
        private final EventSerializer serializer = new EventSerializer();

        @Override
        public void append(DomainEvent event) {
            serializer.serialize(event);
            appended.add(event);
        }

        @Override
        public List<Entry> pending(int limit) {
            return appended.stream()
                    .filter(e -> !delivered.contains(e.eventId()))
                    .filter(e -> failures.getOrDefault(e.eventId(), 0) < MAX_ATTEMPTS)
                    .limit(limit)
                    .map(e -> new Entry(e.eventId(), e.eventType(), e.aggregateId(), serializer.serialize(e),
                            e.occurredAt(), failures.getOrDefault(e.eventId(), 0)))
                    .toList();
        }

        @Override
        public void markDelivered(UUID eventId, Instant at) {
            delivered.add(eventId);
        }

        @Override
        public void markFailed(UUID eventId, String error) {
            failures.merge(eventId, 1, Integer::sum);
        }

        public List<String> types() {
            return appended.stream().map(DomainEvent::eventType).toList();
        }
    }

    public static final class DirectUnitOfWork implements UnitOfWork {
        @Override
        public <T> T execute(Supplier<T> work) {
            return work.get();
        }
    }
}
