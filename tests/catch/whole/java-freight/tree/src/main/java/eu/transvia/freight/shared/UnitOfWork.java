package eu.transvia.freight.shared;

import java.util.function.Supplier;

/** All that happens inside becomes durable together, or not at all. A unit inside another one joins it. */
public interface UnitOfWork {

    <T> T execute(Supplier<T> work);

    default void run(Runnable work) {
        execute(() -> {
            work.run();
            return null;
        });
    }
}
