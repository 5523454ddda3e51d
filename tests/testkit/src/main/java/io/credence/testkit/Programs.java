package io.credence.testkit;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;

/** Programs beside Java that tests call. */
public final class Programs {

    private Programs() {}

    /** Starts a program. Where it is not on the path, the test is aborted. */
    public static Process startOrAbort(ProcessBuilder program) {
        try {
            return program.start();
        } catch (IOException none) {
            return Assumptions.abort("no " + program.command().get(0) + " on the path");
        }
    }
}
