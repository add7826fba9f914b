package uk.wexcombe.library.desk;

/**
 * Something that the desk asked for and cannot have. The message is shown to staff as it stands, so it is a sentence.
 * A transaction that ends with a refusal is rolled back.
 */
public final class DeskRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeskRefusal(String message) {
        super(message);
    }
}
