package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.KeyDescription.Type;
import io.credence.config.PriorConfig.Normal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyDescriptionTest {

    private static final List<KeyDescription> ALL = KeyDescription.all(Parts.STANDARD);

    private static KeyDescription of(String key) {
        return ALL.stream().filter(one -> one.key().equals(key)).findFirst().orElseThrow();
    }

    @Test
    void everyKey_hasOneMeaningAndADefaultOfItsType() {
        Set<String> keys = new TreeSet<>(KnownKeys.of(Parts.STANDARD).keys());
        keys.addAll(KnownKeys.FREE);
        assertEquals(List.copyOf(keys), ALL.stream().map(KeyDescription::key).toList());
        for (KeyDescription key : ALL) {
            Object initial = key.defaultValue();
            assertTrue(
                    initial == null || isOf(key.type(), initial),
                    () -> key.key() + " is " + key.type() + " but begins as " + initial);
            assertTrue(initial == null || key.refusal(initial) == null, key.key());
            assertFalse(key.meaning().contains("\n"), key.key());
        }
    }

    private static boolean isOf(Type type, Object value) {
        return switch (type) {
            case TEXT, MAP -> value instanceof String;
            case WHOLE -> value instanceof Long;
            case NUMBER -> value instanceof Double;
            case FLAG -> value instanceof Boolean;
            case TEXTS, WHOLES -> value instanceof List<?>;
        };
    }

    @Test
    void types_areThoseOfThePartsAndOfTheFile() {
        assertEquals(Type.NUMBER, of("stop.tolerance").type());
        assertEquals(Type.WHOLE, of("stop.maxIterations").type());
        assertEquals(1000L, of("stop.maxIterations").defaultValue());
        assertEquals(Type.WHOLES, of("posterior.blocks").type());
        assertEquals(Type.TEXTS, of("data.categorical").type());
        assertEquals(Type.FLAG, of("data.intercept").type());
        assertEquals(Type.TEXT, of("model.dispersion").type());
        assertNull(of("data.weight").defaultValue());
        assertEquals(Type.MAP, of("prior.coefficients").type());
        assertTrue(of("prior.coefficients").meaning().contains("priors of single coefficients"));
    }

    @Test
    void refusals_nameWhatIsRequired() {
        assertNull(of("posterior.rank").refusal(3L));
        assertNotNull(of("posterior.rank").refusal(0L));
        String refusal = of("model.family").refusal("bernouli");
        assertTrue(refusal != null && refusal.contains("did you mean 'bernoulli'"), refusal);
    }

    @Test
    void maps_areReadAgainWithTheirNamesAsTheyAre() {
        String text = KeyDescription.renderMap(Map.of("x.1 \"a\"", Map.of("sd", 0.5)));
        assertNull(of("prior.coefficients").refusal(text));
        assertNotNull(of("prior.coefficients").refusal("x.1"));
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("data.path", "rows");
        keys.put("data.label", "y");
        keys.put("output.path", "out");
        keys.put("model.family", "poisson");
        keys.put("prior.coefficients", KeyDescription.parseValue(text));
        assertEquals(
                Map.of("x.1 \"a\"", new Normal(0, 0.5)),
                ConfigReader.read(keys, Parts.STANDARD).prior().coefficients());
    }

    @Test
    void keysInMemory_areReadAsAFileIs() {
        Map<String, Object> keys = Map.of(
                "data.path", "rows", "data.label", "y", "output.path", "out", "model.family", "poisson", "seed", 3L);
        FitConfig read = ConfigReader.read(keys, Parts.STANDARD);
        assertEquals(3, read.seed());
        assertEquals(
                read,
                ConfigReader.read(
                        "file",
                        "data { path = rows, label = y }, output.path = out, model.family = poisson, seed = 3",
                        List.of()));
    }
}
