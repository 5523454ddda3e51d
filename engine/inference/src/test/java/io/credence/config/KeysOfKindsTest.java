package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key that is set beside a kind of model acts there, is refused or is noted: what acts is listed here. */
class KeysOfKindsTest {

    private static final String FAMILY = ConfigTexts.ROWS + "model { family = bernoulli }\n";
    private static final String GROUPS = ConfigTexts.ROWS + "model { family = poisson, groups = [{ by = g }] }\n";
    private static final String NETWORK = ConfigTexts.ROWS + "model { family = gaussian, network.layers = [5] }\n";
    private static final String PROCESS = ConfigTexts.ROWS + "model { family = gaussian, network.processes = 2 }\n";
    private static final String BY = ConfigTexts.ROWS + "data.by = [g]\nmodel.family = bernoulli\n";

    /** Of rows, results and the budget. */
    private static final String ALL =
            "backend.kind data.categorical data.derive data.exclude data.features data.format data.label"
                    + " data.decimal data.naStrings data.onMissing data.partitions data.path data.precision data.reference data.weight effects.draws effects.path"
                    + " kernel log.stackTrace model.family output.overwrite output.path score.format score.level score.onMissing"
                    + " score.onUnseen score.output score.overwrite score.path seed stop.acceptUnconverged stop.maxPasses stop.maxSeconds";

    private static final String KEPT = " backend.folder checkpoint.path data.key";

    private static final String LINEAR =
            " data.intercept data.offset prior.mean prior.sd report.contrasts stop.maxIterations stop.tolerance";

    private static final String ALONE =
            " check.khat data.by data.standardize data.trials estimator.kind method objective.kind"
                    + " posterior.family prior.kind update.kind";

    private static final String TRAINED = " objective.kind train.epochs train.validation";

    private static final String STEPS = " train.batch train.schedule train.stepSize";

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(
                        "family",
                        FAMILY,
                        ALL + KEPT + LINEAR + ALONE
                                + " backend.persist check.loo check.predictive minibatch.partitions"),
                Arguments.of("groups", GROUPS, ALL + KEPT + LINEAR + " output.top score.allowNewLevels"),
                Arguments.of("by", BY, ALL + LINEAR + ALONE),
                Arguments.of(
                        "network",
                        NETWORK,
                        ALL + KEPT + TRAINED + STEPS + " model.network.activation model.network.ensemble"),
                Arguments.of(
                        "process", PROCESS, ALL + KEPT + TRAINED + STEPS + " estimator.draws model.network.inducing"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void keys_actOrAreRefusedOrNoted(String kind, String text, String acting) {
        TreeSet<String> silent = new TreeSet<>();
        keys().forEach((key, value) -> {
            if (isSilent(text, key, value)) {
                silent.add(key);
            }
        });
        silent.removeAll(List.of(acting.split(" ")));
        assertEquals(new TreeSet<>(), silent, "keys beside " + kind + " that neither act nor are refused or noted");
    }

    private static boolean isSilent(String text, String key, String value) {
        try {
            List<String> notes =
                    ConfigTexts.read(text, key + "=" + value).inference().notes();
            return Stream.iterate(key, part -> part.contains("."), part -> part.substring(0, part.lastIndexOf('.')))
                    .noneMatch(part -> notes.stream().anyMatch(note -> note.startsWith(part + " has no effect")));
        } catch (ConfigurationException refused) {
            return false;
        }
    }

    /** All, each with a value that is not its default. */
    private static Map<String, String> keys() {
        Map<String, String> keys = new TreeMap<>();
        for (KeyDescription key : KeyDescription.all(Parts.STANDARD)) {
            keys.put(key.key(), other(key));
        }
        keys.remove("formula");
        keys.putAll(Map.of(
                "method", "cgvb",
                "model.family", "exponential",
                "output.top", "7",
                "prior.forgetting", "0.5",
                "score.level", "0.8",
                "stop.maxPasses", "7",
                "stop.maxSeconds", "7",
                "update.meanFactor", "0.5"));
        return keys;
    }

    private static String other(KeyDescription key) {
        Object initial = key.defaultValue();
        if (key.type() == KeyDescription.Type.FLAG) {
            return String.valueOf(!Boolean.TRUE.equals(initial));
        } else if (initial instanceof Number number) {
            return number.doubleValue() < 0.2 ? "0.3" : String.valueOf(Math.round(number.doubleValue() + 1));
        } else if (key.type() == KeyDescription.Type.MAP) {
            return "{ a = 1 }";
        }
        String[] words = key.meaning().split(":")[0].split("\\|");
        for (String word : words.length > 1 ? words : new String[0]) {
            String last = word.trim().replaceFirst(".* ", "");
            if (!last.equals(String.valueOf(initial))) {
                return last.equals("number") ? "7" : last;
            }
        }
        return key.type() == KeyDescription.Type.TEXT ? initial == null ? "a" : "7" : "[a]";
    }
}
