package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** The shortest configurations of a fit, of a family or of a class of the user's, and how they are read. */
final class ConfigTexts {

    static final String ROWS = "data { path = rows.csv, label = y }\noutput.path = out\n";
    static final String FAMILY = ROWS + "model.family = gaussian\n";
    static final String CLASS = ROWS + "model.class = com.acme.MyLoss\n";

    private ConfigTexts() {}

    static FitConfig read(String text, String... overrides) {
        return ConfigReader.read("job.conf", text, List.of(overrides));
    }

    static void assertRefused(String text, String... parts) {
        String message =
                assertThrows(ConfigurationException.class, () -> read(text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "expected '" + part + "' in: " + message);
        }
    }
}
