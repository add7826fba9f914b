package eu.transvia.freight.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NoSuchElementException;

/** What all handlers have in common: JSON in, JSON out, and exceptions become status codes. */
abstract class JsonHandler implements HttpHandler {

    /** Status and body of an answer. */
    record Answer(int status, Object body) {
        static Answer ok(Object body) {
            return new Answer(200, body);
        }
    }

    static final ObjectMapper JSON = new ObjectMapper();

    abstract Answer answer(String method, String path, HttpExchange exchange) throws IOException;

    @Override
    public final void handle(HttpExchange exchange) throws IOException {
        Answer answer;
        try {
            answer = answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), exchange);
        } catch (IllegalArgumentException e) {
            answer = error(400, e);
        } catch (NoSuchElementException e) {
            answer = error(404, e);
        } catch (IllegalStateException e) {
            answer = error(409, e);
        } catch (RuntimeException e) {
            answer = new Answer(500, Map.of("error", "internal error"));
        }
        byte[] body = JSON.writeValueAsBytes(answer.body());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** A text field of the JSON body that must be there. */
    static String field(JsonNode body, String name) {
        String value = body.path(name).asText("");
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    /** The body as JSON; an empty body is an empty object. */
    static JsonNode json(HttpExchange exchange) throws IOException {
        String text = body(exchange);
        try {
            return text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON");
        }
    }

    private static Answer error(int status, RuntimeException e) {
        return new Answer(status, Map.of("error", String.valueOf(e.getMessage())));
    }
}
