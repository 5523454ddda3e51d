package io.credence.expression;

import static io.credence.testkit.Close.assertClose;

import io.credence.expression.ExpressionNames.Role;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.model.Binary64Arrays;
import io.credence.model.PredictorModel;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws as functions of expressions against the catalogue's likelihoods. */
class CatalogueLawsTest {

    private static final double[] PREDICTORS = {-2.3, -0.4, 0, 0.7, 1.9};

    /** Loss −log p of a likelihood of the catalogue at linear predictors. */
    private static double loss(String family, double dispersion, double label, double... eta) {
        Likelihood likelihood = Likelihoods.named(family, 4, eta.length + 1);
        PredictorDraws at = new PredictorDraws(1, eta.length);
        at.moveTo(new double[] {label}, 0, 1, new double[PredictorChunk.CAPACITY]);
        for (int k = 0; k < eta.length; k++) {
            at.predictors()[at.predictorOffset(0, k)] = eta[k];
        }
        at.expect(likelihood.loss(new DispersionPosterior.Known(dispersion)), JavaDenseKernel.INSTANCE, 0, 1);
        return at.losses()[0];
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gaussian            | gaussian_lpdf(y, eta, sqrt(phi))                            | -1.3 0 4
            bernoulli           | bernoulli_lpmf(y, inv_logit(eta))                           | 0 1
            bernoulli-probit    | bernoulli_lpmf(y, normal_cdf(eta))                          | 0 1
            poisson             | poisson_lpmf(y, exp(eta))                                   | 0 1 17 3000
            negative-binomial   | negative_binomial_lpmf(y, exp(eta), 1 / phi)                | 0 1 17 3000
            gamma               | gamma_lpdf(y, exp(eta), 1 / phi)                            | 0.02 1 8.5
            beta                | beta_lpdf(y, inv_logit(eta), 1 / phi)                       | 0.02 0.5 0.93
            exponential         | exponential_lpdf(y, exp(eta))                               | 0.02 1 8.5
            weibull             | weibull_lpdf(y, exp(eta), 1 / phi)                          | 0.02 1 8.5
            weibull             | weibull_lccdf(-y, exp(eta), 1 / phi)                        | -0.02 -8.5
            tweedie             | tweedie_lpdf(y, exp(eta), phi, 1.5)                         | 0 0.3 8.5 4000
            student-t           | student_t_lpdf(y, eta, sqrt(phi), 4)                        | -1.3 0 4
            """)
    void lawsOfOnePredictor_areThoseOfTheCatalogue(String family, String text, String labels) {
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("eta", "phi"), List.of());
        ParsedExpression expression = ParsedExpression.of(text, names);
        for (String label : labels.split(" ")) {
            double y = Double.parseDouble(label);
            for (double eta : PREDICTORS) {
                for (double phi : new double[] {0.4, 1.7}) {
                    double found = expression.evaluate(new double[0], y, new double[] {eta, phi});
                    assertClose(text + " at " + y + ", " + eta, -loss(family, phi, y, eta), found, 1e-12);
                }
            }
        }
    }

    @Test
    void betaBinomial_isThatOfTheCatalogue() {
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("eta", "phi"), List.of("n"));
        ParsedExpression expression = ParsedExpression.of("beta_binomial_lpmf(y, n, inv_logit(eta), 1 / phi)", names);
        for (double y : new double[] {0, 4, 12}) {
            double label = Objects.requireNonNull(
                            Likelihoods.named("beta-binomial", 4, 2).pairedResponse())
                    .encodeLabel(y, 12);
            for (double eta : PREDICTORS) {
                double found = expression.evaluate(new double[] {12}, y, new double[] {eta, 0.4});
                assertClose("beta-binomial", -loss("beta-binomial", 0.4, label, eta), found, 1e-12);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zero-inflated-poisson           | zero_inflated_poisson_lpmf(y, exp(a), inv_logit(b))
            zero-inflated-negative-binomial | zero_inflated_negative_binomial_lpmf(y, exp(a), 1 / phi, inv_logit(b))
            hurdle-poisson                  | hurdle_poisson_lpmf(y, exp(a), inv_logit(b))
            hurdle-negative-binomial        | hurdle_negative_binomial_lpmf(y, exp(a), 1 / phi, inv_logit(b))
            softmax                         | softmax_lpmf(y, a, b)
            """)
    void lawsOfTwoPredictors_areThoseOfTheCatalogue(String family, String text) {
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("a", "b", "phi"), List.of());
        ParsedExpression expression = ParsedExpression.of(text, names);
        for (double y : new double[] {0, 1, 2}) {
            for (double eta : PREDICTORS) {
                double found = expression.evaluate(new double[0], y, new double[] {eta, 0.3, 0.4});
                assertClose(text + " at " + y, -loss(family, 0.4, y, eta, 0.3), found, 1e-12);
            }
        }
    }

    @Test
    void ordinal_isThatOfTheCatalogue() {
        PredictorModel model =
                Objects.requireNonNull(Likelihoods.named("ordinal", 4, 4).predictorModel(List.of()));
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("eta", "a", "b", "c"), List.of());
        ParsedExpression expression = ParsedExpression.of("ordinal_lpmf(y, eta, 1, a, b, c)", names);
        for (double y = 0; y < 4; y++) {
            for (double eta : PREDICTORS) {
                double expected = model.logLikelihood(
                                y,
                                Binary64Arrays.toBinary64(new double[] {eta}),
                                Binary64Arrays.toBinary64(new double[] {-0.8, 0.5, 1.9}))
                        .getReal();
                double found = expression.evaluate(new double[0], y, new double[] {eta, -0.8, 0.5, 1.9});
                assertClose("ordinal at " + y, expected, found, 1e-12);
            }
        }
    }
}
