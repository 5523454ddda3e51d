package io.credence.spark.job;

import io.credence.config.secret.Redaction;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Output of a command, without the secrets of its configuration. */
final class RedactedStream extends PrintStream {

    private volatile Redaction redaction = Redaction.PASSWORDS;

    RedactedStream(PrintStream out) {
        super(out, true, StandardCharsets.UTF_8);
    }

    /** Sets the secrets to leave out from now on, which a configuration took from the environment. */
    void redactSecrets(Redaction secrets) {
        redaction = secrets;
    }

    /** Prints a text without the secrets; all other methods for texts and objects print by this one. */
    @Override
    public void print(@Nullable String text) {
        super.print(redaction.redact(String.valueOf(text)));
    }
}
