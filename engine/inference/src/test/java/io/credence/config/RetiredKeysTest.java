package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetiredKeysTest {

    private static final String ROWS = ConfigTexts.ROWS + "model.family = gaussian\n";
    private static final String NETWORK = ConfigTexts.ROWS + "model { family = gaussian, network.layers = [5] }\n";

    @ParameterizedTest
    @ValueSource(strings = {"full", "diagonal"})
    void covarianceOfNetworks_isRefusedWithWhatReplacesIt(String value) {
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> ConfigTexts.read(NETWORK, "model.network.covariance=" + value))
                .getMessage();
        assertTrue(
                message.startsWith("model.network.covariance is retired: required none, found \"" + value
                        + "\"; weights of a network are independent"),
                message);
        for (String instead : List.of(
                "model.network.ensemble = auto", "model.network.processes = 2", "posterior.family = gaussian-full")) {
            assertTrue(message.contains(instead), message);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "posterior.family=gaussian-sparse-precision",
                "posterior { family = product, factors = [{ size = 2, family = gaussian-sparse-precision }] }",
                "posterior.bandwidth=2",
                "posterior.shared=1"
            })
    void sparsePrecisions_areRefusedWithWhatReplacesThem(String given) {
        String message = assertThrows(ConfigurationException.class, () -> ConfigTexts.read(ROWS + given))
                .getMessage();
        assertTrue(message.startsWith("posterior."), message);
        for (String part :
                List.of(" is retired", ": required ", "gaussian-low-rank", "posterior.rank = 5", "gaussian-block")) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void bandwidthsOfEarlierResults_areRead() {
        FitConfig config = ConfigTexts.read(ROWS);
        String shown = config.redacted().json();
        String earlier = shown.replace("\"rank\":", "\"bandwidth\":1,\"shared\":0,\"rank\":");
        assertTrue(earlier.length() > shown.length(), shown);
        assertEquals(
                config.data(),
                ConfigReader.readRedacted("the fit", earlier, List.of(), config, Parts.STANDARD)
                        .data());
    }

    /** Results of earlier versions show every key, and those with its default are read. */
    @Test
    void defaultsOfEarlierResults_areRead() {
        FitConfig config = ConfigTexts.read(NETWORK);
        assertEquals(config.data(), shown(config, "diagonal").data());
        assertThrows(ConfigurationException.class, () -> shown(config, "full"));
    }

    /** A step size of 0.01 was the default of all fits, which only networks may set. */
    @Test
    void stepSizeOfEarlierResults_isRead() {
        for (String each : List.of(ROWS, NETWORK)) {
            FitConfig config = ConfigTexts.read(each);
            String shown = config.redacted().json();
            String earlier = shown.replace("\"cosine\",\"stepSize\":\"auto\"", "\"cosine\",\"stepSize\":0.01");
            assertNotEquals(shown, earlier);
            assertEquals(
                    config.data(),
                    ConfigReader.readRedacted("the fit", earlier, List.of(), config, Parts.STANDARD)
                            .data());
        }
    }

    private static FitConfig shown(FitConfig config, String value) {
        String shown = config.redacted().json();
        String earlier = shown.replace("\"network\":{", "\"network\":{\"covariance\":\"" + value + "\",");
        assertTrue(earlier.length() > shown.length(), shown);
        return ConfigReader.readRedacted("the fit", earlier, List.of(), config, Parts.STANDARD);
    }
}
