package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.Reliability;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a fit that is wrong is reported as unreliable, and one that is right is not. */
class CheckedFitTest {

    /** Eight schools with effects as parameters: a funnel in log τ that no Gaussian follows. */
    record CentredSchools() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("theta", 8), Parameter.real("mu"), Parameter.positive("tau"));
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        /** θ_j ~ N(μ, τ²), μ ~ N(0, 5²), τ ~ half-Cauchy(0, 5). */
        @Override
        public double logPrior(double[] t) {
            double squares = 0;
            for (int j = 0; j < 8; j++) {
                squares += (t[j] - t[8]) * (t[j] - t[8]) / (t[9] * t[9]);
            }
            return -0.5 * squares - 8 * Math.log(t[9]) - t[8] * t[8] / 50 - Math.log1p(t[9] * t[9] / 25);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T z = t[(int) row.feature(2)].subtract(row.label()).divide(row.feature(1));
            return z.square().multiply(-0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void funnel_isNotReliable(long seed) {
        Fit fit = Inference.of(new CentredSchools())
                .seed(seed)
                .fit(HardModels.Schools.data().rows());
        ImportanceCheck check = Objects.requireNonNull(fit.check());
        assertFalse(fit.isReliable(), "k-hat " + check.tail().tailIndex() + ", move " + check.weightCorrection());
    }

    /** Two levels with a normal prior of their own, whose gradient by hand is short in the second. */
    record WrongPrior() implements PriorWithin, RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level", 2));
        }

        @Override
        public double logPrior(double[] t) {
            return -0.5 * (t[0] * t[0] + t[1] * t[1]);
        }

        @Override
        public boolean addLogPriorGradient(double[] t, double[] gradient) {
            gradient[0] -= t[0];
            gradient[1] -= 0.7 * t[1];
            return true;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            return t[0].subtract(row.label()).square().multiply(-0.5);
        }
    }

    @Test
    void gradientByHandThatIsWrong_isRefused() {
        Rows row = HardModels.oneRow().rows();
        ConfigurationException wrong = assertThrows(
                ConfigurationException.class,
                () -> Inference.of(new WrongPrior()).fit(row));
        assertTrue(wrong.getMessage().contains("the gradient of its log prior is wrong"), wrong.getMessage());
        assertTrue(wrong.getMessage().contains("level[2]"), wrong.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void exactFit_isReliable(String family) {
        PartitionedRows rows = PartitionedRows.random(
                "checked " + family, 300, 3, new double[] {0.4, -0.6, 0.3, 1.2}, PartitionedRows::bernoulli);
        Fit fit = Inference.of(family).fit(rows);
        ImportanceCheck check = Objects.requireNonNull(fit.check());
        assertTrue(fit.isReliable(), "k-hat " + check.tail().tailIndex() + ", move " + check.weightCorrection());
        assertNotNull(check.bounds());
        double error = 4 * check.bounds().elbo().error();
        assertWithin(
                "ELBO",
                Objects.requireNonNull(fit.result().elbo()),
                check.bounds().elbo().value(),
                error);
        assertTrue(check.bounds().eubo().value() > check.bounds().elbo().value());
    }

    /** Two features that correlate by 0.95, fitted as independent. */
    @Test
    void meanFieldOfACorrelatedPosterior_isNotReliable() {
        double[][] features = new double[200][2];
        double[] labels = new double[200];
        for (int i = 0; i < 200; i++) {
            double shared = Math.sin(i);
            features[i] = new double[] {shared + 0.2 * Math.cos(7 * i), shared - 0.2 * Math.cos(7 * i)};
            labels[i] = features[i][0] + 0.5 * Math.sin(13 * i);
        }
        Inference requested = Inference.of("gaussian").with("model.dispersion", 0.125);
        Fit wrong = requested.posterior("gaussian-diagonal").fit(Rows.of(features, labels));
        assertTrue(wrong.isConverged());
        assertFalse(wrong.isReliable());
        Fit right = requested.fit(Rows.of(features, labels));
        assertTrue(right.isReliable());
        Fit unchecked = requested.with("check.khat", false).fit(Rows.of(features, labels));
        assertNull(unchecked.check());
        assertSkipped(unchecked, "check.khat = true");
    }

    /** A mean-field fit that is somewhat too narrow is corrected to the exact posterior. */
    @Test
    void correctedMoments_areThoseOfTheExactPosterior() {
        double[][] features = new double[200][2];
        double[] labels = new double[200];
        for (int i = 0; i < 200; i++) {
            double shared = Math.sin(i);
            features[i] = new double[] {shared + Math.cos(7 * i), shared - Math.cos(7 * i) + 0.5 * Math.sin(3 * i)};
            features[i][1] += 0.7 * features[i][0];
            labels[i] = features[i][0] + 0.5 * Math.sin(13 * i);
        }
        Inference requested = Inference.of("gaussian").with("model.dispersion", 0.125);
        Fit exact = requested.fit(Rows.of(features, labels));
        Fit narrow = requested.posterior("gaussian-diagonal").fit(Rows.of(features, labels));
        ImportanceCheck check = Objects.requireNonNull(narrow.check());
        WeightCorrection corrected = Objects.requireNonNull(check.weightCorrection());
        assertTrue(check.isUsable(), "k-hat " + check.tail().tailIndex());
        assertTrue(
                corrected.changes().isMaterial() && !narrow.isReliable(),
                "move " + corrected.changes().largestChange());
        assertEquals(
                corrected.summaryRows(),
                narrow.summary().stream().map(SummaryRow::corrected).toList());
        assertTrue(exact.summary().stream().allMatch(row -> row.corrected() == null));
        for (SummaryRow row : corrected.summaryRows()) {
            double sd = exact.sd(row.name());
            assertWithin("mean of " + row.name(), exact.mean(row.name()), row.mean(), 0.1 * sd);
            assertWithin("log sd of " + row.name(), Math.log(sd), Math.log(row.sd()), 0.1);
            assertTrue(Math.abs(Math.log(narrow.sd(row.name()) / sd)) > 0.1
                    || row.name().equals("(Intercept)"));
        }
    }

    /** A posterior of another divergence aims at none that is known at draws. */
    @Test
    void generalisedPosterior_isNotWeighed() {
        PartitionedRows rows =
                PartitionedRows.random("checked", 100, 2, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        Fit fit = Inference.of("bernoulli")
                .objective("gvi", Map.of("divergence.kind", "renyi"))
                .fit(rows);
        assertNull(fit.check());
        assertSkipped(fit, "does not aim at a posterior that is known at draws; scores of held-out rows");
    }

    private static void assertSkipped(Fit fit, String reason) {
        assertTrue(fit.isConverged());
        assertFalse(fit.isReliable());
        assertEquals(Reliability.Status.SKIPPED, fit.reliability().status());
        assertTrue(
                fit.reliability().text().startsWith("not checked: "),
                fit.reliability().text());
        assertTrue(
                fit.reliability().reason().contains(reason), fit.reliability().reason());
    }
}
