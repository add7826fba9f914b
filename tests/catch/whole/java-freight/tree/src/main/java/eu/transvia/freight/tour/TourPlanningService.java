package eu.transvia.freight.tour;

import eu.transvia.freight.order.OrderRepository;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.outbox.Outbox;
import eu.transvia.freight.shared.UnitOfWork;
import eu.transvia.freight.vehicle.Fleet;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

/** Application service: the commands of the planners. Each method is one unit of work. */
public final class TourPlanningService {

    private final TourRepository tours;
    private final OrderRepository orders;
    private final Fleet fleet;
    private final Outbox outbox;
    private final UnitOfWork unitOfWork;
    private final Clock clock;

    public TourPlanningService(TourRepository tours, OrderRepository orders, Fleet fleet, Outbox outbox,
                               UnitOfWork unitOfWork, Clock clock) {
        this.tours = tours;
        this.orders = orders;
        this.fleet = fleet;
        this.outbox = outbox;
        this.unitOfWork = unitOfWork;
        this.clock = clock;
    }

    public Tour create(String tourId, String vehiclePlate, LocalDate departure) {
        fleet.get(vehiclePlate);
        return unitOfWork.execute(() -> {
            if (tours.findById(tourId).isPresent()) {
                throw new IllegalStateException("tour " + tourId + " exists already");
            }
            Tour tour = Tour.draft(tourId, vehiclePlate, departure);
            store(tour);
            return tour;
        });
    }

    public void assign(String tourId, String orderId) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            TransportOrder order = orders.get(orderId);
            BigDecimal load = ordersOf(tour).stream().map(TransportOrder::grossWeightKg)
                    .reduce(order.grossWeightKg(), BigDecimal::add);
            if (load.compareTo(fleet.get(tour.vehiclePlate()).payloadKg()) > 0) {
                throw new IllegalStateException("tour " + tourId + " would be overloaded: " + load + " kg");
            }
            tour.assign(order);
            order.assignTo(tourId);
            orders.save(order);
            store(tour);
        });
    }

    public void unassign(String tourId, String orderId) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            tour.unassign(orderId);
            TransportOrder order = orders.get(orderId);
            if (order.tourId().filter(tourId::equals).isPresent()) {
                order.unassign();
                orders.save(order);
            }
            store(tour);
        });
    }

    public void plan(String tourId) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            tour.plan(clock);
            store(tour);
        });
    }

    public void reopen(String tourId) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            tour.reopen();
            store(tour);
        });
    }

    public void release(String tourId) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            List<TransportOrder> carried = ordersOf(tour);
            tour.release(clock);
            for (TransportOrder order : carried) {
                order.dispatch();
                orders.save(order);
            }
            store(tour);
        });
    }

    public void cancel(String tourId, String reason) {
        unitOfWork.run(() -> {
            Tour tour = tours.get(tourId);
            tour.cancel(reason, clock);
            for (TransportOrder order : ordersOf(tour)) {
                order.unassign();
                orders.save(order);
            }
            store(tour);
        });
    }

    public Tour find(String tourId) {
        return unitOfWork.execute(() -> tours.get(tourId));
    }

    private List<TransportOrder> ordersOf(Tour tour) {
        return tour.orderIds().stream().map(orders::get).toList();
    }

    private void store(Tour tour) {
        tours.save(tour);
        tour.pullEvents().forEach(outbox::append);
    }
}
