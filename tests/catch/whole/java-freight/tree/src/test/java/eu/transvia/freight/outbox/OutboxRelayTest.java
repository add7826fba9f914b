package eu.transvia.freight.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.transvia.freight.testing.InMemoryStores;
import eu.transvia.freight.tour.TourEvents.TourCancelled;
import eu.transvia.freight.tour.TourEvents.TourPlanned;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutboxRelayTest {

    private final InMemoryStores.RecordingOutbox outbox = new InMemoryStores.RecordingOutbox();
    private final Instant now = Instant.parse("2025-09-01T06:00:00Z");

    @Test
    void deliversToThoseWhoHandleTheType() {
        List<String> seen = new ArrayList<>();
        outbox.append(new TourPlanned(UUID.randomUUID(), "T-1", List.of("A-1"), now));
        outbox.append(new TourCancelled(UUID.randomUUID(), "T-1", "no vehicle", now));

        assertEquals(2, relay(subscriber("tour.planned.v1", seen, false)).relayOnce());
        assertEquals(List.of("tour.planned.v1"), seen);
    }

    @Test
    void oneFailureDoesNotHoldUpTheOthers() {
        List<String> seen = new ArrayList<>();
        outbox.append(new TourPlanned(UUID.randomUUID(), "T-1", List.of("A-1"), now));
        outbox.append(new TourCancelled(UUID.randomUUID(), "T-1", "no vehicle", now));
        OutboxRelay relay = relay(subscriber("tour.planned.v1", seen, true),
                subscriber("tour.cancelled.v1", seen, false));

        assertEquals(1, relay.relayOnce());
        assertEquals(List.of("tour.cancelled.v1"), seen);
        for (int i = 0; i < Outbox.MAX_ATTEMPTS; i++) {
            relay.relayOnce();
        }
        assertTrue(outbox.pending(10).isEmpty());
    }

    private OutboxRelay relay(EventSubscriber... subscribers) {
        return new OutboxRelay(outbox, List.of(subscribers), new InMemoryStores.DirectUnitOfWork(),
                Clock.systemUTC());
    }

    private static EventSubscriber subscriber(String type, List<String> seen, boolean fails) {
        return new EventSubscriber() {
            @Override
            public boolean handles(String eventType) {
                return eventType.equals(type);
            }

            @Override
            public void on(Outbox.Entry entry) {
                if (fails) {
                    throw new IllegalStateException("not today");
                }
                seen.add(entry.eventType());
            }
        };
    }
}
