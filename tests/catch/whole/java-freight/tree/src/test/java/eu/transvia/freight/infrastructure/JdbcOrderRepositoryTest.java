package eu.transvia.freight.infrastructure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.transvia.freight.order.CargoItem;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.order.TransportOrder.Address;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcOrderRepositoryTest {

    private JdbcUnitOfWork unitOfWork;
    private JdbcOrderRepository orders;

    @BeforeEach
    void freshDatabase() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=PostgreSQL;DB_CLOSE_DELAY=-1");
        Flyway.configure().dataSource(dataSource).load().migrate();
        unitOfWork = new JdbcUnitOfWork(dataSource);
        orders = new JdbcOrderRepository(unitOfWork);
    }

    @Test
    void orderComesBackAsItWasSaved() {
        unitOfWork.run(() -> orders.save(order()));
        TransportOrder found = unitOfWork.execute(() -> orders.get("A-1"));

        assertEquals("Basel", found.delivery().city());
        assertEquals(Money.euro("400"), found.price());
        assertEquals(2, found.cargo().size());
        assertEquals(0, new BigDecimal("920.5").compareTo(found.grossWeightKg()));
    }

    @Test
    void secondSaveUpdates() {
        unitOfWork.run(() -> orders.save(order()));
        unitOfWork.run(() -> {
            TransportOrder order = orders.get("A-1");
            order.assignTo("T-9");
            orders.save(order);
        });
        assertEquals("T-9", unitOfWork.execute(() -> orders.get("A-1")).tourId().orElseThrow());
    }

    @Test
    void failureRollsBack() {
        assertThrows(IllegalStateException.class, () -> unitOfWork.run(() -> {
            orders.save(order());
            throw new IllegalStateException("changed my mind");
        }));
        assertTrue(unitOfWork.execute(() -> orders.findById("A-1")).isEmpty());
    }

    private static TransportOrder order() {
        Address from = new Address("Pumpen Maier", "Am Hafen 3", "79539", "Loerrach", new CountryCode("DE"));
        Address to = new Address("Chemie AG", "Rheinweg 8", "4057", "Basel", new CountryCode("CH"));
        return TransportOrder.open("A-1", "C-77", from, to, List.of(
                new CargoItem(1, "Pumps", 4, new BigDecimal("820.5")),
                new CargoItem(2, "Seals", 1, new BigDecimal("100"))), Money.euro("400"));
    }
}
