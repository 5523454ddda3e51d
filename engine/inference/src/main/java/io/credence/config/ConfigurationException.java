package io.credence.config;

/** A configuration that cannot be used; its message states what is wrong, required, found, and where. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates the exception with a message. */
    public ConfigurationException(String message) {
        super(message);
    }

    /** Creates the exception with a message and a cause. */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
