package org.kreisel.booking.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Finds the handler of a method and path; turns exceptions into problem documents. */
public final class Router {

    /** What a handler is given. */
    public record Request(String method, String path, Map<String, Object> body) {
    }

    private final Map<String, Function<Request, Response>> routes = new LinkedHashMap<>();
    private final RestErrorMapper errors = new RestErrorMapper();
    private final JsonCodec codec = new JsonCodec();

    public void addRoute(String method, String pattern, Function<Request, Response> handler) {
        routes.put(method + " " + pattern, handler);
    }

    public Response dispatch(Request request) {
        for (var route : routes.entrySet()) {
            if ((request.method() + " " + request.path()).matches(route.getKey())) {
                try {
                    return route.getValue().apply(request);
                } catch (RuntimeException e) {
                    ProblemDetail problem = errors.toProblem(e);
                    return new Response(problem.status(), codec.encodeProblem(problem));
                }
            }
        }
        return new Response(404, Map.of());
    }
}
