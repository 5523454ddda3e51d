package io.credence.config;

/** Refusal of a configuration that cannot be used. The message states what is wrong, required and found, and where. */
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
