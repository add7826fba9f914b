package eu.transvia.freight.tour;

import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.DomainEvent;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Aggregate: one vehicle, one departure, and the stops in the sequence in which they are driven. */
public final class Tour {

    public enum Status { DRAFT, PLANNED, RELEASED, COMPLETED, CANCELLED }

    public enum StopKind { PICKUP, DELIVERY }

    public record Stop(int sequence, String orderId, StopKind kind, CountryCode country) { }

    private final String tourId;
    private final String vehiclePlate;
    private final LocalDate departure;
    private final List<Stop> stops;
    private final List<DomainEvent> events = new ArrayList<>();
    private Status status;

    private Tour(String tourId, String vehiclePlate, LocalDate departure, List<Stop> stops, Status status) {
        this.tourId = tourId;
        this.vehiclePlate = vehiclePlate;
        this.departure = departure;
        this.stops = new ArrayList<>(stops);
        this.status = status;
    }

    public static Tour draft(String tourId, String vehiclePlate, LocalDate departure) {
        return new Tour(tourId, vehiclePlate, departure, List.of(), Status.DRAFT);
    }

    /** For repositories only. */
    public static Tour restore(String tourId, String vehiclePlate, LocalDate departure, List<Stop> stops,
                               Status status) {
        return new Tour(tourId, vehiclePlate, departure, stops, status);
    }

    public void assign(TransportOrder order) {
        require(Status.DRAFT);
        if (orderIds().contains(order.orderId())) {
            throw new IllegalStateException("order " + order.orderId() + " is on tour " + tourId + " already");
        }
        stops.add(new Stop(stops.size() + 1, order.orderId(), StopKind.PICKUP, order.pickup().country()));
        stops.add(new Stop(stops.size() + 1, order.orderId(), StopKind.DELIVERY, order.delivery().country()));
    }

    public void unassign(String orderId) {
        require(Status.DRAFT);
        List<Stop> rest = stops.stream().filter(s -> !s.orderId().equals(orderId)).toList();
        stops.clear();
        for (Stop stop : rest) {
            stops.add(new Stop(stops.size() + 1, stop.orderId(), stop.kind(), stop.country()));
        }
    }

    public void plan(Clock clock) {
        require(Status.DRAFT);
        if (stops.isEmpty()) {
            throw new IllegalStateException("tour " + tourId + " has no stops");
        }
        status = Status.PLANNED;
        events.add(new TourEvents.TourPlanned(UUID.randomUUID(), tourId, orderIds(), clock.instant()));
    }

    public void reopen() {
        require(Status.PLANNED);
        status = Status.DRAFT;
    }

    public void release(Clock clock) {
        require(Status.PLANNED);
        status = Status.RELEASED;
        events.add(new TourEvents.TourReleased(UUID.randomUUID(), tourId, vehiclePlate, orderIds(), clock.instant()));
    }

    public void cancel(String reason, Clock clock) {
        require(Status.DRAFT, Status.PLANNED, Status.RELEASED);
        status = Status.CANCELLED;
        events.add(new TourEvents.TourCancelled(UUID.randomUUID(), tourId, reason, clock.instant()));
    }

    private void require(Status... permitted) {
        if (!Arrays.asList(permitted).contains(status)) {
            throw new IllegalStateException("tour " + tourId + " is " + status);
        }
    }

    /** Hands the recorded events over and forgets them. */
    public List<DomainEvent> pullEvents() {
        List<DomainEvent> pulled = List.copyOf(events);
        events.clear();
        return pulled;
    }

    /** In the sequence of the first stop. */
    public List<String> orderIds() {
        return stops.stream().map(Stop::orderId).distinct().toList();
    }

    public String tourId() { return tourId; }
    public String vehiclePlate() { return vehiclePlate; }
    public LocalDate departure() { return departure; }
    public List<Stop> stops() { return List.copyOf(stops); }
    public Status status() { return status; }
}
