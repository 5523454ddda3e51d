package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.autodiff.SpecialFunctions;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.expression.ExpressionModel;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits of likelihoods written as expressions, beside the same in Java and in the catalogue. */
class ExpressionFitTest {

    private static final List<String> NAMES = List.of(Rows.INTERCEPT, "x", "status");

    /** Log-normal times, of which those beyond 4 are censored; label as a class in Java has it, or the time. */
    private static Rows times(boolean coded) {
        Random random = new Random(TestSeed.of("expression times"));
        BlockBuilder builder = BlockBuilder.dense(coded ? 2 : 3, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < 300; i++) {
            double x = random.nextGaussian();
            double time = Math.exp(0.6 + 0.4 * x + 0.7 * random.nextGaussian());
            boolean censored = time > 4;
            double seen = Math.min(time, 4);
            if (coded) {
                builder.add(censored ? -seen : seen, 1, 0, new double[] {1, x});
            } else {
                builder.add(seen, 1, 0, new double[] {1, x, censored ? 1 : 2});
            }
        }
        return new PartitionedRows(NAMES.subList(0, coded ? 2 : 3), 0, List.of(List.of(builder.build())));
    }

    /** The same model as a user writes it, with censored times coded as negative labels or told by a column. */
    record CensoredTimes(boolean isCoded) implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> rowColumns() {
            return isCoded ? List.of() : List.of("status");
        }

        @Override
        public List<String> columnsOf(String predictor, List<String> columns) {
            return columns.subList(0, 2);
        }

        @Override
        public List<Parameter> extra() {
            return List.of(Parameter.positive("sigma"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return logLikelihood(Math.abs(label), new double[] {label < 0 ? 1 : 2}, predictors, extra);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(
                double label, double[] rowColumns, T[] predictors, T[] extra) {
            if (isCoded && rowColumns.length == 0) {
                return logLikelihood(label, predictors, extra);
            }
            T z = predictors[0].subtract(Math.log(label)).divide(extra[0]);
            return rowColumns[0] == 1
                    ? SpecialFunctions.logNormalCdf(z)
                    : z.square()
                            .multiply(-0.5)
                            .subtract(extra[0].log())
                            .subtract(0.5 * Math.log(2 * Math.PI) + Math.log(label));
        }
    }

    private static Posterior fitted(Model model, Rows rows) {
        Fit fit = Inference.of(model).kernel("java").fit(rows);
        assertEquals(FitStatus.CONVERGED, fit.result().status());
        return fit.posterior();
    }

    @Test
    void expressionWithColumnsOfTheRow_isFittedLikeTheClassInJava() {
        ExpressionModel model = new ExpressionModel(
                "if(status == 2, lognormal_lpdf(y, mu, sigma), lognormal_lccdf(y, mu, sigma))",
                null,
                null,
                List.of(
                        new ModelParameter.Predicted("mu", Link.IDENTITY, null),
                        new ModelParameter.Constant(Parameter.positive("sigma"))),
                NAMES);
        Posterior found = fitted(model, times(false));
        assertNear(fitted(new CensoredTimes(false), times(false)), found, 1e-6);
        assertNear(fitted(new CensoredTimes(true), times(true)), found, 0.05);
    }

    private static void assertNear(Posterior expected, Posterior found, double allowed) {
        assertEquals(expected.dimension(), found.dimension());
        for (int j = 0; j < expected.dimension(); j++) {
            double sd = expected.sd()[j];
            assertWithin("mean " + j, expected.mean()[j], found.mean()[j], allowed * sd);
            assertWithin("log sd " + j, Math.log(sd), Math.log(found.sd()[j]), allowed);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            poisson   | LOG   | poisson_lpmf(y, mu)
            bernoulli | LOGIT | bernoulli_lpmf(y, mu)
            """)
    void lawsOfTheCatalogue_haveItsPosterior(String family, Link link, String density) {
        Rows rows = PartitionedRows.random(
                "expression " + family,
                400,
                3,
                new double[] {0.4, -0.6, 0.3},
                family.equals("poisson")
                        ? (eta, random) -> Math.floor(Math.exp(eta) * 2 * random.nextDouble())
                        : PartitionedRows::bernoulli);
        Fit exact = Inference.of(family).kernel("java").fit(rows);
        ExpressionModel model =
                new ExpressionModel(density, null, null, List.of(new ModelParameter.Predicted("mu", link, null)), null);
        assertNear(exact.posterior(), fitted(model, rows), 0.05);
    }
}
