package eu.transvia.freight.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import eu.transvia.freight.order.CargoItem;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.order.TransportOrder.Address;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import eu.transvia.freight.testing.InMemoryStores;
import eu.transvia.freight.vehicle.Fleet;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TourPlanningServiceTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2025-09-01T06:00:00Z"), ZoneOffset.UTC);
    private static final String PLATE = "LOE-TV 210";

    private final InMemoryStores.Orders orders = new InMemoryStores.Orders();
    private final InMemoryStores.Tours tours = new InMemoryStores.Tours();
    private final InMemoryStores.RecordingOutbox outbox = new InMemoryStores.RecordingOutbox();
    private final Fleet fleet = new Fleet(List.of(new Fleet.Vehicle(PLATE, new BigDecimal("7500"), true)));
    private final TourPlanningService planning = new TourPlanningService(tours, orders, fleet, outbox,
            new InMemoryStores.DirectUnitOfWork(), CLOCK);

    @BeforeEach
    void oneTourAndTwoOrders() {
        planning.create("T-1", PLATE, LocalDate.of(2025, 9, 2));
        orders.save(order("A-1", "4000"));
        orders.save(order("A-2", "4000"));
    }

    @Test
    void lifeCycleIsPublished() {
        planning.assign("T-1", "A-1");
        planning.plan("T-1");
        planning.release("T-1");

        assertEquals(List.of(TourEvents.PLANNED, TourEvents.RELEASED), outbox.types());
        assertEquals(TransportOrder.Status.IN_TRANSIT, orders.get("A-1").status());
    }

    @Test
    void overloadIsRefused() {
        planning.assign("T-1", "A-1");
        assertThrows(IllegalStateException.class, () -> planning.assign("T-1", "A-2"));
        assertEquals(TransportOrder.Status.OPEN, orders.get("A-2").status());
    }

    @Test
    void draftCannotBeReleased() {
        planning.assign("T-1", "A-1");
        assertThrows(IllegalStateException.class, () -> planning.release("T-1"));
    }

    @Test
    void cancelGivesTheOrdersBack() {
        planning.assign("T-1", "A-1");
        planning.plan("T-1");
        planning.cancel("T-1", "vehicle broken");

        assertEquals(TransportOrder.Status.OPEN, orders.get("A-1").status());
        assertEquals(List.of(TourEvents.PLANNED, TourEvents.CANCELLED), outbox.types());
    }

    private static TransportOrder order(String id, String kg) {
        Address loerrach = new Address("Pumpen Maier", "Am Hafen 3", "79539", "Loerrach", new CountryCode("DE"));
        Address basel = new Address("Chemie AG", "Rheinweg 8", "4057", "Basel", new CountryCode("CH"));
        return TransportOrder.open(id, "C-77", loerrach, basel,
                List.of(new CargoItem(1, "Pumps", 4, new BigDecimal(kg))), Money.euro("400"));
    }
}
