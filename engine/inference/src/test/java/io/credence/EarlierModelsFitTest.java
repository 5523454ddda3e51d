package io.credence;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;

/** Yesterday's posterior as the prior of models with several predictors, cutpoints, or parameters of their own. */
class EarlierModelsFitTest {

    private static final int ROWS = 1200;

    private final double[][] features = new double[ROWS][2];
    private final double[] numbers = new double[ROWS];
    private final double[] classes = new double[ROWS];

    EarlierModelsFitTest() {
        Random random = new Random(TestSeed.of("earlier models"));
        for (int i = 0; i < ROWS; i++) {
            features[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
            double eta = 0.2 + 0.9 * features[i][0] - 0.5 * features[i][1];
            double u = random.nextDouble();
            double latent = eta + Math.log(u / (1 - u));
            classes[i] = latent < -0.7 ? 0 : latent < 1 ? 1 : 2;
            numbers[i] = eta + 0.8 * random.nextGaussian();
        }
    }

    private Rows rows(double[] labels, int from, int to, BiFunction<double[][], double[], Rows> of) {
        return of.apply(Arrays.copyOfRange(features, from, to), Arrays.copyOfRange(labels, from, to));
    }

    /** Two days, the first of two thirds of the rows, against all of them at once; returns the second. */
    private Fit twoDays(Inference first, Inference next, double[] labels, BiFunction<double[][], double[], Rows> of) {
        Fit one = first.fit(rows(labels, 0, 800, of));
        Fit two = next.prior(one).fit(rows(labels, 800, ROWS, of));
        Fit whole = first.fit(rows(labels, 0, ROWS, of));
        assertEquals(whole.names(), two.names());
        for (String name : whole.names()) {
            assertWithin(name, whole.mean(name), two.mean(name), 0.1 * whole.sd(name));
            assertClose("sd of " + name, 1, two.sd(name) / whole.sd(name), 0.1);
        }
        return two;
    }

    @Test
    void softmax_matchesEveryPredictorByName() {
        Inference softmax = Inference.of("softmax").with("check.khat", false);
        Fit two = twoDays(softmax.prior("normal", Map.of("sd", 2)), softmax, classes, Rows::of);
        assertEquals(6, two.names().size());
        assertEquals(List.of(), two.notes());
    }

    @Test
    void cutpoints_areCoefficientsLikeOthers() {
        Inference ordinal = Inference.of("ordinal").with("check.khat", false);
        List<String> names = List.of("a", "b");
        twoDays(
                ordinal.prior("normal", Map.of("sd", 2)),
                ordinal,
                classes,
                (x, y) -> Rows.withoutIntercept(names, x, y));
    }

    /** y ~ N(η, s²), with a prior of its own. */
    record Normal() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("effect", columns.size()), Parameter.positive("s"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            T s = parameters[row.columns()];
            T z = row.predictor(parameters).subtract(row.label()).divide(s);
            return z.square().multiply(-0.5).subtract(s.log());
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] parameters) {
            return -0.5 * (parameters[0] * parameters[0] + parameters[1] * parameters[1]) - parameters[2];
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            gradient[0] -= parameters[0];
            gradient[1] -= parameters[1];
            gradient[2] -= 1;
            return true;
        }
    }

    @Test
    void classWithItsOwnPrior_countsItOnce() {
        Model model = new Normal();
        Inference own = Inference.of(model).with("check.khat", false);
        twoDays(own, own, numbers, Rows::of);

        Fit one = own.fit(rows(numbers, 0, 800, Rows::of));
        Rows today = rows(numbers, 800, ROWS, Rows::of);
        try (ExecutionBackend backend = today.toBackend("java")) {
            PreparedFit prepared =
                    Inference.prepare(own.prior(one).config(), model, today, backend, Kernels.named("java"));
            assertArrayEquals(one.posterior().mean(), prepared.prior().mean());
            assertEquals(0, prepared.prior().flatCount());
        }
        double[][] wider =
                Arrays.stream(features).map(x -> new double[] {x[0], x[1], 1}).toArray(double[][]::new);
        String message = assertThrows(
                        ConfigurationException.class, () -> own.prior(one).fit(Rows.of(wider, numbers)))
                .getMessage();
        assertTrue(message.contains("does not come apart"), message);
    }
}
