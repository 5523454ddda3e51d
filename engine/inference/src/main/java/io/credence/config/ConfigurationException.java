package io.credence.config;

/** A configuration that cannot be used; its message states what is wrong, required, found, and where. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With that message. */
    public ConfigurationException(String message) {
        super(message);
    }

    /** With that message, caused by {@code cause}. */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
