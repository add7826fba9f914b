package eu.transvia.freight.order;

import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Aggregate: what a customer wants to have transported from one address to another one. */
public final class TransportOrder {

    public enum Status { OPEN, ASSIGNED, IN_TRANSIT }

    /** Street and postal code may be empty: some customers send only the city. */
    public record Address(String name, String street, String postalCode, String city, CountryCode country) {
        public Address {
            Objects.requireNonNull(country, "country");
            street = street == null ? "" : street;
            postalCode = postalCode == null ? "" : postalCode;
        }
    }

    private final String orderId;
    private final String customerId;
    private final Address pickup;
    private final Address delivery;
    private List<CargoItem> cargo;
    private Money price;
    private Status status;
    private String tourId;

    private TransportOrder(String orderId, String customerId, Address pickup, Address delivery, List<CargoItem> cargo,
                           Money price, Status status, String tourId) {
        this.orderId = Objects.requireNonNull(orderId, "orderId");
        this.customerId = Objects.requireNonNull(customerId, "customerId");
        this.pickup = pickup;
        this.delivery = delivery;
        this.cargo = requireCargo(cargo);
        this.price = price;
        this.status = status;
        this.tourId = tourId;
    }

    public static TransportOrder open(String orderId, String customerId, Address pickup, Address delivery,
                                      List<CargoItem> cargo, Money price) {
        return new TransportOrder(orderId, customerId, pickup, delivery, cargo, price, Status.OPEN, null);
    }

    /** For repositories only. */
    public static TransportOrder restore(String orderId, String customerId, Address pickup, Address delivery,
                                         List<CargoItem> cargo, Money price, Status status, String tourId) {
        return new TransportOrder(orderId, customerId, pickup, delivery, cargo, price, status, tourId);
    }

    /** The customer has sent the order again. What is already planned may not become heavier. */
    public void replaceCargo(List<CargoItem> newCargo, Money newPrice) {
        if (status == Status.IN_TRANSIT) {
            throw new IllegalStateException("order " + orderId + " is in transit, its cargo is fixed");
        }
        if (status == Status.ASSIGNED && weightOf(newCargo).compareTo(grossWeightKg()) > 0) {
            throw new IllegalStateException("order " + orderId + " is assigned, it may not become heavier");
        }
        this.cargo = requireCargo(newCargo);
        this.price = newPrice;
    }

    public void assignTo(String tour) {
        if (status != Status.OPEN) {
            throw new IllegalStateException("order " + orderId + " is " + status);
        }
        this.status = Status.ASSIGNED;
        this.tourId = tour;
    }

    public void unassign() {
        this.status = Status.OPEN;
        this.tourId = null;
    }

    public void dispatch() {
        if (status != Status.ASSIGNED) {
            throw new IllegalStateException("order " + orderId + " is " + status);
        }
        this.status = Status.IN_TRANSIT;
    }

    public boolean crossesBorder() {
        return !pickup.country().equals(delivery.country());
    }

    public BigDecimal grossWeightKg() {
        return weightOf(cargo);
    }

    private static BigDecimal weightOf(List<CargoItem> items) {
        return items.stream().map(CargoItem::grossWeightKg).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<CargoItem> requireCargo(List<CargoItem> items) {
        if (items.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one cargo item");
        }
        return List.copyOf(items);
    }

    public String orderId() { return orderId; }
    public String customerId() { return customerId; }
    public Address pickup() { return pickup; }
    public Address delivery() { return delivery; }
    public List<CargoItem> cargo() { return cargo; }
    public Money price() { return price; }
    public Status status() { return status; }
    public Optional<String> tourId() { return Optional.ofNullable(tourId); }
}
