package eu.transvia.freight.order;

import java.util.NoSuchElementException;
import java.util.Optional;

/** Port. To be used inside a unit of work. */
public interface OrderRepository {

    void save(TransportOrder order);

    Optional<TransportOrder> findById(String orderId);

    default TransportOrder get(String orderId) {
        return findById(orderId).orElseThrow(() -> new NoSuchElementException("no order " + orderId));
    }
}
