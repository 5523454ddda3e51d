package io.credence;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.linalg.Kernels;
import io.credence.model.GradientModel;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gradients written by hand, right and wrong ones, at the beginning of a fit. */
class GradientValidationTest {

    private static final int ROWS = 60;

    private static Rows rows() {
        RandomArrays random = RandomArrays.of("written gradients");
        double[][] features = new double[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            features[i] = random.normals(1);
        }
        return Rows.of(features, random.normals(ROWS));
    }

    private static void prepare(Model model) {
        Inference brief = Inference.of(model).seed(7);
        Rows rows = rows();
        try (var backend = rows.toBackend("java")) {
            Inference.prepare(brief.config(), model, rows, backend, Kernels.named("java"));
        }
    }

    private static String refused(Model model) {
        return assertThrows(ConfigurationException.class, () -> prepare(model)).getMessage();
    }

    /** y ~ N(η, s²) with a factor on the derivative in s, and one on that of the log prior. */
    record Normal(double factor, double priorFactor) implements GradientModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("effect", columns.size()), Parameter.positive("s"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters, double[] gradient) {
            double s = parameters[row.columns()];
            double r = (row.label() - row.predictor(parameters)) / s;
            for (int j = 0; j < row.columns(); j++) {
                gradient[j] = r / s * row.feature(j);
            }
            gradient[row.columns()] = factor * (r * r - 1) / s;
            return -Math.log(s) - 0.5 * r * r;
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
            gradient[1] -= priorFactor * parameters[1];
            gradient[2] -= 1;
            return true;
        }
    }

    /** Absolute errors beyond a cap, rounded to single precision: kinks everywhere, a gradient that is right but for them. */
    record Kinked() implements GradientModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("effect", columns.size()));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters, double[] gradient) {
            double r = row.label() - row.predictor(parameters);
            for (int j = 0; j < row.columns() && Math.abs(r) < 2; j++) {
                gradient[j] = Math.signum(r) * row.feature(j);
            }
            return (float) -Math.min(2, Math.abs(r));
        }
    }

    /** A gradient that is wrong for every other row. */
    record WrongForSome() implements GradientModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"), Parameter.real("other"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters, double[] gradient) {
            double r = row.label() - parameters[0];
            gradient[0] = r * (row.label() > 0 ? 1 : 0.7);
            return -0.5 * r * r;
        }
    }

    @Test
    void rightGradients_areAccepted() {
        assertDoesNotThrow(() -> prepare(new Normal(1, 1)));
    }

    @Test
    void gradientOffByThirtyPercent_isRefusedWithRowAndParameter() {
        String message = refused(new Normal(1.3, 1));
        assertTrue(message.contains(Normal.class.getName()), message);
        assertTrue(message.contains("log(s)"), message);
        assertTrue(message.contains("row 0 of partition 0"), message);
        assertTrue(message.contains("differences of its values give"), message);
    }

    @Test
    void gradientOfTheLogPriorOffByThirtyPercent_isRefused() {
        String message = refused(new Normal(1, 0.7));
        assertTrue(message.contains("log prior"), message);
        assertTrue(message.contains("effect[2]"), message);
        assertFalse(message.contains("row"), message);
    }

    @Test
    void kinksAndRounding_areNotRefused() {
        assertDoesNotThrow(() -> prepare(new Kinked()));
    }

    @Test
    void gradientWrongForSomeRows_isRefused() {
        assertTrue(refused(new WrongForSome()).contains("level"));
    }
}
