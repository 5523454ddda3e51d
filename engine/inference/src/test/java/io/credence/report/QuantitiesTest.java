package io.credence.report;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.ConfigurationException;
import io.credence.family.GaussianStructure;
import io.credence.family.choice.PosteriorReader;
import io.credence.family.law.DispersionPosterior;
import io.credence.model.DerivedQuantities;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.prior.GaussianPrior;
import io.credence.summary.Coefficients;
import io.credence.summary.ModelQuantities;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;

/** What a fit reports of the quantities that a model derives from its parameters. */
class QuantitiesTest {

    private static final int DRAWS = 10_000;

    /** A line with normal errors, and whatever is derived. */
    private record Line(List<String> names, UnaryOperator<double[]> derived)
            implements PredictorModel, DerivedQuantities {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> extra() {
            return List.of(Parameter.positive("sd"));
        }

        @Override
        public List<String> quantityNames(List<String> columns) {
            return names;
        }

        @Override
        public double[] quantities(double[] parameters) {
            return derived.apply(parameters);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T z = predictors[0].subtract(label).divide(extra[0]);
            return z.square().multiply(-0.5).subtract(extra[0].log());
        }
    }

    private static final List<String> COLUMNS = List.of("(Intercept)", "x");
    /** Of (Intercept), x and log(sd). */
    private static final double[] MEAN = {1, -0.5, 0.3};

    private static final double[] COVARIANCE = {0.04, 0.01, 0, 0.01, 0.09, 0, 0, 0, 0.16};

    private static QuantitySummary summary(Model model, long seed) {
        Parameters parameters = new Parameters(model.parameters(COLUMNS));
        Coefficients coefficients = Coefficients.of(
                parameters.unconstrainedNames(),
                PosteriorReader.ofMoments(GaussianStructure.FULL, MEAN, COVARIANCE),
                GaussianPrior.of(3, 0, 10));
        return QuantitySummary.of(
                new NumberSummary(
                        coefficients,
                        null,
                        null,
                        null,
                        new DispersionPosterior.Known(1),
                        ModelQuantities.of(model, parameters, COLUMNS),
                        seed),
                null);
    }

    /** The scale is exp of a normal number, so its moments and quantiles are known. */
    @Test
    void quantityOfALogNormalParameter_hasItsMoments() {
        SummaryRow square = summary(new Line(List.of("variance"), p -> new double[] {p[2] * p[2]}), 1)
                .summaryRows()
                .get(0);
        double m = 2 * MEAN[2];
        double s = 0.8;
        double mean = Math.exp(m + s * s / 2);
        double sd = mean * Math.sqrt(Math.expm1(s * s));
        double fourth = Math.exp(4 * s * s) + 2 * Math.exp(3 * s * s) + 3 * Math.exp(2 * s * s) - 3;
        assertEquals("variance", square.name());
        assertWithin("mean", mean, square.mean(), 4 * sd / Math.sqrt(DRAWS));
        assertWithin("sd", sd, square.sd(), 4 * sd * 0.5 * Math.sqrt(fourth / DRAWS));
        double lower = Math.exp(m - 1.6448536269514722 * s);
        double density = 0.10313564037537139 / (s * lower);
        assertWithin("5 %", lower, square.lower(), 4 * Math.sqrt(0.05 * 0.95 / DRAWS) / density);
        assertWithin("P(> 0)", 1, square.positiveProbability(), 1e-12);
    }

    /** Draws come in pairs around the mean, so that of a linear quantity is exact. */
    @Test
    void linearQuantity_isTheContrast() {
        Line model = new Line(List.of("at 3"), p -> new double[] {p[0] + 3 * p[1]});
        SummaryRow quantity = summary(model, 1).summaryRows().get(0);
        assertClose("mean", -0.5, quantity.mean(), 1e-12);
        double sd = Math.sqrt(0.04 + 6 * 0.01 + 9 * 0.09);
        assertWithin("sd", sd, quantity.sd(), 4 * sd / Math.sqrt(2.0 * DRAWS));
    }

    private static Rows rows() {
        RandomArrays random = RandomArrays.of("quantities");
        double[] x = random.normals(300);
        double[] noise = random.normals(300);
        double[][] features = new double[300][];
        double[] labels = new double[300];
        for (int i = 0; i < 300; i++) {
            features[i] = new double[] {x[i]};
            labels[i] = 1 - 0.5 * x[i] + 1.5 * noise[i];
        }
        return Rows.of(features, labels);
    }

    private static final Line THREE =
            new Line(List.of("at 3", "variance", "z"), p -> new double[] {p[0] + 3 * p[1], p[2] * p[2], p[1] / p[2]});

    @Test
    void fit_reportsQuantitiesAndDrawsThem() {
        Fit fit = Inference.of(THREE).fit(rows());
        List<SummaryRow> reported = fit.quantities().summaryRows();
        assertEquals(
                List.of("at 3", "variance", "z"),
                reported.stream().map(SummaryRow::name).toList());
        assertEquals(List.of(), fit.quantities().notes());
        String slope = fit.names().get(1);
        SummaryRow contrast = fit.contrast("(Intercept) + 3*" + slope);
        assertWithin("mean", contrast.mean(), reported.get(0).mean(), 1e-9);
        assertWithin("sd", contrast.sd(), reported.get(0).sd(), 4 * contrast.sd() / Math.sqrt(2.0 * DRAWS));
        assertWithin("5 %", contrast.lower(), reported.get(0).lower(), 0.1 * contrast.sd());

        double[][] draws = fit.draws(4000);
        assertEquals(List.of("at 3", "variance", "z"), fit.drawNames().subList(3, 6));
        double sum = 0;
        for (double[] draw : draws) {
            double sd = Math.exp(draw[2]);
            double[] expected = {draw[0] + 3 * draw[1], sd * sd, draw[1] / sd};
            assertArrayEquals(expected, Arrays.copyOfRange(draw, 3, 6), 1e-12);
            sum += draw[4] / draws.length;
        }
        SummaryRow variance = reported.get(1);
        assertWithin("mean of draws", variance.mean(), sum, 5 * variance.sd() / Math.sqrt(draws.length));
    }

    /** Where a posterior is reported by draws, they are those of the combinations. */
    @Test
    void quantityOfAPosteriorWithTails_hasTheQuantilesOfTheContrast() {
        Fit fit = Inference.of(THREE).posterior("student-t-full").fit(rows());
        SummaryRow contrast = fit.contrast("(Intercept) + 3*" + fit.names().get(1));
        SummaryRow quantity = fit.quantities().summaryRows().get(0);
        assertWithin("5 %", contrast.lower(), quantity.lower(), 1e-12);
        assertWithin("95 %", contrast.upper(), quantity.upper(), 1e-12);
        assertWithin("P(> 0)", contrast.positiveProbability(), quantity.positiveProbability(), 1e-12);
        assertWithin("mean", contrast.mean(), quantity.mean(), 4 * contrast.sd() / Math.sqrt(DRAWS));
    }

    /** A mean-field fit has no correlations; its weighed draws have. */
    @Test
    void quantity_isCorrectedByTheWeightsAsAContrastIs() {
        Rows shifted = rows();
        Fit fit = Inference.of(THREE).posterior("gaussian-diagonal").fit(shifted);
        assertTrue(Objects.requireNonNull(fit.check()).isUsable());
        SummaryRow contrast = fit.contrast("(Intercept) + 3*" + fit.names().get(1));
        SummaryRow quantity = fit.quantities().summaryRows().get(0);
        SummaryRow plain = fit.numbers()
                .coefficients()
                .contrast("(Intercept) + 3*" + fit.names().get(1), 0.9, 1);
        assertTrue(contrast.mean() != plain.mean(), "the weights change something");
        assertWithin("mean", contrast.mean(), quantity.mean(), 1e-9);
        assertWithin("sd", contrast.sd(), quantity.sd(), 4 * contrast.sd() / Math.sqrt(2.0 * DRAWS));
    }

    @Test
    void sameFit_hasTheSameBits() {
        Fit one = Inference.of(THREE).fit(rows());
        Fit other = Inference.of(THREE).fit(rows());
        assertEquals(one.quantities(), other.quantities());
        assertArrayEquals(one.draws(10), other.draws(10));
        Fit without = Inference.of(new Line(List.of(), p -> new double[0])).fit(rows());
        assertEquals(QuantitySummary.NONE, without.quantities());
        assertArrayEquals(one.posterior().mean(), without.posterior().mean(), "they do not change the fit");
    }

    @Test
    void quantityThatIsNotFiniteSomewhere_isCountedAndLeftOut() {
        Line model = new Line(List.of("root", "slope", "constant"), p -> new double[] {Math.sqrt(p[1] + 0.5), p[1], 7});
        QuantitySummary summary = summary(model, 1);
        assertEquals(
                List.of("slope", "constant"),
                summary.summaryRows().stream().map(SummaryRow::name).toList());
        assertEquals(0, summary.summaryRows().get(1).sd(), 1e-9);
        assertEquals(1, summary.notes().size());
        assertEquals(
                "quantities that are no finite number at some of 10000 draws of the posterior are not reported: root at 5000",
                summary.notes().get(0));
    }

    @Test
    void constantQuantity_survivesTheCorrection() {
        Line model = new Line(List.of("seven"), p -> new double[] {7});
        SummaryRow seven = Inference.of(model)
                .posterior("gaussian-diagonal")
                .fit(rows())
                .quantities()
                .summaryRows()
                .get(0);
        assertClose("mean", 7, seven.mean(), 1e-9);
        assertEquals(0, seven.sd(), 1e-6);
    }

    /** Once the fit ran, an exception takes nothing but the quantities. */
    @Test
    void exceptionAtADraw_leavesTheFit() {
        Line model = new Line(List.of("fussy"), p -> {
            if (p[2] != 1) {
                throw new IllegalStateException("only ones,\nplease");
            }
            return new double[] {1};
        });
        Fit fit = Inference.of(model).fit(rows());
        assertTrue(fit.isReliable());
        assertEquals(List.of(), fit.quantities().summaryRows());
        String note = fit.notes().get(fit.notes().size() - 1);
        assertTrue(
                note.contains("Line cannot be computed: required an answer, found IllegalStateException (only ones,)"),
                note);
        assertThrows(IllegalArgumentException.class, () -> fit.draws(1));
    }

    private static void refused(List<String> names, UnaryOperator<double[]> derived, String... parts) {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> Inference.of(new Line(names, derived)).fit(rows()));
        String message = String.valueOf(refused.getMessage());
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void whatCannotBeComputed_isRefusedBeforeTheFit() {
        UnaryOperator<double[]> two = p -> new double[2];
        refused(List.of("a", " "), two, "cannot be computed: required names that are not blank", "found one that is");
        refused(List.of("a", "a"), two, "'a' twice");
        refused(List.of("a", "sd"), two, "'sd' twice");
        refused(List.of("a", "log(sd)"), two, "'log(sd)' twice");
        refused(List.of("a"), two, "required one value for each of 1 names, found 2 values");
        refused(List.of("a"), p -> new double[] {p[9]}, "ArrayIndexOutOfBoundsException", "QuantitiesTest.java");
        refused(new ArrayList<>(Arrays.asList("a", null)), two, "found NullPointerException");
    }
}
