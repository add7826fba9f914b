package org.kreisel.booking.persistence;

/** The database failed or answered what it should not. */
public class StorageException extends RuntimeException {

    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
