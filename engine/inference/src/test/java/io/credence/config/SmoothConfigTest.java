package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.mixed.model.MixedRequest;
import io.credence.prior.LogHalfStudent;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of models with smooths, alone and beside grouping factors. */
class SmoothConfigTest {

    private static final String KEYS = """
            data.path = rows.csv
            formula = "y ~ z + s(x)"
            model.family = gaussian
            output.path = out
            """;

    private static MixedRequest mixed(String... overrides) {
        return Objects.requireNonNull(ConfigReader.read("job.conf", KEYS, List.of(overrides))
                .inference()
                .model()
                .request(MixedRequest.class));
    }

    @Test
    void aFormulaWithASmooth_isAMixedModelWithoutLevels() {
        MixedRequest mixed = mixed();
        assertTrue(mixed.terms().isEmpty());
        assertTrue(mixed.hasVarianceComponents());
        assertEquals(1, mixed("formula = \"y ~ s(x) + (1 | g)\"").terms().size());
        assertNull(ConfigReader.read("job.conf", KEYS, List.of("formula = \"y ~ ns(x, df = 4)\""))
                .inference()
                .model()
                .request(MixedRequest.class));
    }

    @Test
    void aSmooth_hasAPriorOfItsOwn_orThatOfAllStandardDeviations() {
        LogHalfStudent automatic = (LogHalfStudent) mixed().logSmoothSdDensity("s(x)", 7);
        assertEquals(7, automatic.scale());
        LogHalfStudent given =
                (LogHalfStudent) mixed("prior.groups.sd.scale = 2").logSmoothSdDensity("s(x)", 7);
        assertEquals(2, given.scale());
        LogHalfStudent own = (LogHalfStudent) mixed("prior.groups.\"s(x)\".sd.scale = 3", "prior.groups.sd.scale = 2")
                .logSmoothSdDensity("s(x)", 7);
        assertEquals(3, own.scale());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            check.loo = true             | check.loo does not go with smooths: credence compare weighs models with smooths
            method = bbvi                | method does not go with smooths: the published methods know neither levels nor smooths
            posterior.family = gaussian-diagonal | posterior.family does not go with smooths
            data.sd = s                  | required model.family = gaussian and a grouping factor
            model.family = ordinal       | does not go with grouping factors and smooths
            data.by = [region]           | required a formula with region:s(x)
            prior.groups.q.sd.scale = 1  | is of no grouping factor or smooth: required sd, correlation or one of s(x)""")
    void whatDoesNotGoWithSmooths_isRefused(String key, String message) {
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> mixed(key));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
        assertFalse(refused.getMessage().contains("(… | factor)"), refused.getMessage());
    }
}
