package io.credence.example;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.model.DerivedQuantities;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import io.credence.predict.PredictiveCheck;
import io.credence.prior.TransformedPrior;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Manual;
import io.credence.testkit.Manual.Block;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes printed in docs/your-own-model.md and docs/series-and-latent-rows.md, compiled as a user would and put to use. */
class YourOwnModelTest {

    private static final Pattern NAME = Pattern.compile("public class (\\w+)");
    private static final List<String> COLUMNS = List.of("(Intercept)", "age");
    private static final int ROWS = 9;

    private static final ClassLoader BEFORE = Thread.currentThread().getContextClassLoader();

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString(), "-cp", classPath()));
        for (String page : List.of("engine/docs/your-own-model.md", "engine/docs/series-and-latent-rows.md")) {
            for (Block block : Manual.blocksIn("java", page)) {
                Matcher name = NAME.matcher(block.text());
                if (name.find()) {
                    Path source = folder.resolve(name.group(1) + ".java");
                    arguments.add(Files.writeString(source, block.text()).toString());
                }
            }
        }
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is required");
        assertEquals(0, compiler.run(null, null, null, arguments.toArray(String[]::new)));
        URL[] compiled = {folder.toUri().toURL()};
        Thread.currentThread().setContextClassLoader(new URLClassLoader(compiled, BEFORE));
    }

    @AfterAll
    static void restore() throws IOException {
        ((URLClassLoader) Thread.currentThread().getContextClassLoader()).close();
        Thread.currentThread().setContextClassLoader(BEFORE);
    }

    private static String classPath() {
        return Stream.of(Model.class, CalculusFieldElement.class, org.jspecify.annotations.Nullable.class)
                .map(type -> Path.of(java.net.URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static DrawLoss loss(String name, Map<String, String> options) {
        return ModelLosses.of(ModelClasses.load("com.acme." + name, options), COLUMNS);
    }

    private static double[] run(DrawLoss loss, double[] theta, DoubleUnaryOperator label, double[] gradient) {
        RandomArrays random = RandomArrays.of("your own model");
        double[] cells = random.normals(ROWS * 2);
        double[] labels = Arrays.stream(random.normals(ROWS)).map(label).toArray();
        var block = new DenseBlock(RowAttributes.ofLabels(labels), 2, cells);
        var evaluator = loss.evaluator(JavaDenseKernel.INSTANCE, new Draws.ExplicitDraws(theta, 1, theta.length), null);
        double[] losses = new double[PredictorChunk.CAPACITY];
        int count = evaluator.computeLosses(block, 0, ROWS, losses);
        if (loss.hasGradient()) {
            double[] weights = new double[PredictorChunk.CAPACITY];
            Arrays.fill(weights, 1);
            evaluator.addGradients(weights, gradient);
        }
        return Arrays.copyOf(losses, count);
    }

    private static double[] assertGradient(String name, DoubleUnaryOperator label, double... theta) {
        DrawLoss loss = loss(name, Map.of());
        double[] gradient = new double[theta.length];
        double[] losses = run(loss, theta, label, gradient);
        double[] expected = FiniteDifference.gradient(
                t -> Arrays.stream(run(loss, t, label, new double[theta.length]))
                        .sum(),
                theta);
        assertClose(name, expected, gradient, 1e-7);
        return losses;
    }

    @Test
    void weibullAndHeteroscedastic_haveTheGradientOfTheirValue() {
        assertEquals(ROWS, assertGradient("Weibull", Math::exp, 0.3, -0.2, 0.4).length);
        assertEquals(ROWS, assertGradient("Heteroscedastic", y -> y, 0.3, -0.2, 0.4, 0.1).length);
    }

    /** By the survival function exp(−(y/λ)^k) with λ = exp(1.5 − 0.02 · 50), k = 2. */
    @Test
    void weibullLifetimes_haveTheirMedian() {
        DerivedQuantities model = (DerivedQuantities) ModelClasses.load("com.acme.WeibullLifetimes", Map.of());
        double[] values = model.quantities(new double[] {1.5, -0.02, 2});
        assertEquals(values.length, model.quantityNames(COLUMNS).size());
        double scale = Math.exp(0.5);
        assertClose("half", 0.5, Math.exp(-Math.pow(values[0] / scale, 2)), 1e-14);
        assertClose("longer", Math.exp(-Math.pow(1.5 * values[0] / scale, 2)), values[1], 1e-14);
    }

    /** Labels of the class itself are like those that it draws; ones whose noise is the same everywhere come from another. */
    @Test
    void heteroscedastic_isCheckedByItsDraws() {
        Random random = new Random(TestSeed.of("heteroscedastic"));
        double[][] ages = new double[400][1];
        double[] labels = new double[ages.length];
        for (int i = 0; i < labels.length; i++) {
            ages[i][0] = random.nextGaussian();
            labels[i] = 1 - ages[i][0] + Math.exp(0.2 + 0.5 * ages[i][0]) * random.nextGaussian();
        }
        Model model = ModelClasses.load("com.acme.Heteroscedastic", Map.of());
        Fit fit = Inference.of(model).with("check.loo", "false").fit(Rows.of(List.of("age"), ages, labels));
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertEquals(
                List.of("mean", "sd", "skewness", "min", "max", "50 % coverage", "90 % coverage"),
                check.statistics().stream().map(PredictiveCheck.Statistic::name).toList());
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
    }

    /** Regression of labels 0 and 1 by the distribution function of a Cauchy law, whose tails are heavier than a logit's. */
    public static class Cauchit implements PredictorModel {
        @Override
        public int classes() {
            return 2;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T eta = label == 1 ? predictors[0] : predictors[0].negate();
            return eta.atan().divide(Math.PI).add(0.5).log();
        }
    }

    /** The class itself goes through a fit, with the slope that its labels were drawn by. */
    @Test
    void cauchit_isCheckedByItsClasses() {
        Random random = new Random(TestSeed.of("cauchit"));
        double[][] ages = new double[400][1];
        double[] labels = new double[ages.length];
        for (int i = 0; i < labels.length; i++) {
            ages[i][0] = 2 * random.nextGaussian();
            double probability = 0.5 + Math.atan(0.5 + ages[i][0]) / Math.PI;
            labels[i] = random.nextDouble() < probability ? 1 : 0;
        }
        Model model = new Cauchit();
        assertEquals("must be a class 0 to 1", model.refuse(2));
        Fit fit = Inference.of(model).with("check.loo", "false").fit(Rows.of(List.of("age"), ages, labels));
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertEquals(
                List.of("mean", "calibration"),
                check.statistics().stream().map(PredictiveCheck.Statistic::name).toList());
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
    }

    @Test
    void uncertainDose_hasTheGradientOfItsBound() {
        assertEquals(ROWS, assertGradient("UncertainDose", y -> y, 0.3, -0.8, 0.4, 0.1).length);
    }

    @Test
    void autoregression_isOneLossWithAPriorOfItsOwn() {
        assertEquals(1, assertGradient("Autoregression", y -> y, 0.3, -0.2).length);
    }

    /** By the density k/λ (y/λ)^(k−1) exp(−(y/λ)^k) with λ = exp(1.5 − 0.2 · 0.7), k = 2. */
    @Test
    void weibull_isItsDensityAtARow() {
        RowModel model = (RowModel) ModelClasses.load("com.acme.Weibull", Map.of());
        double scale = Math.exp(1.5 - 0.2 * 0.7);
        double density = 2 / scale * (3.1 / scale) * Math.exp(-Math.pow(3.1 / scale, 2));
        double logLikelihood = model.logLikelihood(Row.of(3.1, 1, 0.7), new double[] {1.5, -0.2, 2});
        assertClose("row", Math.log(density), logLikelihood, 1e-12);
        assertEquals(3, loss("Weibull", Map.of()).dimension());
    }

    @Test
    void autoregression_isItsDensityOfASeriesBesideAPrior() {
        SeriesModel model = (SeriesModel) ModelClasses.load("com.acme.Autoregression", Map.of());
        double squares = Math.pow(0.1 - 0.15, 2) + Math.pow(-0.4 - 0.05, 2);
        double expected = -Math.log(2 * Math.PI) - squares / 2;
        double logLikelihood = model.logLikelihood(Series.ofLabels(0.3, 0.1, -0.4), new double[] {0.5, 1});
        assertClose("series", expected, logLikelihood, 1e-12);
        TransformedPrior prior = new TransformedPrior(model, new Parameters(model.parameters(COLUMNS)));
        assertTrue(Double.isFinite(prior.logDensity(new double[2])));
    }
}
