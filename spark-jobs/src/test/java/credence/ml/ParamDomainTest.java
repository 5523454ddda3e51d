package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.KeyDescription;
import io.credence.part.Domain;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walk of every Param of a key over values of all types and sizes. Those that its key has not are refused when set. */
class ParamDomainTest {

    private static final List<Object> VALUES = List.of(
            "no such word",
            -1e30,
            -7.5,
            -1,
            0,
            0.5,
            1,
            1.5,
            3,
            1e30,
            true,
            List.of(),
            List.of(-1),
            List.of(1.5),
            List.of("a"),
            List.of(Map.of("a", 1)),
            Map.of("a", 1));

    static Stream<String> estimatorParams() {
        return names(StageParamNames.ESTIMATOR);
    }

    static Stream<String> networkParams() {
        return names(StageParamNames.NETWORK);
    }

    private static Stream<String> names(StageParamNames list) {
        return list.params().stream().filter(param -> param.key() != null).map(StageParam::name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("estimatorParams")
    void wrongValues_areRefusedByEstimators(String name) {
        check(StageParamNames.ESTIMATOR.param(name), value -> new VariationalEstimator().option(name, value));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networkParams")
    void wrongValues_areRefusedByNetworks(String name) {
        check(StageParamNames.NETWORK.param(name), value -> new VariationalNetwork().option(name, value));
    }

    private interface Setter {
        void set(Object value);
    }

    private static void check(StageParam param, Setter setter) {
        Domain domain = param.domain();
        List<Object> wrong = VALUES.stream()
                .filter(value -> domain.fault(domain.fromText(value)) != null)
                .toList();
        assertFalse(wrong.isEmpty(), param.name());
        KeyDescription key = param.key();
        boolean listed = key != null && key.choices() != null;
        String required = listed
                ? "one of "
                : domain.type() == Domain.ValueType.NAMES ? KeyDescription.MAP : domain.requirement();
        for (Object value : wrong) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> setter.set(value), param.name() + " = " + value)
                    .getMessage();
            assertTrue(message.startsWith(param.name() + " cannot be used: required " + required), message);
            assertTrue(message.contains(", found "), message);
        }
    }

    @Test
    void wholeNumbersOfAList_areNotCutOff() {
        assertEquals(
                "layers cannot be used: required a list of whole numbers from 1 such as [3, 5], found [1.5]",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new VariationalNetwork().option("layers", List.of(1.5)))
                        .getMessage());
    }
}
