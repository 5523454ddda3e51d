package io.credence.config;

import static io.credence.config.ConfigTexts.CLASS;
import static io.credence.config.ConfigTexts.FAMILY;
import static io.credence.config.ConfigTexts.assertRefused;
import static io.credence.config.ConfigTexts.read;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.fit.SamplingSettings.EstimatorKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values and pairs of the choices of a fit that cannot be, refused with what is allowed. */
class RefusedEstimationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "posterior.family = gaussian-diagonal | partition factors hold a whole precision",
                "prior.kind = laplace                 | exact expectations are those of linear predictors",
                "sites { column = day, name = d2 }    | sites.name cannot be used with sites.column",
                "sites.remove = [d0]                  | sites.remove names partition factors of an earlier fit",
            })
    void choiceWithoutGaussianSites_isRefused(String keys, String why) {
        assertRefused(FAMILY + "estimator.kind = partitioned\n" + keys, why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model.family = poisson                     | required model.family = gaussian",
                "model.family = gamma                       | required model.family = gaussian",
                "model.dispersion = 4                       | required no model.dispersion",
                "model.dispersionFactor = inverse-gamma     | required model.dispersionFactor = joint",
                "data.standardize = true                    | required data.standardize = false",
            })
    void conjugatePriorOfAnotherModel_isRefused(String keys, String why) {
        assertRefused(FAMILY + keys + "\nprior.kind = conjugate", why, "job.conf: 4");
    }

    @Test
    void conjugatePriorOfAClass_isRefused() {
        assertRefused(CLASS + "prior.kind = conjugate", "required model.family = gaussian", "model.class");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "estimator.kind = guess             | auto, exact, partitioned, regression, curvature, fresh-draws, score, reparameterized, fixed-draws",
                "estimator.draws = 1                | a whole number from 2",
                "estimator.maxDraws = 50            | at least estimator.draws = 100",
                "estimator.controlVariate = cubic   | quadratic, constant, none",
                "update.kind = adagard              | did you mean adagrad?",
                "update.constraint = none           | retraction, step-bound, log-transform",
                "update.stepSize = 0                | a number above 0, at most 1, or auto",
                "update.stepSize = 1.5              | a number above 0, at most 1, or auto",
                "update.stepSize = small            | a number above 0, at most 1, or auto",
                "update.momentum = 1                | a number from 0, below 1",
                "update.clip = 0                    | a number above 0",
                "update.decayFrom = -1              | a whole number from 0",
                "minibatch.partitions = some        | a whole number from 1, or all or auto",
                "minibatch.anchorEvery = 0          | a whole number from 1",
                "stop.rule = never                  | auto, mcse, patience",
                "stop.rhat = 1                      | a number above 1",
                "stop.mcse = 0                      | a number above 0",
                "posterior.blocks = x               | a list of whole numbers from 1",
                "posterior.blocks = [3, 0]          | a list of whole numbers from 1",
                "sites.keep = 0                     | a whole number from 1",
                "method = qbv                       | did you mean qbvi?",
                "model.dispersionFactor = gamma     | joint, inverse-gamma"
            })
    void valueOutOfRange_isRefusedWithWhatIsAllowed(String key, String required) {
        assertRefused(FAMILY + key, key.substring(0, key.indexOf(' ')), required, "job.conf: 4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "update.kind = manifold, posterior.family = gaussian-diagonal             | a full covariance",
                "update.kind = cholesky, posterior.family = gaussian-diagonal             | a full covariance",
                "update.constraint = log-transform, estimator.kind = score                | diagonal precision",
                "estimator.kind = fixed-draws                                             | would have no bound",
                "estimator.kind = fixed-draws, posterior.family = gaussian-diagonal, minibatch.partitions = 2 |"
                        + " minibatch.partitions = all",
                "estimator.kind = exact, update.kind = adam                               | found update.kind = adam",
                "estimator.kind = exact, minibatch.partitions = 2                         | minibatch.partitions = all",
                "estimator.kind = reparameterized, estimator.controlVariate = constant    | quadratic or none",
                "model.dispersionFactor = inverse-gamma, estimator.kind = reparameterized | estimator.kind = score",
                "minibatch.partitions = 9, data.partitions = 4                            | at most data.partitions = 4",
                "data.order = t                                                           | model.class",
                "data.series = s                                                          | model.class",
            })
    void pairThatCannotBe_isRefusedWithTheReason(String keys, String reason) {
        assertRefused(FAMILY + keys.replace(", ", "\n"), reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "estimator.kind = exact                      | exact expectations are those of linear predictors",
                "estimator.kind = partitioned                | exact expectations are those of linear predictors",
                "objective { kind = gvi, loss.kind = gamma } | a model of your own defines the loss of a row",
            })
    void choiceOfLinearPredictors_isRefusedBesideFormulas(String keys, String reason) {
        assertRefused(
                FAMILY + "formulas { sigma = \"~ z\" }\n" + keys, reason, "found formulas = {sigma=~ z}", "job.conf");
    }

    @Test
    void raoBlackwell_isRefusedWhereFactorsCannotBeSeparated() {
        String requested = "estimator.raoBlackwell = true\n";
        assertRefused(CLASS + requested, "estimator.raoBlackwell does not go with posterior.family");
        String diagonal = CLASS + requested + "posterior.family = gaussian-diagonal\n";
        assertRefused(
                diagonal + "estimator.kind = reparameterized",
                "only score gradients are computed factor by factor; required auto or false, or estimator.kind = score");
        assertRefused(
                FAMILY + requested + "posterior.family = gaussian-diagonal\nmodel.dispersionFactor = inverse-gamma\n"
                        + "model.family = gaussian",
                "does not go with model.dispersionFactor");
        assertRefused(diagonal + "objective.kind = eubo", "estimator.raoBlackwell does not go with objective.kind");
        assertEquals(
                EstimatorKind.SCORE,
                read(diagonal).inference().sampling().estimator().kind());
        assertEquals(
                List.of("estimator.raoBlackwell has no effect: only score gradients are computed factor by factor"),
                read(CLASS, "estimator.kind=reparameterized", "estimator.raoBlackwell=false")
                        .notes());
    }
}
