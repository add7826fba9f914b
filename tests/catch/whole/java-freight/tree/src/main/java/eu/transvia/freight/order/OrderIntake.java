package eu.transvia.freight.order;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.transvia.freight.order.TransportOrder.Address;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import eu.transvia.freight.shared.UnitOfWork;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Accepts orders as JSON, the form in which the EDI converter and the customer portal send them. An order whose id is
 * known already is a resend: the cargo is replaced and priced anew, the addresses stay.
 */
public final class OrderIntake {

    /** What the intake needs from the tariff. Implemented by {@code TariffCalculator}. */
    public interface Pricing {
        Money price(CountryCode from, CountryCode to, List<CargoItem> cargo);
    }

    private final OrderRepository orders;
    private final Pricing pricing;
    private final UnitOfWork unitOfWork;
    private final ObjectMapper json = new ObjectMapper();

    public OrderIntake(OrderRepository orders, Pricing pricing, UnitOfWork unitOfWork) {
        this.orders = orders;
        this.pricing = pricing;
        this.unitOfWork = unitOfWork;
    }

    /** @return the order as it is stored now */
    public TransportOrder accept(String document) {
        JsonNode root = parse(document);
        String orderId = text(root, "orderId");
        List<CargoItem> cargo = cargo(root.path("cargo"));
        return unitOfWork.execute(() -> {
            Optional<TransportOrder> known = orders.findById(orderId);
            TransportOrder order;
            if (known.isPresent()) {
                order = known.get();
                order.replaceCargo(cargo,
                        pricing.price(order.pickup().country(), order.delivery().country(), cargo));
            } else {
                Address pickup = address(root.path("pickup"), "pickup");
                Address delivery = address(root.path("delivery"), "delivery");
                order = TransportOrder.open(orderId, text(root, "customerId"), pickup, delivery, cargo,
                        pricing.price(pickup.country(), delivery.country(), cargo));
            }
            orders.save(order);
            return order;
        });
    }

    private JsonNode parse(String document) {
        try {
            return json.readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage());
        }
    }

    private static List<CargoItem> cargo(JsonNode array) {
        List<CargoItem> items = new ArrayList<>();
        for (JsonNode node : array) {
            items.add(new CargoItem(items.size() + 1, text(node, "description"), node.path("packages").asInt(0),
                    decimal(node, "grossWeightKg")));
        }
        return items;
    }

    private static Address address(JsonNode node, String role) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(role + " is missing");
        }
        return new Address(text(node, "name"), node.path("street").asText(""), node.path("postalCode").asText(""),
                text(node, "city"), CountryCode.of(text(node, "country")));
    }

    private static BigDecimal decimal(JsonNode node, String field) {
        try {
            return new BigDecimal(text(node, field));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(field + " is not a number");
        }
    }

    private static String text(JsonNode node, String field) {
        String value = node.path(field).asText("");
        if (value.isBlank()) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value.trim();
    }
}
