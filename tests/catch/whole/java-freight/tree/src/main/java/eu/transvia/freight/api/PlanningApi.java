package eu.transvia.freight.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import eu.transvia.freight.order.OrderIntake;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.tour.Tour;
import eu.transvia.freight.tour.TourPlanningService;
import java.io.IOException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.NoSuchElementException;

/** {@code /orders} and {@code /tours}. The requests are listed in the README. */
public final class PlanningApi extends JsonHandler {

    private final OrderIntake intake;
    private final TourPlanningService planning;

    public PlanningApi(OrderIntake intake, TourPlanningService planning) {
        this.intake = intake;
        this.planning = planning;
    }

    @Override
    Answer answer(String method, String path, HttpExchange exchange) throws IOException {
        String[] parts = path.substring(1).split("/");
        if (method.equals("POST") && path.equals("/orders")) {
            TransportOrder order = intake.accept(body(exchange));
            return Answer.ok(Map.of("orderId", order.orderId(), "price", order.price().toString()));
        }
        if (method.equals("POST") && path.equals("/tours")) {
            return create(json(exchange));
        }
        if (parts[0].equals("tours") && parts.length == 2 && method.equals("GET")) {
            return tour(parts[1]);
        }
        if (parts[0].equals("tours") && parts.length == 4 && parts[2].equals("orders")) {
            return changeOrders(method, parts[1], parts[3]);
        }
        if (parts[0].equals("tours") && parts.length == 3 && method.equals("POST")) {
            return command(parts[1], parts[2], exchange);
        }
        throw new NoSuchElementException(method + " " + path);
    }

    private Answer create(JsonNode body) {
        try {
            planning.create(field(body, "tourId"), field(body, "vehiclePlate"),
                    LocalDate.parse(field(body, "departure")));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("departure is not a date");
        }
        return tour(field(body, "tourId"));
    }

    private Answer changeOrders(String method, String tourId, String orderId) {
        switch (method) {
            case "POST" -> planning.assign(tourId, orderId);
            case "DELETE" -> planning.unassign(tourId, orderId);
            default -> throw new NoSuchElementException(method + " on orders of a tour");
        }
        return tour(tourId);
    }

    private Answer command(String tourId, String command, HttpExchange exchange) throws IOException {
        switch (command) {
            case "plan" -> planning.plan(tourId);
            case "reopen" -> planning.reopen(tourId);
            case "release" -> planning.release(tourId);
            case "cancel" -> planning.cancel(tourId, field(json(exchange), "reason"));
            default -> throw new NoSuchElementException("no command " + command);
        }
        return tour(tourId);
    }

    private Answer tour(String tourId) {
        Tour tour = planning.find(tourId);
        return Answer.ok(Map.of(
                "tourId", tour.tourId(),
                "vehiclePlate", tour.vehiclePlate(),
                "departure", tour.departure().toString(),
                "status", tour.status().name(),
                "stops", tour.stops().stream().map(s -> Map.of("sequence", s.sequence(), "orderId", s.orderId(),
                        "kind", s.kind().name(), "country", s.country().value())).toList()));
    }
}
