package io.credence.loss;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.linalg.JavaDenseKernel;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.RowModel;
import io.credence.model.SeriesModel;
import io.credence.prior.TransformedPrior;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes in a jar that was compiled against the interfaces of the version before, which still run. */
class EarlierInterfacesTest {

    private static final List<String> COLUMNS = List.of("a", "b", "c");
    private static final int DRAWS = 3;
    private static final int ROWS = 20;

    /** Interfaces of the version before, by name. */
    private static final Map<String, String> INTERFACES = Map.of(
            "Model",
            """
            public interface Model extends java.io.Serializable {
                java.util.List<Parameter> parameters(java.util.List<String> columns);
                default boolean hasPrior() { return false; }
                default double logPrior(double[] parameters) { throw new UnsupportedOperationException(); }
                default boolean addLogPriorGradient(double[] parameters, double[] gradient) { return false; }
                default String refuse(double label) { return null; }
            }
            """,
            "RowModel",
            """
            public interface RowModel extends Model {
                double logLikelihood(Row row, double[] parameters);
            }
            """,
            "DifferentiableRowModel",
            """
            public interface DifferentiableRowModel extends RowModel {
                <T extends org.hipparchus.CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters);
                default double logLikelihood(Row row, double[] parameters) {
                    return logLikelihood(row, Binary64Arrays.toBinary64(parameters)).getReal();
                }
            }
            """,
            "SeriesModel",
            """
            public interface SeriesModel extends Model {
                double logLikelihood(Series series, double[] parameters);
            }
            """,
            "DifferentiableSeriesModel",
            """
            public interface DifferentiableSeriesModel extends SeriesModel {
                <T extends org.hipparchus.CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters);
                default double logLikelihood(Series series, double[] parameters) {
                    return logLikelihood(series, Binary64Arrays.toBinary64(parameters)).getReal();
                }
            }
            """,
            "PredictorModel",
            """
            public interface PredictorModel extends Model {
                default java.util.List<String> predictors() { return java.util.List.of("mean"); }
                default java.util.List<Parameter> extra() { return java.util.List.of(); }
                <T extends org.hipparchus.CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra);
                default java.util.List<Parameter> parameters(java.util.List<String> columns) { return null; }
            }
            """,
            "DrawnResponses",
            """
            public interface DrawnResponses extends PredictorModel {
                default double mean(double[] predictors, double[] extra) { return Double.NaN; }
                double response(double[] predictors, double[] extra, java.util.random.RandomGenerator random);
            }
            """,
            "RowResponses",
            """
            public interface RowResponses extends Model {
                default double mean(Row row, double[] parameters) { return Double.NaN; }
                double response(Row row, double[] parameters, java.util.random.RandomGenerator random);
            }
            """,
            "DifferentiablePrior",
            """
            public interface DifferentiablePrior extends Model {
                <T extends org.hipparchus.CalculusFieldElement<T>> T logPrior(T[] parameters);
                default double logPrior(double[] parameters) {
                    return logPrior(Binary64Arrays.toBinary64(parameters)).getReal();
                }
                default boolean hasPrior() { return true; }
            }
            """);

    private static final String PARAMETERS = """
                public List<Parameter> parameters(List<String> columns) {
                    return List.of(
                            Parameter.real("coefficient", columns.size()),
                            Parameter.positive("s"),
                            Parameter.interval("w", 0, 2));
                }
            """;

    /** Classes of users, by name. */
    private static final Map<String, String> CLASSES =
            Map.of("Values", """
            public class Values implements RowModel, RowResponses {
            """ + PARAMETERS + """
                public double logLikelihood(Row row, double[] parameters) {
                    double s = parameters[row.columns()];
                    double r = (row.label() - parameters[row.columns() + 1] * row.predictor(parameters)) / s;
                    return -Math.log(s) - 0.5 * r * r;
                }
                public double response(Row row, double[] parameters, java.util.random.RandomGenerator random) {
                    return row.feature(1) + 1;
                }
            }
            """, "Formula", """
            public class Formula implements DifferentiableRowModel, DifferentiablePrior {
            """ + PARAMETERS + """
                public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
                    T s = parameters[row.columns()];
                    T shrunk = parameters[row.columns() + 1].multiply(row.predictor(parameters));
                    T r = shrunk.subtract(row.label()).divide(s);
                    return s.log().add(r.square().multiply(0.5)).negate();
                }
                public <T extends CalculusFieldElement<T>> T logPrior(T[] parameters) {
                    return parameters[0].square().multiply(-0.5);
                }
            }
            """, "Days", """
            public class Days implements DifferentiableSeriesModel {
                public List<Parameter> parameters(List<String> columns) {
                    return List.of(Parameter.interval("phi", -1, 1), Parameter.real("level"), Parameter.positive("s"));
                }
                public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
                    T sum = parameters[2].log().multiply(-series.length());
                    for (int t = 0; t < series.length(); t++) {
                        T mean = parameters[1].multiply(series.feature(t, 1)).add(series.offset(t));
                        if (t > 0) {
                            mean = mean.add(parameters[0].multiply(series.label(t - 1)));
                        }
                        sum = sum.subtract(mean.subtract(series.label(t))
                                .divide(parameters[2])
                                .square()
                                .multiply(0.5));
                    }
                    return sum;
                }
            }
            """, "Spread", """
            public class Spread implements DrawnResponses {
                public List<String> predictors() {
                    return List.of("mean", "spread");
                }
                public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
                    T z = predictors[0].subtract(label).multiply(predictors[1].negate().exp());
                    return z.square().multiply(-0.5).subtract(predictors[1]);
                }
                public double response(double[] predictors, double[] extra, java.util.random.RandomGenerator random) {
                    return predictors[0] + 2;
                }
            }
            """);

    private static final ClassLoader BEFORE = Thread.currentThread().getContextClassLoader();

    private final RandomArrays random = RandomArrays.of("earlier interfaces");
    private final RowBlock block =
            Objects.requireNonNull(ModelLossRun.blocks(random, ROWS).get("dense"));

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", classPath()));
        INTERFACES.forEach((name, code) -> arguments.add(write(folder, name, "package io.credence.model;\n" + code)));
        String head = "package acme;\nimport io.credence.model.*;\nimport java.util.List;\n"
                + "import org.hipparchus.CalculusFieldElement;\n";
        CLASSES.forEach((name, code) -> arguments.add(write(folder, name, head + code)));
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is required");
        assertEquals(0, compiler.run(null, null, null, arguments.toArray(String[]::new)));
        for (String name : INTERFACES.keySet()) {
            Files.delete(folder.resolve("io/credence/model/" + name + ".class"));
        }
        URL[] compiled = {folder.toUri().toURL()};
        Thread.currentThread().setContextClassLoader(new URLClassLoader(compiled, BEFORE));
    }

    private static String write(Path folder, String name, String code) {
        try {
            return Files.writeString(folder.resolve(name + ".java"), code).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        return Stream.of(
                        Model.class,
                        CalculusFieldElement.class,
                        org.jspecify.annotations.Nullable.class,
                        RowBlock.class)
                .map(type -> Path.of(java.net.URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .distinct()
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    @AfterAll
    static void restore() throws IOException {
        ((URLClassLoader) Thread.currentThread().getContextClassLoader()).close();
        Thread.currentThread().setContextClassLoader(BEFORE);
    }

    private static Model load(String name) {
        return ModelClasses.load("acme." + name, Map.of());
    }

    private DrawLoss assertSameBits(String name, Model now) {
        DrawLoss earlier = ModelLosses.of(load(name), COLUMNS);
        DrawLoss loss = ModelLosses.of(now, COLUMNS);
        assertEquals(loss.dimension(), earlier.dimension());
        assertEquals(loss.hasGradient(), earlier.hasGradient());
        assertEquals(loss.hasCurvature(), earlier.hasCurvature());
        assertEquals(loss.maxExpansionOrder(), earlier.maxExpansionOrder());
        double[] theta = random.normals(DRAWS * loss.dimension());
        ModelLossRun before = new ModelLossRun(earlier, ModelLossRun.draws(theta, loss.dimension()), null, 500);
        ModelLossRun run = new ModelLossRun(loss, ModelLossRun.draws(theta, loss.dimension()), null, 500);
        assertArrayEquals(run.losses(block), before.losses(block));
        if (loss.hasGradient()) {
            double[][] weights = {random.normals(ROWS), random.normals(ROWS), random.normals(ROWS)};
            assertArrayEquals(run.gradients(block, weights, 0), before.gradients(block, weights, 0));
        }
        return earlier;
    }

    private double firstResponse(DrawLoss loss, double[] theta) {
        ResponseDistributions responses = assertNotNullDistributions(loss);
        ResponseDistributions.AtDraws draws = responses.atDraws(JavaDenseKernel.INSTANCE, new double[][] {theta});
        draws.moveTo(block, 0, ROWS);
        assertTrue(Double.isNaN(draws.expectedResponse(0, 0)));
        return draws.drawResponse(0, 0, new org.hipparchus.random.Well19937c(1));
    }

    private static ResponseDistributions assertNotNullDistributions(DrawLoss loss) {
        ResponseDistributions responses = loss.responseDistributions();
        assertNotNull(responses);
        return responses;
    }

    @Test
    void rowModelOfValues_runsAndDrawsItsResponses() {
        DrawLoss loss = assertSameBits("Values", new ModelLossModels.ShrunkValues());
        assertFalse(loss.hasGradient());
        assertEquals(block.value(0, 1) + 1, firstResponse(loss, new double[loss.dimension()]));
    }

    @Test
    void differentiableRowModel_runsWithItsGradientAndItsPrior() {
        DrawLoss loss = assertSameBits("Formula", new ModelLossModels.ShrunkFormula());
        assertTrue(loss.hasGradient());
        assertNull(loss.responseDistributions());
        Model model = load("Formula");
        assertTrue(model.hasPrior());
        double[] gradient = new double[5];
        new TransformedPrior(model, new Parameters(model.parameters(COLUMNS)))
                .addGradient(new double[] {0.5, 0, 0, 0, 0}, gradient);
        assertEquals(-0.5, gradient[0]);
        assertFalse(load("Values").hasPrior());
    }

    @Test
    void differentiableSeriesModel_runsWithItsGradient() {
        assertTrue(assertSameBits("Days", new ModelLossModels.Autoregression()).hasGradient());
    }

    @Test
    void predictorModelOfResponses_runsAndDrawsThem() {
        DrawLoss loss = assertSameBits("Spread", new ModelLossModels.MeanAndSpread());
        assertEquals(block.attributes().offset(0) + 2, firstResponse(loss, new double[loss.dimension()]));
    }

    /** A model of rows that forgot its likelihood. */
    public static final class Silent implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }
    }

    /** A model of series that forgot its likelihood. */
    public static final class SilentSeries implements SeriesModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }
    }

    @Test
    void classThatWritesNeitherLikelihood_isRefusedBeforeARowIsRead() {
        for (Class<?> type : List.of(Silent.class, SilentSeries.class)) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> ModelClasses.load(type.getName(), Map.of()))
                    .getMessage();
            assertTrue(message.contains("T[]) as a formula, or logLikelihood("), message);
            assertTrue(message.contains("double[]) for values alone, but writes neither"), message);
        }
        assertThrows(IllegalArgumentException.class, () -> ModelLosses.of(new Silent(), COLUMNS));
        assertThrows(IllegalArgumentException.class, () -> ModelLosses.of(new SilentSeries(), COLUMNS));
    }
}
