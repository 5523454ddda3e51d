package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.Parts;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.RowMoments;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Priors that rows choose, and priors of single coefficients. */
class RequestedPriorTest {

    private static final double[][] FEATURES = {{1, 30}, {3, 10}, {5, 20}, {7, 20}};
    private static final double[] LABELS = {2, 0, 1, 5};

    private static GaussianPrior prior(String family, double[][] features, double[] labels, Map<String, ?> keys) {
        return whole(family, features, labels, keys).normalPrior();
    }

    private static CoefficientPrior whole(String family, double[][] features, double[] labels, Map<String, ?> keys) {
        Rows rows = Rows.of(features, labels);
        Map<String, Object> all = new HashMap<>(keys);
        all.put("model.family", family);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            return RequestedPrior.of(
                            ConfigReader.inference(all, Parts.STANDARD).prior(),
                            Likelihoods.named(family, 4, 3),
                            rows,
                            RequestedPrior.moments(rows, backend))
                    .coefficients();
        }
    }

    /** Means 4 and 20, sds √5 and √50; of the labels 2 and √3.5. */
    @Test
    void sds_areInUnitsOfColumnAndResponse() {
        GaussianPrior counts = prior("poisson", FEATURES, LABELS, Map.of());
        double first = 2.5 / Math.sqrt(5);
        double second = 2.5 / Math.sqrt(50);
        double intercept = Math.sqrt(6.25 + Math.pow(4 * first, 2) + Math.pow(20 * second, 2));
        assertArrayEquals(new double[] {intercept, first, second}, counts.sd(), 1e-6);
        assertArrayEquals(new double[] {Math.log(2), 0, 0}, counts.mean(), 1e-6);
        GaussianPrior numbers = prior("gaussian", FEATURES, LABELS, Map.of());
        double unit = Math.sqrt(3.5);
        assertArrayEquals(new double[] {unit * intercept, unit * first, unit * second}, numbers.sd(), 1e-5);
        assertArrayEquals(new double[] {2, 0, 0}, numbers.mean());
        GaussianPrior classes = prior("softmax", FEATURES, new double[] {0, 1, 2, 0}, Map.of());
        assertArrayEquals(new double[] {intercept, first, second, intercept, first, second}, classes.sd(), 1e-6);
    }

    /** Of the second and third coefficient together, with 3 degrees of freedom. */
    private static DensityTerm student(double scale) {
        Map<String, ?> options = Map.of("scale", scale, "degreesOfFreedom", 3.0, "groups", List.of(2));
        return Objects.requireNonNull(
                CoefficientPriors.named("student-t", options, 3, List.of(0)).term());
    }

    /** With two columns of which the sds are √5 and √50, and √3.5 of the response. */
    @Test
    void scalesOfOtherKinds_areInUnitsOfColumnAndResponse() {
        double[] units = {Math.sqrt(3.5 / 5), Math.sqrt(3.5 / 50)};
        double[] theta = {1, -3, 0.2};
        double laplace = 0;
        for (int j = 0; j < 2; j++) {
            laplace += -Math.log(2 * 2.5 * units[j]) - Math.abs(theta[j + 1]) / (2.5 * units[j]);
        }
        assertEquals(laplace, term("gaussian", "laplace", Map.of()).logDensity(theta), 1e-5);
        double[] inUnits = {0, theta[1] / units[0], theta[2] / units[1]};
        double student = student(2.5).logDensity(inUnits) - Math.log(units[0] * units[1]);
        Map<String, ?> groups = Map.of("prior.groups", List.of(2));
        assertEquals(student, term("gaussian", "student-t", groups).logDensity(theta), 1e-5);
        double given = student(0.5).logDensity(theta);
        Map<String, ?> number = Map.of("prior.groups", List.of(2), "prior.scale", 0.5, "prior.sd", 1);
        assertEquals(given, term("gaussian", "student-t", number).logDensity(theta), 1e-12);
        double[] centre = new double[3];
        NonCentredMap horseshoe = Objects.requireNonNull(
                whole("gaussian", FEATURES, LABELS, Map.of("prior.kind", "horseshoe", "prior.sd", 1))
                        .nonCentredMap());
        horseshoe.writeCoefficients(new double[] {0.5, 2, -1, 0, 0, 0}, centre);
        assertArrayEquals(new double[] {0.5, 2 * units[0], -units[1]}, centre, 1e-6);
        NonCentredMap counts = Objects.requireNonNull(
                whole("poisson", FEATURES, LABELS, Map.of("prior.kind", "laplace", "prior.nonCentred", true))
                        .nonCentredMap());
        counts.writeCoefficients(new double[] {0.5, 1, 1, 0, 0}, centre);
        assertArrayEquals(new double[] {0.5, 2.5 / Math.sqrt(5), 2.5 / Math.sqrt(50)}, centre, 1e-6);
    }

    private static DensityTerm term(String family, String kind, Map<String, ?> keys) {
        Map<String, Object> all = new HashMap<>(keys);
        all.put("prior.kind", kind);
        return Objects.requireNonNull(whole(family, FEATURES, LABELS, all).term());
    }

    /** Effects of subjects on reaction times in milliseconds, with one scale for all of them: ±100 stayed within 1 of 0. */
    @Test
    void groupsOfLargeEffects_areNotDrawnToZero() {
        Random random = new Random(TestSeed.of("subjects"));
        double[] effects = {0, -100, 80, 40, 120, -60};
        double[][] features = new double[60][];
        double[] labels = new double[60];
        for (int i = 0; i < 60; i++) {
            int subject = i % 6;
            features[i] = new double[5];
            if (subject > 0) {
                features[i][subject - 1] = 1;
            }
            labels[i] = 300 + effects[subject] + 25 * random.nextGaussian();
        }
        Fit fit = Inference.of("gaussian")
                .prior("student-t", Map.of("groups", List.of(5)))
                .with("check.loo", "false")
                .fit(Rows.of(features, labels));
        double[] mean = fit.posterior().mean();
        double[] sd = fit.posterior().sd();
        for (int s = 1; s < 6; s++) {
            assertEquals(effects[s], mean[s], 4 * sd[s]);
            assertTrue(sd[s] > 5 && sd[s] < 25, "sd " + sd[s]);
        }
    }

    /** The unit of a constant is its size: without an intercept it is one in other units. */
    @Test
    void constantColumns_countByTheirSize() {
        double[][] constant = {{1, 7}, {3, 7}};
        double[] sds = prior("poisson", constant, new double[] {1, 1}, Map.of("prior.sd", "auto"))
                .sd();
        assertEquals(2.5 / 7, sds[2], 1e-6);
    }

    /** A rare level has the prior of a frequent one; a column that is 0 in most rows that of its other values. */
    @Test
    void unitsOfIndicators_areTheirRangeWhateverTheirFrequency() {
        double[][] features = new double[100][];
        double[] labels = new double[100];
        for (int i = 0; i < 100; i++) {
            features[i] = new double[] {i == 3 ? 1 : 0, i % 2, 5 + 4 * (i % 2), i % 10 == 0 ? 3 + i / 10 % 2 : 0, i};
            labels[i] = i % 3;
        }
        double[] sds = prior("poisson", features, labels, Map.of()).sd();
        double others = Math.sqrt((9.0 + 16) / 2);
        double number = Math.sqrt((1e4 - 1) / 12);
        double[] expected = {2.5, 2.5, 2.5 / 4, 2.5 / others, 2.5 / number};
        assertArrayEquals(expected, Arrays.copyOfRange(sds, 1, 6), 1e-6);
    }

    /** Other units of columns and response are other units of coefficients, and nothing else. */
    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "poisson"})
    void posteriors_areFreeOfUnits(String family) {
        Random random = new Random(TestSeed.of("units " + family));
        int rows = 80;
        double times = family.equals("gaussian") ? 1000 : 1;
        double[][] features = new double[rows][];
        double[][] scaled = new double[rows][];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            features[i] = new double[] {random.nextGaussian(), 5 + random.nextGaussian()};
            scaled[i] = new double[] {1e4 * features[i][0], 1e-3 * features[i][1]};
            labels[i] = Math.rint(Math.exp(0.3 * features[i][0] + 0.2 * random.nextGaussian()));
        }
        Fit plain = fit(family, features, labels);
        Fit other =
                fit(family, scaled, Arrays.stream(labels).map(y -> times * y).toArray());
        double[] units = {times, times / 1e4, times / 1e-3};
        for (int j = 0; j < 3; j++) {
            double sd = plain.posterior().sd()[j];
            assertEquals(plain.posterior().mean()[j], other.posterior().mean()[j] / units[j], 1e-4 * sd);
            assertEquals(sd, other.posterior().sd()[j] / units[j], 1e-4 * sd);
        }
    }

    private static Fit fit(String family, double[][] features, double[] labels) {
        return Inference.of(family)
                .with("model.dispersion", family.equals("gaussian") ? variance(labels) : "estimate")
                .fit(Rows.of(features, labels));
    }

    private static double variance(double[] labels) {
        double mean = Arrays.stream(labels).average().orElseThrow();
        return Arrays.stream(labels).map(y -> (y - mean) * (y - mean)).average().orElseThrow();
    }

    @Test
    void coefficients_haveTheirOwnPriors() {
        Map<String, ?> keys = Map.of(
                "prior.mean", 1,
                "prior.sd", 3,
                "prior.coefficients.x2.sd", 0.1,
                "prior.coefficients.\"(Intercept)\".sd", 10,
                "prior.coefficients.\"(Intercept)\".mean", -2);
        GaussianPrior prior = prior("poisson", FEATURES, LABELS, keys);
        assertArrayEquals(new double[] {10, 3, 0.1}, prior.sd(), 1e-12);
        assertArrayEquals(new double[] {-2, 1, 1}, prior.mean());
        GaussianPrior classes =
                prior("softmax", FEATURES, new double[] {0, 1, 2, 0}, Map.of("prior.coefficients.x1.sd", 7));
        assertEquals(7, classes.sd()[1], 1e-12);
        assertEquals(7, classes.sd()[4], 1e-12);
        refused("prior.coefficients names no coefficient", Map.of("prior.coefficients.x3.sd", 1));
        refused("prior.coefficients.x1 has other keys", Map.of("prior.coefficients.x1.scale", 1));
        refused(
                "prior.coefficients is for normal priors",
                Map.of("prior.kind", "laplace", "prior.coefficients.x1.sd", 1));
    }

    private static void refused(String problem, Map<String, ?> keys) {
        String message = assertThrows(ConfigurationException.class, () -> prior("poisson", FEATURES, LABELS, keys))
                .getMessage();
        assertTrue(message.startsWith(problem), message);
    }

    @Test
    void otherKinds_chooseTheInterceptsAlone() {
        GaussianPrior normal = prior("gaussian", FEATURES, LABELS, Map.of());
        GaussianPrior laplace = prior("gaussian", FEATURES, LABELS, Map.of("prior.kind", "laplace", "prior.scale", 1));
        assertEquals(normal.sd()[0], laplace.sd()[0]);
        assertEquals(2, laplace.mean()[0]);
        assertEquals(Double.POSITIVE_INFINITY, laplace.sd()[1]);
        GaussianPrior horseshoe = prior("gaussian", FEATURES, LABELS, Map.of("prior.kind", "horseshoe"));
        assertEquals(normal.sd()[0], horseshoe.sd()[0]);
        assertArrayEquals(new double[] {2, 0, 0, 0, 0, 0}, horseshoe.mean());
    }

    /** What {@code normal} has, in units of σ instead of the response's standard deviation √3.5. */
    @Test
    void conjugatePrior_isInUnitsOfSigma() {
        GaussianPrior normal = prior("gaussian", FEATURES, LABELS, Map.of());
        GaussianPrior conjugate = unit(Map.of("prior.kind", "conjugate"));
        assertArrayEquals(normal.mean(), conjugate.mean());
        for (int j = 0; j < 3; j++) {
            assertEquals(normal.sd()[j] / Math.sqrt(3.5), conjugate.sd()[j], 1e-5);
        }
        double[] withoutUnit = prior("poisson", FEATURES, LABELS, Map.of()).sd();
        assertArrayEquals(withoutUnit, conjugate.sd(), 0.0);
        GaussianPrior named = unit(Map.of("prior.kind", "conjugate", "prior.sd", 4, "prior.coefficients.x2.sd", 0.5));
        assertArrayEquals(new double[] {4, 4, 0.5}, named.sd(), 1e-12);
    }

    private static GaussianPrior unit(Map<String, ?> keys) {
        DensityTerm term =
                Objects.requireNonNull(whole("gaussian", FEATURES, LABELS, keys).term());
        return Objects.requireNonNull(term.unitDispersionPrior());
    }

    /** A number is taken as given, for the mean of the intercept too. */
    @Test
    void numbers_areTakenAsGiven() {
        assertArrayEquals(
                new double[] {3, 3, 3},
                prior("gaussian", FEATURES, LABELS, Map.of("prior.sd", 3)).sd(),
                1e-12);
        assertArrayEquals(
                new double[] {1, 1, 1},
                prior("gaussian", FEATURES, LABELS, Map.of("prior.mean", 1)).mean());
    }

    /** y ~ N(η₁, exp(2η₂)) and a number besides. */
    private record TwoPredictors() implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> predictors() {
            return List.of("mean", "logSd");
        }

        @Override
        public List<Parameter> extra() {
            return List.of(Parameter.positive("factor"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T z = predictors[0].negate().add(label).divide(predictors[1].exp());
            return z.multiply(z).multiply(-0.5).subtract(predictors[1]).subtract(extra[0]);
        }
    }

    /** One predictor of the first column, another of the second, each with an intercept. */
    private record PredictorOfEach() implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> predictors() {
            return List.of("mean", "logSd");
        }

        @Override
        public List<String> columnsOf(String predictor, List<String> columns) {
            return List.of(columns.get(0), columns.get(predictor.equals("mean") ? 1 : 2));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return new TwoPredictors().logLikelihood(label, predictors, extra);
        }
    }

    /** An intercept is the predictor where its own columns are 0, whatever columns others have. */
    @Test
    void predictorsOfClasses_haveThePriorsOfTheirColumns() {
        double[] first = prior("poisson", columnOfFeatures(0), LABELS, Map.of()).sd();
        double[] second =
                prior("poisson", columnOfFeatures(1), LABELS, Map.of()).sd();
        assertArrayEquals(
                new double[] {first[0], first[1], second[0], second[1]},
                classPrior(new PredictorOfEach(), Map.of()).sd(),
                1e-12);
    }

    private static double[][] columnOfFeatures(int column) {
        return Arrays.stream(FEATURES).map(row -> new double[] {row[column]}).toArray(double[][]::new);
    }

    /** y ~ N(level, 1), whatever the columns. */
    private record Level() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            double z = row.label() - parameters[0];
            return -0.5 * z * z;
        }
    }

    /** Coefficients of any linear predictor by the columns, whatever has none by 2.5. */
    @Test
    void classes_scaleWhatHasColumns() {
        assertArrayEquals(new double[] {2.5}, classPrior(new Level(), Map.of()).sd(), 1e-12);
        GaussianPrior prior = classPrior(new TwoPredictors(), Map.of());
        double[] one = prior("poisson", FEATURES, LABELS, Map.of()).sd();
        assertArrayEquals(new double[] {one[0], one[1], one[2], one[0], one[1], one[2], 2.5}, prior.sd(), 1e-12);
        assertArrayEquals(new double[7], prior.mean());
        assertEquals(4, classPrior(new TwoPredictors(), Map.of("prior.sd", 4)).sd()[6], 1e-12);
    }

    private static GaussianPrior classPrior(Model model, Map<String, Object> keys) {
        Map<String, Object> all = new HashMap<>(keys);
        all.put("model.class", model.getClass().getName());
        Rows rows = Rows.of(FEATURES, LABELS);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            InferenceConfig config = ConfigReader.inference(all, Parts.STANDARD);
            return Inference.prepare(config, model, rows, backend, Kernels.named("java"))
                    .prior();
        }
    }

    /** Whatever the storage and the cut into blocks, against sums in two passes. */
    @Test
    void moments_areThoseOfTwoPasses() {
        Random random = new Random(TestSeed.of("moments"));
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(new double[] {1e6 + random.nextGaussian(), random.nextInt(5) == 0 ? random.nextGaussian() : 0});
        }
        for (boolean sparse : new boolean[] {false, true}) {
            BlockBuilder builder = sparse
                    ? BlockBuilder.sparse(2, Precision.FLOAT64, 400)
                    : BlockBuilder.dense(2, Precision.FLOAT64, 400);
            List<RowBlock> blocks = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                if (builder.isFull()) {
                    blocks.add(builder.build());
                }
                if (sparse) {
                    builder.add(i, 1 + i % 2, 0, new int[] {0, 1}, rows.get(i), 2);
                } else {
                    builder.add(i, 1 + i % 2, 0, rows.get(i));
                }
            }
            blocks.add(builder.build());
            RowMoments moments = RowMoments.pass(2, sparse).sumPartition(0, blocks.iterator(), Kernels.named("java"));
            for (int j = 0; j < 3; j++) {
                double[] expected = moments(rows, j);
                ColumnMoments observed = j == 2 ? moments.labelMoments() : moments.columnMoments();
                double mean = observed.mean(j % 2);
                double sd = observed.sd(j % 2);
                assertEquals(expected[0], mean, 1e-12 * Math.abs(expected[0]) + 1e-15);
                double tolerance = sparse && j == 0 ? 1e-2 : 1e-8;
                assertEquals(expected[1], sd, tolerance, "column " + j + ", " + blocks.size() + " blocks");
            }
        }
    }

    private static double[] moments(List<double[]> rows, int column) {
        double weight = 0;
        double mean = 0;
        double square = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < rows.size(); i++) {
                double x = column == 2 ? i : rows.get(i)[column];
                double w = 1 + i % 2;
                weight += pass == 0 ? w : 0;
                mean += pass == 0 ? w * x : 0;
                square += pass == 1 ? w * (x - mean) * (x - mean) : 0;
            }
            mean /= pass == 0 ? weight : 1;
        }
        return new double[] {mean, Math.sqrt(square / weight)};
    }

    /** Columns of other units are known to make no difference; neither do those of the response where the link is the identity. */
    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "student-t"})
    void posterior_isInTheUnitsOfTheResponse(String family) {
        Random random = new Random(11);
        double[][] x = new double[40][1];
        double[] y = new double[40];
        for (int i = 0; i < y.length; i++) {
            x[i][0] = random.nextGaussian();
            y[i] = 3 + 0.7 * x[i][0] + 0.5 * random.nextGaussian();
        }
        Fit fit = Inference.of(family).fit(Rows.of(x, y));
        for (double unit : new double[] {1e-4, 1e4}) {
            Fit scaled = Inference.of(family)
                    .fit(Rows.of(x, Arrays.stream(y).map(v -> unit * v).toArray()));
            assertTrue(scaled.isConverged(), scaled.reliability().text());
            for (int j = 0; j < 2; j++) {
                assertEquals(
                        unit * fit.result().posterior().mean()[j],
                        scaled.result().posterior().mean()[j],
                        1e-4 * unit);
                assertEquals(
                        unit * fit.result().posterior().sd()[j],
                        scaled.result().posterior().sd()[j],
                        1e-4 * unit);
            }
            assertEquals(meanLogDispersion(fit) + 2 * Math.log(unit), meanLogDispersion(scaled), 1e-4);
        }
    }

    /** Mean of the logarithm of the dispersion, which has a factor of its own or is the last parameter. */
    private static double meanLogDispersion(Fit fit) {
        DispersionPosterior own = fit.result().dispersion();
        double[] means = fit.posterior().mean();
        return means.length > 2 ? means[means.length - 1] : own.meanLog();
    }
}
