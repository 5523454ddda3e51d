package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.part.Domain;
import io.credence.part.Domain.ValueType;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walk of every key over values of all types and sizes. Those that its domain has not are refused, in one form. */
class KeyDomainTest {

    /** Values as a configuration has them. */
    private static final List<String> VALUES = List.of(
            "\"no such word\"",
            "-1e30",
            "-7.5",
            "-1",
            "0",
            "0.5",
            "1",
            "1.5",
            "2",
            "3",
            "1e30",
            "true",
            "\"true\"",
            "\"7\"",
            "auto",
            "null",
            "[]",
            "[1]",
            "[-1]",
            "[1.5]",
            "[[1]]",
            "[{ a = 1 }, a]",
            "[a]");

    private static final KnownKeys KNOWN = KnownKeys.of(Parts.STANDARD);

    static Stream<String> keys() {
        return KNOWN.rows().stream().filter(key -> !key.isSection()).map(Key::name);
    }

    private static @Nullable String fault(Domain domain, String value) {
        Object read = KeyDescription.parseValue(value);
        return domain.fault(domain.fromText(read));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void wrongValues_areRefusedWithKeyValuesAndWhatWasFound(String key) {
        Domain domain = KNOWN.named(key).valueDomain();
        List<String> wrong =
                VALUES.stream().filter(value -> fault(domain, value) != null).toList();
        assertFalse(wrong.isEmpty(), key);
        for (String value : wrong) {
            String message = Objects.requireNonNull(refusal(key, value), () -> key + " = " + value + " was read");
            assertTrue(message.startsWith(key + " "), message);
            boolean section = domain.type() == ValueType.NAMES;
            assertTrue(message.contains("required " + (section ? key + " {" : domain.requirement())), message);
            assertTrue(message.contains(", found ") && message.contains("--set " + key), message);
            assertEquals(1, message.lines().count(), message);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void otherValues_areNotRefusedForTheirTypeOrRange(String key) {
        Domain domain = KNOWN.named(key).valueDomain();
        VALUES.stream().filter(value -> fault(domain, value) == null).forEach(value -> {
            String message = refusal(key, value);
            String ofDomain = Pattern.quote(key)
                    + " (has the wrong type|is out of range|is not known): required "
                    + Pattern.quote(domain.requirement()) + ", found .*";
            assertFalse(message != null && message.matches(ofDomain), message);
        });
    }

    private static @Nullable String refusal(String key, String value) {
        try {
            ConfigTexts.read(ConfigTexts.FAMILY, key + "=" + value);
            return null;
        } catch (ConfigurationException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void everyTypeOfValues_hasAKey() {
        TreeSet<ValueType> types = new TreeSet<>();
        keys().forEach(key -> types.add(KNOWN.named(key).valueDomain().type()));
        assertEquals(new TreeSet<>(List.of(ValueType.values())), types);
    }

    @Test
    void defaults_areInTheirDomains() {
        keys().map(KNOWN::named)
                .forEach(key -> assertNull(fault(key.valueDomain(), key.defaultText()), () -> key.name()));
    }

    @Test
    void meanings_sayTheRangeOfNumbers() {
        keys().map(KNOWN::named)
                .filter(key -> KeyTable.named(key.name()).isPresent())
                .filter(key -> List.of(ValueType.NUMBER, ValueType.WHOLE)
                        .contains(key.valueDomain().type()))
                .forEach(key -> assertTrue(key.help().endsWith(key.valueDomain().requirement()), key::help));
    }

    @Test
    void textsOfEnvironmentVariables_areReadAsWhatTheySay() {
        FitConfig read = ConfigTexts.read(
                ConfigTexts.FAMILY, "stop.mcse=\"0.05\"", "estimator.draws=\"50\"", "data.standardize=\"true\"");
        assertEquals(0.05, read.inference().sampling().stop().mcse());
        assertEquals(50, read.inference().sampling().estimator().draws());
        assertTrue(read.data().standardize());
        ConfigTexts.assertRefused(
                ConfigTexts.FAMILY + "stop.mcse = \"5 %\"",
                "stop.mcse has the wrong type: required a number above 0, found \"5 %\" (job.conf: 4)");
    }
}
