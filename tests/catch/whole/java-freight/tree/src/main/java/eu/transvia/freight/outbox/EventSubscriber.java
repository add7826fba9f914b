package eu.transvia.freight.outbox;

/**
 * Reacts on events. Runs inside the unit of work in which the relay marks the event as delivered: an exception undoes
 * both, and the event comes again. Therefore implementations must be idempotent.
 */
public interface EventSubscriber {

    boolean handles(String eventType);

    void on(Outbox.Entry entry);
}
