package io.credence.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.objective.Objectives;
import io.credence.objective.PowerMean;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mean-field fits of normal targets of unit variances, all correlations ρ, whose best standard deviations are known (Dhaka et al. 2021, appendix F). */
class AveragedWeightsTest {

    private static final WeightingChanges NONE = new WeightingChanges(0, 0, 0.01, 0);
    private static final int STEP = 100;

    /** log N(θ; 0, K) without its constant: K⁻¹ = (I − c 11ᵀ)/(1 − ρ), c = ρ/(1 + (D − 1)ρ). */
    private record Correlated(int dimension, double correlation) implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("theta", dimension));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] theta) {
            T sum = Arrays.stream(theta).reduce(T::add).orElseThrow();
            double share = correlation / (1 + (dimension - 1) * correlation);
            T squares = Arrays.stream(theta).map(T::square).reduce(T::add).orElseThrow();
            return squares.subtract(sum.square().multiply(share)).multiply(-0.5 / (1 - correlation));
        }

        /** log w of draws of independent normals of that standard deviation, up to a constant. */
        double[] logWeights(double sd, int draws) {
            Random random = new Random(TestSeed.of("averaged weights"));
            double[] logs = new double[draws];
            for (int s = 0; s < draws; s++) {
                double[] theta = new double[dimension];
                for (int j = 0; j < dimension; j++) {
                    double normal = random.nextGaussian();
                    theta[j] = sd * normal;
                    logs[s] += 0.5 * normal * normal;
                }
                logs[s] += logLikelihood(null, theta);
            }
            return logs;
        }
    }

    /** Where fits by 100 draws a step ended, with the optimum of the objective (tests/benchmarks/results/correlated-gaussians.md). */
    static Stream<Arguments> ended() {
        return Stream.of(
                Arguments.of(1.0, 2, 0.993, 1.0),
                Arguments.of(1.0, 5, 0.946, 1.0),
                Arguments.of(1.0, 10, 0.845, 1.0),
                Arguments.of(2.0, 5, 1.116, 1.358),
                Arguments.of(2.0, 10, 0.916, 1.746),
                Arguments.of(2.0, 20, 0.808, 2.351));
    }

    @ParameterizedTest
    @MethodSource("ended")
    void fitShortOfItsOptimum_isNotReliable(double power, int dimension, double sd, double optimum) {
        double[] logs = new Correlated(dimension, 0.5).logWeights(sd, 8000);
        AveragedWeights averaged = AveragedWeights.of(logs, power, STEP);
        WeightTail tail = WeightTail.of(ParetoSmoothing.of(logs));
        boolean near = Math.abs(Math.log(sd / optimum)) < 0.02;
        assertEquals(
                near,
                Reliability.byWeights(tail, null, averaged, NONE).isReliable(),
                tail.text() + "; " + averaged.text());
    }

    @Test
    void threshold_isThatOfTheDrawsOfAStep() {
        double[] logs = new Correlated(2, 0.5).logWeights(1, 2000);
        assertEquals(0.5, AveragedWeights.of(logs, 2, 100).tail().threshold(), 1e-12);
        assertEquals(0.7, AveragedWeights.of(logs, 2, 10_000).tail().threshold(), 1e-12);
        assertTrue(AveragedWeights.of(logs, 2, 100).text().contains("to the power 2 that steps of 100 draws"));
        double once = AveragedWeights.of(logs, 1, 100).tail().tailIndex();
        assertTrue(AveragedWeights.of(logs, 2, 100).tail().tailIndex() > once);
        assertTrue(AveragedWeights.of(logs, 0.5, 100).tail().tailIndex() < once);
    }

    @Test
    void objectives_nameThePowerThatTheyAverage() {
        assertEquals(1, Objectives.named("eubo", Map.of()).averagedWeightPower());
        assertEquals(2, PowerMean.chivi(2).averagedWeightPower());
        assertEquals(0.5, PowerMean.renyi(0.5).averagedWeightPower());
        assertEquals(0, PowerMean.iwae(5).averagedWeightPower());
        assertEquals(0, Objectives.named("tail-adaptive", Map.of()).averagedWeightPower());
    }

    static Stream<Arguments> fits() {
        return Nightly.cases(
                List.of(Arguments.of("eubo", 5)),
                List.of(Arguments.of("eubo", 5), Arguments.of("chivi", 5), Arguments.of("chivi", 10)));
    }

    /** Converged as they may be, these fits are 5 to 48 % too narrow. */
    @ParameterizedTest
    @MethodSource("fits")
    void fitByFewDraws_isRefusedWithTheReason(String objective, int dimension) {
        Fit fit = Inference.of(new Correlated(dimension, 0.5))
                .posterior("gaussian-diagonal")
                .objective(objective)
                .prior("normal", Map.of("sd", 1000))
                .with("estimator.draws", STEP)
                .with("estimator.adaptive", false)
                .with("stop.maxIterations", 3000)
                .kernel("java")
                .fit(Rows.of(new double[][] {{0}}, new double[] {0}));
        assertNotNull(fit.check());
        assertTrue(fit.reliability().isFailed(), fit.reliability().text());
        assertTrue(
                fit.check().tail().isLight() == fit.reliability().text().contains("that steps of 100 draws"),
                fit.reliability().text());
    }
}
