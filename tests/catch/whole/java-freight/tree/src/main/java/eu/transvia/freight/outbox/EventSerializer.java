package eu.transvia.freight.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import eu.transvia.freight.shared.DomainEvent;
import eu.transvia.freight.tour.TourEvents;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Events to JSON and back. Only registered types are accepted: what is not in the register is not published. */
public final class EventSerializer {

    private final Map<String, Class<? extends DomainEvent>> register = new TreeMap<>();
    private final ObjectMapper json = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    public EventSerializer() {
        register.put(TourEvents.PLANNED, TourEvents.TourPlanned.class);
        register.put(TourEvents.RELEASED, TourEvents.TourReleased.class);
        register.put(TourEvents.CANCELLED, TourEvents.TourCancelled.class);
    }

    public Set<String> types() {
        return Set.copyOf(register.keySet());
    }

    public String serialize(DomainEvent event) {
        requireRegistered(event.eventType());
        try {
            return json.writeValueAsString(event);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("event " + event.eventId() + " cannot be written", e);
        }
    }

    public DomainEvent deserialize(String eventType, String payload) {
        try {
            return json.readValue(payload, requireRegistered(eventType));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("payload of " + eventType + " cannot be read", e);
        }
    }

    private Class<? extends DomainEvent> requireRegistered(String eventType) {
        Class<? extends DomainEvent> type = register.get(eventType);
        if (type == null) {
            throw new IllegalArgumentException("event type is not registered: " + eventType);
        }
        return type;
    }
}
