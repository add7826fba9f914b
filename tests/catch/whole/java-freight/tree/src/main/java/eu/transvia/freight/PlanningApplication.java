package eu.transvia.freight;

import com.sun.net.httpserver.HttpServer;
import eu.transvia.freight.api.PlanningApi;
import eu.transvia.freight.infrastructure.JdbcOrderRepository;
import eu.transvia.freight.infrastructure.JdbcOutbox;
import eu.transvia.freight.infrastructure.JdbcTourRepository;
import eu.transvia.freight.infrastructure.JdbcUnitOfWork;
import eu.transvia.freight.order.OrderIntake;
import eu.transvia.freight.order.OrderRepository;
import eu.transvia.freight.outbox.EventSerializer;
import eu.transvia.freight.outbox.EventSubscriber;
import eu.transvia.freight.outbox.HttpEventForwarder;
import eu.transvia.freight.outbox.Outbox;
import eu.transvia.freight.outbox.OutboxRelay;
import eu.transvia.freight.tariff.TariffCalculator;
import eu.transvia.freight.tour.TourPlanningService;
import eu.transvia.freight.tour.TourRepository;
import eu.transvia.freight.vehicle.Fleet;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** Composition root: migrates the database, builds the object graph, and serves HTTP. */
public final class PlanningApplication {

    private final HttpServer server;
    private final OutboxRelay relay;

    /** @param external subscribers outside of this process, after all internal ones; @param port 0 for any free one */
    public PlanningApplication(DataSource dataSource, Fleet fleet, List<EventSubscriber> external, int port,
                               Clock clock) throws IOException {
        Flyway.configure().dataSource(dataSource).load().migrate();
        JdbcUnitOfWork unitOfWork = new JdbcUnitOfWork(dataSource);
        OrderRepository orders = new JdbcOrderRepository(unitOfWork);
        TourRepository tours = new JdbcTourRepository(unitOfWork);
        Outbox outbox = new JdbcOutbox(unitOfWork, new EventSerializer());

        OrderIntake intake = new OrderIntake(orders, TariffCalculator.standard(), unitOfWork);
        TourPlanningService planning = new TourPlanningService(tours, orders, fleet, outbox, unitOfWork, clock);

        List<EventSubscriber> subscribers = new ArrayList<>();
        subscribers.addAll(external);
        relay = new OutboxRelay(outbox, subscribers, unitOfWork, clock);

        PlanningApi planningApi = new PlanningApi(intake, planning);
        server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/orders", planningApi);
        server.createContext("/tours", planningApi);
        server.setExecutor(Executors.newFixedThreadPool(8));
    }

    public void start() {
        server.start();
    }

    public void stop() {
        server.stop(0);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Tests call {@code relayOnce} by hand; {@link #main} runs it each second. */
    public OutboxRelay relay() {
        return relay;
    }

    public static void main(String[] args) throws IOException {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(System.getenv("DB_URL"));
        List<EventSubscriber> external = new ArrayList<>();
        String hub = System.getenv("HUB_URL");
        if (hub != null) {
            external.add(new HttpEventForwarder(URI.create(hub)));
        }
        PlanningApplication application = new PlanningApplication(dataSource,
                Fleet.load(Path.of(System.getenv("FLEET_FILE"))), external,
                Integer.parseInt(System.getenv().getOrDefault("PORT", "8080")), Clock.systemUTC());
        application.start();
        Executors.newSingleThreadScheduledExecutor()
                .scheduleWithFixedDelay(() -> {
                    try {
                        application.relay().relayOnce();
                    } catch (RuntimeException e) {
                        System.err.println("relay: " + e.getMessage());
                    }
                }, 1, 1, TimeUnit.SECONDS);
    }
}
