package org.kreisel.booking.rest;

import java.util.Map;

/** Status and body of an answer. */
public record Response(int status, Map<String, Object> body) {

    public static Response ok(Map<String, Object> body) {
        return new Response(200, body);
    }

    public static Response created(Map<String, Object> body) {
        return new Response(201, body);
    }

    public static Response noContent() {
        return new Response(204, Map.of());
    }
}
