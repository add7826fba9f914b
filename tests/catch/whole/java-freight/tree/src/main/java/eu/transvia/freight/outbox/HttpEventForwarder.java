package eu.transvia.freight.outbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Hands every event to the integration hub of the company. All but 2xx counts as a failure. */
public final class HttpEventForwarder implements EventSubscriber {

    private final URI hub;
    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();

    public HttpEventForwarder(URI hub) {
        this.hub = hub;
    }

    @Override
    public boolean handles(String eventType) {
        return true;
    }

    @Override
    public void on(Outbox.Entry entry) {
        HttpRequest request = HttpRequest.newBuilder(hub)
                .timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/json")
                .header("X-Event-Id", entry.eventId().toString())
                .header("X-Event-Type", entry.eventType())
                .POST(HttpRequest.BodyPublishers.ofString(entry.payload()))
                .build();
        try {
            int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 != 2) {
                throw new IllegalStateException("hub answered " + status + " to " + entry.eventType());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("hub is not reachable", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while forwarding", e);
        }
    }
}
