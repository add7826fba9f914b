package eu.transvia.freight.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import eu.transvia.freight.shared.Money;
import eu.transvia.freight.tariff.TariffCalculator;
import eu.transvia.freight.testing.InMemoryStores;
import org.junit.jupiter.api.Test;

class OrderIntakeTest {

    private final InMemoryStores.Orders orders = new InMemoryStores.Orders();
    private final OrderIntake intake = new OrderIntake(orders, TariffCalculator.standard(),
            new InMemoryStores.DirectUnitOfWork());

    @Test
    void acceptsAndPrices() {
        TransportOrder order = intake.accept(document("820.5"));
        // 900 kg chargeable, neighbour
        assertEquals(Money.euro("216.00"), order.price());
        assertEquals("CH", orders.get("A-1001").delivery().country().value());
        assertEquals("", orders.get("A-1001").delivery().street());
    }

    @Test
    void resendReplacesTheCargo() {
        intake.accept(document("820.5"));
        TransportOrder order = intake.accept(document("400"));
        assertEquals(Money.euro("160.00"), order.price());
    }

    @Test
    void assignedOrderMayNotBecomeHeavier() {
        intake.accept(document("400"));
        orders.get("A-1001").assignTo("T-1");
        assertThrows(IllegalStateException.class, () -> intake.accept(document("401")));
    }

    @Test
    void missingFieldIsNamed() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> intake.accept("{}"));
        assertEquals("orderId is missing", e.getMessage());
    }

    private static String document(String kg) {
        return """
                {"orderId": "A-1001", "customerId": "C-77",
                 "pickup": {"name": "Pumpen Maier", "street": "Am Hafen 3", "postalCode": "79539",
                            "city": "Loerrach", "country": "de"},
                 "delivery": {"name": "Chemie AG", "city": "Basel", "country": "CH"},
                 "cargo": [{"description": "Pumps", "packages": 4, "grossWeightKg": "%s"}]}
                """.formatted(kg);
    }
}
