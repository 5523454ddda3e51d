package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.loss.LatentBound;
import io.credence.loss.LatentBound.BoundKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section model.latent. */
class LatentConfigTest {

    private static final String CLASS = "model.class = io.credence.example.PoissonLogNormal\n";

    private static FitConfig read(String model, String line) {
        return ConfigReader.read(
                "job.conf", "data { path = x.csv, label = y }\noutput.path = out\n" + model + line, List.of());
    }

    private static void assertRefused(String model, String line, String... parts) {
        String message = assertThrows(ConfigurationException.class, () -> read(model, line))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void section_isReadOverTheDefaultsOfTheEngine() {
        FitConfig config = read(CLASS, "");
        assertEquals(
                new ModelConfig.Latent(LatentBound.DEFAULT, false),
                config.model().latent());
        FitConfig given = read(CLASS, "model.latent { bound = iwae-var, draws = 12, groups = 4 }");
        assertEquals(
                new ModelConfig.Latent(new LatentBound(BoundKind.IWAE_VAR, 12, 4), true),
                given.model().latent());
        assertTrue(given.notes().isEmpty(), given.notes().toString());
        for (String name : LatentBound.NAMES) {
            assertEquals(
                    LatentBound.named(name, 10, 5),
                    read(CLASS, "model.latent.bound = " + name).model().latent().bound());
        }
    }

    @Test
    void idleGroups_areNoted() {
        FitConfig config = read(CLASS, "model.latent { bound = iwae, draws = 7, groups = 2 }");
        assertEquals(new LatentBound(BoundKind.IWAE, 7), config.model().latent().bound());
        assertEquals(
                List.of("model.latent.groups has no effect: only iwae-var divides draws into replicates"),
                config.notes());
        assertFalse(read(CLASS, "").model().latent().isSet());
    }

    @ParameterizedTest
    @CsvSource({
        "'model.latent.bound = vae', 'model.latent.bound is not known'",
        "'model.latent.draws = 0', 'model.latent.draws is out of range'",
        "'model.latent { bound = iwae-var, draws = 9 }', 'model.latent.groups does not divide the draws'",
        "'model.latent.samples = 9', 'unknown key model.latent.samples'",
        "'model.latent.draw = 9', 'nearest known key is model.latent.draws'",
        "'model.latent = vi', 'model.latent is a section'"
    })
    void whatCannotBe_isRefused(String line, String part) {
        assertRefused(CLASS, line, part);
    }

    @Test
    void sectionBesideAFamily_isRefusedWithTheReason() {
        assertRefused(
                "model.family = poisson\n",
                "model.latent.draws = 3",
                "model.latent.draws",
                "the family poisson has not",
                "model.class = a LatentModel");
    }
}
