package io.credence.kind;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.distributional.DistributionalLaws;
import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.part.Choice;
import io.credence.prior.LogInverseGamma;
import io.credence.prior.ScalarDensity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests for likelihoods of which further parameters have formulas. */
class DistributionalRequestTest {

    private static DistributionalRequest request(String family, Map<String, String> formulas) {
        LikelihoodPart part = Likelihoods.ALL.named(family);
        return DistributionalRequest.of(new Choice<>(part, part.values(Map.of())), null, formulas, true);
    }

    @Test
    void parameters_areInTheOrderOfTheLaw() {
        DistributionalRequest asked = request("zero-inflated-negative-binomial", Map.of("zi", "~ z", "size", "~ 1"));
        assertEquals(
                List.of("mu", "size", "zi"),
                asked.predicted().stream().map(PredictedParameter::name).toList());
        assertEquals(List.of(), asked.shared());
        DistributionalRequest some = request("zero-inflated-negative-binomial", Map.of("zi", "~ z"));
        assertEquals(
                List.of("size"),
                some.shared().stream().map(SharedParameter::name).toList());
        List<String> names = new Parameters(
                        some.model(List.of(List.of("a"), List.of("z"))).parameters(List.of("a", "z")))
                .unconstrainedNames();
        assertEquals(List.of("a", "zi:z", "log(size)"), names);
    }

    @Test
    void sharedDispersion_hasThePriorOfTheDispersion() {
        DistributionalRequest asked = request("student-t", Map.of("nu", "~ z"))
                .ofRows(0, List.of(), likelihood -> new InverseGamma(1.3, 0.7));
        ScalarDensity density = Objects.requireNonNull(asked.shared().get(0).prior());
        for (double sigma : new double[] {0.3, 1, 2.5}) {
            double ofLogDispersion = new LogInverseGamma(0, 1.3, 0.7).logDensity(new double[] {2 * Math.log(sigma)});
            assertClose(
                    "density of sigma",
                    ofLogDispersion + Math.log(2) - Math.log(sigma),
                    density.logDensity(sigma),
                    1e-12);
            double h = 1e-6;
            assertClose(
                    "slope",
                    (density.logDensity(sigma + h) - density.logDensity(sigma - h)) / (2 * h),
                    density.slope(sigma),
                    1e-7);
        }
    }

    @Test
    void sharedParameters_areThoseOfTheModel() {
        int compared = 0;
        for (String family : DistributionalLaws.names()) {
            for (String parameter : request(family, Map.of()).law().furtherNames()) {
                DistributionalRequest asked = request(family, Map.of(parameter, "~ z"))
                        .ofRows(3, List.of(), likelihood -> new InverseGamma(1, 1));
                List<Parameter> extra =
                        asked.model(List.of(List.of("x"), List.of("z"))).extra();
                List<SharedParameter> shared = asked.shared();
                assertEquals(
                        extra.stream().map(Parameter::name).toList(),
                        shared.stream().map(SharedParameter::name).toList(),
                        family + " with a formula of " + parameter);
                int constants = asked.law().constants(Set.of(parameter)).size();
                for (int k = 0; k < constants; k++, compared++) {
                    assertEquals(
                            extra.get(k).transform(), shared.get(k).parameter().transform(), family + " " + parameter);
                }
            }
        }
        assertTrue(compared >= 5, "compared: " + compared);
    }

    @Test
    void cutpoints_areThoseOfTheRows() {
        DistributionalRequest asked =
                request("ordinal", Map.of("disc", "~ z")).ofRows(4, List.of(), likelihood -> new InverseGamma(1, 1));
        int size = asked.shared().get(0).parameter().transform().unconstrained();
        assertEquals(3, size);
        assertEquals(
                2 + size,
                new Parameters(asked.model(List.of(List.of("x"), List.of("z"))).parameters(List.of("x", "z")))
                        .dimension());
    }

    @Test
    void familiesWithoutParameters_areRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> request("poisson", Map.of("sigma", "~ z")))
                .getMessage();
        assertTrue(message.contains("required one of beta"), message);
    }
}
