package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.LeftOutRow;
import io.credence.predict.PredictiveCheck;
import io.credence.summary.SummaryRow;
import io.credence.testkit.Repository;
import io.credence.testkit.TestSeed;
import io.credence.testkit.Textbook;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of which some are censored, by the builder, where the label of those is negative. */
class CensoredTimesFitTest {

    private static final List<String> COLUMNS = List.of("fin", "age", "race", "wexp", "mar", "paro", "prio");

    /** Weeks to the next arrest of 432 prisoners, 318 of which were not arrested in a year (conf/data/ORIGIN.md). */
    private static Textbook rossi() {
        Textbook weeks = Textbook.of(Repository.file("conf/data/rossi.csv"), "week");
        double[] labels = weeks.labels().clone();
        double[][] features = new double[labels.length][];
        for (int i = 0; i < labels.length; i++) {
            double[] row = weeks.features()[i];
            labels[i] *= row[0] == 1 ? -1 : 1;
            features[i] = Arrays.copyOfRange(row, 1, row.length);
        }
        return new Textbook("rossi", features, labels, 0);
    }

    private static Inference vague(String family) {
        return VaguePriors.of(family, VaguePriors.dispersion());
    }

    /** WeibullAFTFitter of lifelines 0.30.3; its shape is exp(0.33910274), whose logarithm has the standard error 0.08902707. */
    @Test
    void vagueWeibull_isNearTheMaximumLikelihoodOfLifelines() {
        double[] estimate = {
            3.99012308, 0.27217240, 0.04071489, -0.22480829, 0.10655079, 0.31126033, 0.05882200, -0.06581659
        };
        double[] error = {0.41909946, 0.13796318, 0.01600377, 0.22016080, 0.15154186, 0.27330154, 0.13963929, 0.02094077
        };
        Textbook rossi = rossi();
        Fit fit = vague("weibull").fit(Rows.of(COLUMNS, rossi.features(), rossi.labels()));
        // Means and sds are right; the skewness of a posterior without a prior moves the ends of its intervals.
        assertTrue(
                fit.reliability().reason().contains("an end of a 90 % interval"),
                () -> fit.reliability().toString());
        for (int j = 0; j < estimate.length; j++) {
            // A posterior's mean is off its mode by its skewness.
            assertWithin(fit.names().get(j), estimate[j], fit.posterior().mean()[j], 0.35 * error[j]);
            assertEquals(1, fit.posterior().sd()[j] / error[j], 0.1, fit.names().get(j));
        }
        // Coefficients of which each is known in proportion to φ make the density of log φ larger by eight log φ.
        double moved = -0.33910274 + estimate.length * 0.08902707 * 0.08902707;
        SummaryRow dispersion = fit.summary().get(estimate.length);
        assertWithin("log φ", moved, Math.log(dispersion.mean()), 0.35 * 0.08902707);
        assertEquals(0.08902707, dispersion.sd() / dispersion.mean(), 0.01);
    }

    /** ExponentialFitter of lifelines 0.30.3 on the same times: 173.763184 with the standard error 16.274416. */
    @Test
    void exponentialWithoutColumns_isNearTheMaximumLikelihoodOfLifelines() {
        double[] labels = rossi().labels();
        Fit fit = vague("exponential").fit(Rows.of(List.of(), new double[labels.length][0], labels));
        assertTrue(fit.isReliable(), () -> fit.reliability().toString());
        assertWithin("mean", Math.log(173.763184), fit.posterior().mean()[0], 0.1 * 0.0937);
        assertEquals(16.274416 / 173.763184, fit.posterior().sd()[0], 1e-3);
    }

    /**
     * Under a flat prior of η the rate has the posterior Γ(d, T) for d events in a total time T. Without a row it is that of the others:
     * a time t has the density (d − 1) (T − t)^{d − 1} / T^d, one censored at t the probability ((T − t)/T)^d.
     */
    @Test
    void rowsLeftOut_areThoseOfTheOthersGamma() {
        double[] labels = rossi().labels();
        double total = Arrays.stream(labels).map(Math::abs).sum();
        double events = Arrays.stream(labels).filter(label -> label > 0).count();
        Fit fit = vague("exponential").fit(Rows.of(List.of(), new double[labels.length][0], labels));
        List<LeftOutRow> rows = Objects.requireNonNull(fit.leaveOneOut()).rows().allRows();
        assertEquals(labels.length, rows.size());
        for (LeftOutRow row : rows) {
            double label = labels[(int) row.row() - 1];
            assertEquals(label, row.label());
            double left = Math.log((total - Math.abs(label)) / total);
            double expected = label < 0 ? events * left : Math.log(events - 1) + (events - 1) * left - Math.log(total);
            assertWithin("row " + row.row(), expected, row.elpd(), 0.01);
        }
    }

    private static double[] simulated(int rows, double phi, double[][] x, boolean wrong, String name) {
        Random random = new Random(TestSeed.of(name));
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = new double[] {random.nextGaussian()};
            double exponent = -Math.log(1 - random.nextDouble());
            double noise = wrong ? 2 * random.nextGaussian() : phi * Math.log(exponent);
            double time = Math.exp(1 + 0.5 * x[i][0] + noise);
            double end = 6 * random.nextDouble();
            labels[i] = time < end ? time : -end;
        }
        return labels;
    }

    /** The mean of the times is not known, their ranks among those predicted are, within what is left by censoring. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void predictiveCheck_ofCensoredTimesHasCoverageAlone(boolean wrong) {
        double[][] x = new double[600][];
        double[] labels = simulated(600, 0.6, x, wrong, "coverage");
        Fit fit = Inference.of(wrong ? "exponential" : "weibull").fit(Rows.of(List.of("x"), x, labels));
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertEquals(
                List.of("50 % coverage", "90 % coverage"),
                check.statistics().stream().map(PredictiveCheck.Statistic::name).toList());
        assertEquals(
                wrong,
                check.statistics().stream().anyMatch(PredictiveCheck.Statistic::isUnreproduced),
                check.toString());
        assertTrue(check.notes().get(0).contains("censored"), check.notes().toString());
    }

    @Test
    void predictiveCheck_ofTimesThatAreAllKnownHasMoments() {
        double[][] x = new double[200][];
        double[] labels = simulated(200, 0.6, x, false, "known");
        double[] known = Arrays.stream(labels).map(Math::abs).toArray();
        PredictiveCheck check = Objects.requireNonNull(
                Inference.of("weibull").fit(Rows.of(List.of("x"), x, known)).predictive());
        assertEquals(7, check.statistics().size(), check.toString());
        assertTrue(check.notes().isEmpty());
    }

    /** With the dispersion known, and with it estimated by a factor of its own, which knows nothing of their correlation. */
    @ParameterizedTest
    @ValueSource(strings = {"0.6", "estimate"})
    void exactFit_isThatByDraws(String dispersion) {
        double[][] x = new double[400][];
        double[] labels = simulated(400, 0.6, x, false, "drawn");
        Inference inference = Inference.of("weibull").kernel("java").with("model.dispersion", dispersion);
        Fit exact = inference.with("estimator.kind", "exact").fit(Rows.of(List.of("x"), x, labels));
        Fit drawn = inference.with("estimator.kind", "curvature").fit(Rows.of(List.of("x"), x, labels));
        assertTrue(
                exact.isConverged() && drawn.isReliable(),
                () -> drawn.reliability().toString());
        for (int j = 0; j < 2; j++) {
            double sd = drawn.posterior().sd()[j];
            assertWithin(
                    "mean " + j, exact.posterior().mean()[j], drawn.posterior().mean()[j], 0.15 * sd);
        }
        assertWithin(
                "slope", 0.5, drawn.posterior().mean()[1], 4 * drawn.posterior().sd()[1]);
    }

    /** A frailty: log-normal factors of groups' times. */
    @Test
    void timesInGroups_haveTheirSpread() {
        int levels = 24;
        int rows = 240;
        Random random = new Random(TestSeed.of("frailty"));
        double[] effects =
                random.doubles(levels).map(u -> 0.8 * random.nextGaussian()).toArray();
        double[][] x = new double[rows][];
        double[] labels = new double[rows];
        String[] groups = new String[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = new double[] {random.nextGaussian()};
            groups[i] = "g" + i % levels;
            double noise = 0.5 * Math.log(-Math.log(1 - random.nextDouble()));
            double time = Math.exp(1 + 0.5 * x[i][0] + effects[i % levels] + noise);
            double end = 8 * random.nextDouble();
            labels[i] = time < end ? time : -end;
        }
        Fit fit = Inference.of("weibull")
                .with("model.groups", List.of(Map.of("by", "g", "columns", List.of("(Intercept)"))))
                .fit(Rows.of(List.of("x"), x, labels).inGroups("g", Arrays.asList(groups)));
        assertTrue(fit.isConverged(), () -> fit.result().stopReason());
        assertWithin("slope", 0.5, fit.mean("x"), 4 * fit.sd("x"));
    }
}
