package io.credence;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.data.DataSummary;
import io.credence.fit.ExecutionBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverMemoryCheckTest {

    private static final DriverMemoryCheck GIGABYTE = new DriverMemoryCheck(1L << 30);

    private static InferenceConfig config(String family, String estimator) {
        return Inference.of("bernoulli")
                .posterior(family, Map.of())
                .with("estimator.kind", estimator)
                .config();
    }

    /**
     * 8 d² (3.5 + 2/2) bytes, however many partitions there are, since sums are added as they come; for each partition of a partitioned
     * fit 8 d² · 4/2 more.
     */
    @ParameterizedTest
    @CsvSource({
        "gaussian-full, exact, 4000, 100000, true",
        "gaussian-full, exact, 5500, 2, false",
        "gaussian-full, exact, 5500, 1, true",
        "gaussian-full, partitioned, 4000, 1, true",
        "gaussian-full, partitioned, 4000, 2, false",
        "gaussian-full, fresh-draws, 4000, 1000, true",
        "gaussian-full, fresh-draws, 7000, 1, false",
        "student-t-full, auto, 7000, 1, false",
        "gaussian-diagonal, exact, 1000000, 64, true",
        "gaussian-low-rank, auto, 50000, 64, true"
    })
    void wholeCovariance_needsRoom(String family, String estimator, int d, int partitions, boolean fits) {
        InferenceConfig config = config(family, estimator);
        if (fits) {
            GIGABYTE.requireRoom(config, d, partitions);
        } else {
            assertThrows(ConfigurationException.class, () -> GIGABYTE.requireRoom(config, d, partitions));
        }
    }

    @Test
    void message_hasTheSizeAndTheAlternatives() {
        InferenceConfig rounds = config("gaussian-full", "partitioned");
        String many = assertThrows(ConfigurationException.class, () -> GIGABYTE.requireRoom(rounds, 4000, 64))
                .getMessage();
        for (String part : List.of(
                "at least 15.8 GB",
                "0.1 GB a matrix",
                "half of one for each of 258 sums and partition factors",
                "1.0 GB",
                "fewer data.partitions")) {
            assertTrue(many.contains(part), many);
        }
        InferenceConfig config = config("gaussian-full", "exact");
        String wide = assertThrows(
                        ConfigurationException.class,
                        () -> new DriverMemoryCheck(1L << 50).requireRoom(config, 50_000, 1))
                .getMessage();
        assertTrue(wide.contains("at most 46340 parameters") && wide.contains("gaussian-low-rank"), wide);
    }

    /** Names of levels are sorted as texts: all of them have seven digits. */
    private static final int FIRST = 1_000_000;

    private static MixedModel slopes(int levels, int terms) {
        RandomEffects effects = new RandomEffects(
                "site",
                IntStream.range(0, terms).mapToObj(k -> "x" + k).toList(),
                IntStream.range(0, terms).toArray(),
                true);
        boolean[] fixed = new boolean[terms];
        Arrays.fill(fixed, true);
        return new MixedModel(
                List.of(new GroupingFactor("site", levels)),
                List.of(effects),
                fixed,
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[terms], new double[terms]),
                List.of(EffectsPrior.halfStudent(terms, 2.5)),
                new LogHalfStudent(3, 2.5));
    }

    /** 21 effects of each level and their covariances with each other and with 21 coefficients, and its name: 7,276 bytes. */
    @Test
    void effectsOfLevels_areCountedBeforeTheyAreComputed() {
        GIGABYTE.requireRoom(slopes(147_500, 21));
        String refused = assertThrows(ConfigurationException.class, () -> GIGABYTE.requireRoom(slopes(147_700, 21)))
                .getMessage();
        for (String part : List.of("effects and names of levels", "at least 1.0 GB", "found 1.0 GB", "site")) {
            assertTrue(refused.contains(part), refused);
        }
    }

    private static MixedModel crossed(int users, int items) {
        List<RandomEffects> effects = Stream.of("user", "item")
                .map(name -> new RandomEffects(name, List.of("(Intercept)"), new int[] {0}, false))
                .toList();
        return new MixedModel(
                List.of(new GroupingFactor("user", users), new GroupingFactor("item", items)),
                effects,
                new boolean[] {true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[1], new double[1]),
                effects.stream().map(each -> EffectsPrior.halfStudent(1, 2.5)).toList(),
                new LogHalfStudent(3, 2.5));
    }

    /** Two numbers for each of 18 right-hand sides, the three moments of each effect, and its name: 364 bytes a level. */
    @Test
    void crossedFactors_areRefusedBeforeTheyAreSolvedFor() {
        GIGABYTE.requireRoom(crossed(2_500_000, 449_000));
        String refused = assertThrows(
                        ConfigurationException.class, () -> GIGABYTE.requireRoom(crossed(2_500_000, 451_000)))
                .getMessage();
        for (String part : List.of("effects and names of levels", "at least 1.0 GB", "fewer levels", "user", "item")) {
            assertTrue(refused.contains(part), refused);
        }
    }

    /** Rows of so many columns that no pass over them may start. */
    private record Wide(int columns) implements Rows, ExecutionBackend {
        @Override
        public List<String> names() {
            return IntStream.range(0, columns).mapToObj(j -> "x" + j).toList();
        }

        @Override
        public int classes() {
            return 2;
        }

        @Override
        public ExecutionBackend toBackend(String kernel) {
            return this;
        }

        @Override
        public DataSummary summary() {
            return new DataSummary(1000, 1000, columns, true, 8);
        }

        @Override
        public <T extends Sums<T>> void collectEach(
                PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
            throw new AssertionError("a pass before the refusal");
        }

        @Override
        public List<String> kernels() {
            return List.of();
        }
    }

    @Test
    void fitWithoutRoom_isRefusedBeforeTheFirstPass() {
        Wide wide = new Wide(60_000);
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> Inference.prepare(
                                config("gaussian-full", "exact"), null, wide, wide, Kernels.named("java")))
                .getMessage();
        assertTrue(message.contains("a whole covariance does not fit"), message);
    }
}
