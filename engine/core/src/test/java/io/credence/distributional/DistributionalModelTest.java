package io.credence.distributional;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.real.StudentLikelihood;
import io.credence.linalg.JavaDenseKernel;
import io.credence.model.Binary64Arrays;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.testkit.TestSeed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.util.MathArrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of which every parameter has a formula, beside the likelihoods of the catalogue. */
class DistributionalModelTest {

    private static final List<String> ONES = List.of("(Intercept)");
    private static final double[] PREDICTORS = {-2.3, -0.4, 0, 0.7, 1.9};

    static List<String> names() {
        return DistributionalLaws.names();
    }

    private static DistributionalLaw law(String family) {
        return assertNotNullLaw(DistributionalLaws.of(Likelihoods.named(family, 4, 4)));
    }

    private static DistributionalLaw assertNotNullLaw(DistributionalLaw law) {
        assertNotNull(law);
        return law;
    }

    /** Model of which every parameter has a formula of ones. */
    private static DistributionalModel ofOnes(DistributionalLaw law) {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        law.parameters().forEach(each -> columns.put(each.name(), ONES));
        return new DistributionalModel(law, columns, List.of());
    }

    /** Loss −log p of a likelihood of the catalogue at linear predictors. */
    private static double loss(Likelihood likelihood, double dispersion, double label, double... eta) {
        PredictorDraws at = new PredictorDraws(1, eta.length);
        at.moveTo(new double[] {label}, 0, 1, new double[PredictorChunk.CAPACITY]);
        for (int k = 0; k < eta.length; k++) {
            at.predictors()[at.predictorOffset(0, k)] = eta[k];
        }
        at.expect(likelihood.loss(new DispersionPosterior.Known(dispersion)), JavaDenseKernel.INSTANCE, 0, 1);
        return at.losses()[0];
    }

    private static double logDensity(DistributionalModel model, double label, double[] predictors, double[] extra) {
        return model.logLikelihood(label, Binary64Arrays.toBinary64(predictors), Binary64Arrays.toBinary64(extra))
                .getReal();
    }

    private static double[] labels(Likelihood likelihood) {
        PairedResponse paired = likelihood.pairedResponse();
        double[] candidates = paired != null && paired.columnRole().equals("trials")
                ? new double[] {paired.encodeLabel(0, 12), paired.encodeLabel(4, 12), paired.encodeLabel(12, 12)}
                : new double[] {-8.5, -1.3, -0.02, 0, 0.02, 0.5, 0.93, 1, 2, 3, 8.5, 17, 3000};
        return Arrays.stream(candidates)
                .filter(label -> likelihood.refusal(label) == null)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "gaussian, sigma, 2",
        "gamma, shape, -1",
        "weibull, shape, -1",
        "beta, phi, -1",
        "beta-binomial, phi, -1",
        "negative-binomial, size, -1",
        "tweedie, phi, 1"
    })
    void lawsWithADispersion_areThoseOfTheCatalogue(String family, String parameter, double power) {
        DistributionalLaw law = law(family);
        DistributionalModel varying = ofOnes(law);
        DistributionalModel constant =
                new DistributionalModel(law, Map.of(law.location().name(), ONES), List.of());
        assertEquals(List.of(law.location().name(), parameter), varying.predictors());
        assertEquals(parameter, constant.extra().get(0).name());
        for (double label : labels(law.likelihood())) {
            for (double eta : PREDICTORS) {
                for (double phi : new double[] {0.4, 1.7}) {
                    double expected = -loss(law.likelihood(), phi, label, eta);
                    double value = Math.pow(phi, 1 / power);
                    assertClose(
                            family + " at " + label + ", " + eta,
                            expected,
                            logDensity(varying, label, new double[] {eta, Math.log(value)}, new double[0]),
                            1e-12);
                    assertClose(
                            family + " at " + label + ", " + eta,
                            expected,
                            logDensity(constant, label, new double[] {eta}, new double[] {value}),
                            1e-12);
                    DistributionalModel known = new DistributionalModel(
                            law.withDispersion(phi), Map.of(law.location().name(), ONES), List.of());
                    assertClose(
                            family + " known",
                            expected,
                            logDensity(known, label, new double[] {eta}, new double[0]),
                            1e-12);
                }
            }
        }
    }

    @Test
    void student_isThatOfTheCatalogueAtEachDegreesOfFreedom() {
        DistributionalModel model = ofOnes(law("student-t"));
        for (double nu : new double[] {1.5, 4, 30}) {
            for (double label : new double[] {-1.3, 0, 8.5}) {
                double[] predictors = {0.7, Math.log(0.6), Math.log(nu - 1)};
                double found = logDensity(model, label, predictors, new double[0]);
                assertClose("nu " + nu, -loss(new StudentLikelihood(nu), 0.36, label, 0.7), found, 1e-12);
            }
        }
        DistributionalModel plain =
                new DistributionalModel(law("student-t"), Map.of("mu", ONES, "sigma", ONES), List.of());
        assertEquals(List.of(), plain.extra());
        assertClose(
                "degrees of the option",
                -loss(new StudentLikelihood(4), 0.36, 1.1, 0.7),
                logDensity(plain, 1.1, new double[] {0.7, Math.log(0.6)}, new double[0]),
                1e-12);
    }

    @ParameterizedTest
    @CsvSource({
        "zero-inflated-poisson, zi, false",
        "zero-inflated-negative-binomial, zi, true",
        "hurdle-poisson, hu, false",
        "hurdle-negative-binomial, hu, true"
    })
    void lawsWithZeros_areThoseOfTheCatalogue(String family, String zeros, boolean sized) {
        DistributionalLaw law = law(family);
        DistributionalModel varying = ofOnes(law);
        DistributionalModel constant = new DistributionalModel(law, Map.of("mu", ONES), List.of());
        for (double label : new double[] {0, 1, 2, 17}) {
            for (double eta : PREDICTORS) {
                for (double zero : new double[] {-45, -1.1, 0.3, 45}) {
                    double expected = -loss(law.likelihood(), 0.4, label, eta, zero);
                    double[] predictors = sized ? new double[] {eta, Math.log(2.5), zero} : new double[] {eta, zero};
                    assertClose(
                            family + " at " + label + ", " + eta + ", " + zero,
                            expected,
                            logDensity(varying, label, predictors, new double[0]),
                            1e-12);
                    if (Math.abs(zero) < 5) {
                        double probability = 1 / (1 + Math.exp(-zero));
                        double[] extra = sized ? new double[] {2.5, probability} : new double[] {probability};
                        assertClose(
                                family + " constant",
                                expected,
                                logDensity(constant, label, new double[] {eta}, extra),
                                1e-12);
                    }
                }
            }
        }
        assertEquals(zeros, law.parameters().get(sized ? 2 : 1).name());
    }

    @Test
    void ordinal_isThatOfTheCatalogueWithScaledScores() {
        DistributionalLaw law = law("ordinal");
        DistributionalModel model =
                new DistributionalModel(law, Map.of("mu", List.of("x"), "disc", List.of("z")), List.of());
        PredictorModel plain = law.likelihood().predictorModel(List.of());
        assertNotNull(plain);
        assertEquals(4, model.classes());
        assertTrue(model.isOrdered());
        double disc = 1.7;
        for (double label = 0; label < 4; label++) {
            double expected = plain.logLikelihood(
                            label,
                            Binary64Arrays.toBinary64(new double[] {0.4 * disc}),
                            Binary64Arrays.toBinary64(new double[] {-0.8 * disc, 0.5 * disc, 1.9 * disc}))
                    .getReal();
            double found = logDensity(model, label, new double[] {0.4, Math.log(disc)}, new double[] {-0.8, 0.5, 1.9});
            assertClose("class " + label, expected, found, 1e-12);
        }
        assertEquals(
                List.of("x", "disc:z", "0|1", "log(1|2 - 0|1)", "log(2|3 - 1|2)"),
                new Parameters(model.parameters(List.of("x", "z"))).unconstrainedNames());
    }

    @ParameterizedTest
    @MethodSource("names")
    void slopes_areThoseOfDifferences(String family) {
        DistributionalModel model = ofOnes(law(family));
        int predictors = model.predictors().size();
        double[] at = {0.4, -0.3, 0.6, -0.8, 0.5, 1.9};
        double[] extra = model.classes() > 0 ? new double[] {-0.8, 0.5, 1.9} : new double[0];
        Gradient[] variables =
                MathArrays.buildArray(Gradient.variable(predictors, 0, 0).getField(), predictors);
        Gradient[] constants = MathArrays.buildArray(
                variables[0] == null ? Gradient.variable(predictors, 0, 0).getField() : variables[0].getField(),
                extra.length);
        for (int k = 0; k < predictors; k++) {
            variables[k] = Gradient.variable(predictors, k, at[k]);
        }
        for (int k = 0; k < extra.length; k++) {
            constants[k] = Gradient.constant(predictors, extra[k]);
        }
        double step = 1e-5;
        for (double label : labels(model.law().likelihood())) {
            Gradient found = model.logLikelihood(label, variables, constants);
            for (int k = 0; k < predictors; k++) {
                double[] above = Arrays.copyOf(at, predictors);
                double[] below = Arrays.copyOf(at, predictors);
                above[k] += step;
                below[k] -= step;
                double difference =
                        (logDensity(model, label, above, extra) - logDensity(model, label, below, extra)) / (2 * step);
                assertClose(family + " at " + label, difference, found.getGradient()[k], 1e-6);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void drawnResponses_haveTheirMoments(String family) {
        DistributionalModel model = ofOnes(law(family));
        if (model.classes() > 0) {
            return;
        }
        double[] at = {0.4, 0.9, family.equals("student-t") ? 2.2 : -0.6};
        double[] predictors = Arrays.copyOf(at, model.predictors().size());
        RandomGenerator random = new Random(TestSeed.of("distributional " + family));
        int count = 40_000;
        double sum = 0;
        double squares = 0;
        double fourths = 0;
        double mean = model.mean(predictors, new double[0]);
        double variance = model.moments(predictors, new double[0]).variance();
        for (int s = 0; s < count; s++) {
            double y = model.response(predictors, new double[0], random);
            sum += y - mean;
            squares += (y - mean) * (y - mean);
            fourths += Math.pow(y - mean, 4);
        }
        double square = squares / count;
        assertWithin(family + " mean", 0, sum / count, 4 * Math.sqrt(variance / count));
        assertWithin(
                family + " variance", variance, square, 4 * Math.sqrt((fourths / count - square * square) / count));
    }

    @Test
    void drawnLabels_keepWhatLabelsSayBesideTheResponse() {
        DistributionalModel model = ofOnes(law("beta-binomial"));
        PairedResponse paired = law("beta-binomial").likelihood().pairedResponse();
        assertNotNull(paired);
        double like = paired.encodeLabel(3, 12);
        double[] predictors = {0.4, 0.9};
        double drawn = model.label(like, new double[0], predictors, new double[0], new Random(1));
        assertEquals(12, paired.decodeSecond(drawn));
        assertNull(model.refuse(drawn));
        assertEquals(3, model.responseOf(like));
        for (int seed = 0; seed < 20; seed++) {
            double fresh = model.label(Double.NaN, new double[0], predictors, new double[0], new Random(seed));
            assertNull(model.refuse(fresh));
            assertTrue(model.responseOf(fresh) == 0 || model.responseOf(fresh) == 1);
        }
        DistributionalModel times = ofOnes(law("weibull"));
        assertTrue(times.isBound(-2));
        assertEquals(2, times.responseOf(-2));
        assertEquals(-2, times.displayedResponse(-2));
    }

    @Test
    void parametersThatALawLacks_areRefusedByName() {
        DistributionalLaw law = law("student-t");
        String message = assertThrows(IllegalArgumentException.class, () -> law.further("sigm"))
                .getMessage();
        assertTrue(message.contains("required sigma or nu"), message);
        assertTrue(message.contains("did you mean sigma"), message);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> law.further("mu"))
                .getMessage()
                .contains("the key formula"));
        assertNull(DistributionalLaws.of(Likelihoods.named("poisson", 4, 2)));
        assertNull(DistributionalLaws.of(Likelihoods.named("bernoulli", 4, 2)));
        assertNull(DistributionalLaws.of(Likelihoods.named("softmax", 4, 3)));
    }

    @Test
    void coefficients_areNamedByTheirParameter() {
        DistributionalModel model = new DistributionalModel(
                law("gaussian"),
                Map.of("mu", List.of("(Intercept)", "x"), "sigma", List.of("(Intercept)", "z")),
                List.of());
        assertEquals(
                List.of("(Intercept)", "x", "sigma:(Intercept)", "sigma:z"),
                new Parameters(model.parameters(List.of("(Intercept)", "x", "z"))).unconstrainedNames());
    }

    @ParameterizedTest
    @MethodSource("names")
    void models_areTheSameOnExecutors(String family) throws Exception {
        DistributionalModel model = ofOnes(law(family));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(model);
        }
        DistributionalModel read;
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            read = (DistributionalModel) in.readObject();
        }
        double[] predictors =
                Arrays.copyOf(new double[] {0.4, 0.9, 0.3}, model.predictors().size());
        double[] extra = model.classes() > 0 ? new double[] {-0.8, 0.5, 1.9} : new double[0];
        double label = labels(model.law().likelihood())[0];
        assertEquals(logDensity(model, label, predictors, extra), logDensity(read, label, predictors, extra));
    }
}
