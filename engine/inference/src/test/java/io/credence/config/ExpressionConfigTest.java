package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.expression.Link;
import io.credence.formula.Formula;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.PredictedParameter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models that a configuration writes as expressions. */
class ExpressionConfigTest {

    private static final String DENSITY =
            "if(status == 2, lognormal_lpdf(time, mu, sigma), lognormal_lccdf(time, mu, sigma))";
    private static final String SIGMA = "sigma { constraint = positive, prior { kind = half-normal, sd = 1 } }";

    private static FitConfig read(String model) {
        return ConfigReader.read(
                "job.conf", "data { path = x.csv, label = time }\noutput.path = out\n" + model, List.of());
    }

    private static ExpressionRequest request(String model) {
        ExpressionRequest found = read(model).model().request(ExpressionRequest.class);
        assertNotNull(found);
        return found;
    }

    private static String model(String density, String parameters) {
        return "model { density = \"" + density + "\", parameters { " + parameters + " } }\n";
    }

    @Test
    void censoredLogNormal_isReadWithItsColumns() {
        FitConfig config = read("""
                model {
                  density = "%s"
                  parameters { %s
                               mu { formula = "~ age + sex" } }
                  mean = "exp(mu + sigma ^ 2 / 2)"
                  draw = "exp(mu + sigma * normal())"
                }
                """.formatted(DENSITY, SIGMA));
        ExpressionRequest request = config.model().request(ExpressionRequest.class);
        assertNotNull(request);
        assertEquals("time", request.expressions().response());
        assertEquals(List.of("status"), request.numberColumns());
        assertEquals(List.of(), request.columnsOfNewRows());
        assertEquals(List.of(), request.notes());
        assertEquals("mu", request.predicted().get(0).name());
        assertEquals("sigma", request.shared().get(0).name());
        Formula formula = config.data().predictors().formula();
        assertNotNull(formula);
        assertEquals("time", formula.responseColumn());
        assertEquals(List.of("status"), formula.numberColumns());
        assertEquals("expression", config.model().name());
    }

    @Test
    void parameters_areFormulasNumbersAndConstants() {
        ExpressionRequest request = request(model(
                "student_t_lpdf(y, nu, mu, sigma)", "mu = \"~ x\", sigma { formula = \"~ z\", link = log }, nu = 4"));
        assertEquals(
                List.of("mu", "sigma"),
                request.predicted().stream().map(PredictedParameter::name).toList());
        assertEquals(Link.LOG, request.predicted().get(1).link());
        assertEquals(4, request.known().get(0).value());
        assertEquals(1, request.furtherTerms().size());
        assertEquals(2, request.notes().size());
    }

    @Test
    void oneParameter_mayHaveTheTermsOfTheRows() {
        FitConfig features = read(model("poisson_lpmf(y, mu)", "mu { link = log }"));
        assertNull(features.data().predictors().formula());
        FitConfig exposed = read(model("poisson_lpmf(y, mu * days)", "mu { link = log }"));
        Formula formula = exposed.data().predictors().formula();
        assertNotNull(formula);
        assertEquals("time ~ 1 + .", formula.text());
        ExpressionRequest other = request("formula = \"time ~ a\"\ndata.label = null\n"
                + model("gaussian_lpdf(y, mu, sigma)", "sigma = \"~ z\", mu {}"));
        assertEquals("mu", other.predicted().get(0).name());
    }

    @Test
    void priorAlone_saysTheConstraint() {
        ExpressionRequest request = request(model(
                "negative_binomial_lpmf(y, mu, size) + 0 * w",
                "mu { link = log, prior { sd = 2 } }, size { prior { kind = exponential, rate = 2 } },"
                        + " w { prior { kind = beta, a = 2, b = 3 } }"));
        assertEquals(
                List.of("positive", "share"),
                request.shared().stream().map(each -> each.constraint().kind()).toList());
        assertNotNull(request.predicted().get(0).prior());
        assertEquals(2, request.predicted().get(0).prior().sd());
    }

    /** What cannot be is refused in a sentence, with the key where it stands. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gaussian_lpdf(y, mu, sigma             | mu = "~ x", sigma = 1                         | model.density | cannot be read
            gaussian_lpdf(y, mu, )                 | mu = "~ x"                                    | model.density | cannot be read
            gausian_lpdf(y, mu, sigma)           | mu = "~ x", sigma = 1                         | model.density | gaussian_lpdf
            gaussian_lpdf(y, mu)                   | mu = "~ x"                                    | model.density | gaussian_lpdf(y, mu, sigma)
            if(mu > 0, mu, 0)                    | mu = "~ x"                                    | model.density | max(a, b)
            if(y, mu, 0)                         | mu = "~ x"                                    | model.density | comparison
            y == 1                               | mu = "~ x"                                    | model.density | number
            mu + 'a'                             | mu = "~ x"                                    | model.density | text
            mu + normal()                        | mu = "~ x"                                    | model.density | random
            mu := 1                              | mu = "~ x"                                    | model.density | cannot be read
            gaussian_lpdf(y, mu, 1)                | mu = "~ x", sgima = 1                         | model.density | sgima
            gaussian_lpdf(y, mu, 1)                | mu = "x"                                      | model.parameters.mu | ~ terms
            gaussian_lpdf(y, mu, 1)                | mu = "y ~ x"                                  | model.parameters.mu | has a response
            gaussian_lpdf(y, mu, 1)                | mu { formula = "~ x", link = lgo }            | model.parameters.mu.link | log
            gaussian_lpdf(y, mu, 1)                | mu { formla = "~ x" }                         | model.parameters.mu.formla | formula
            gaussian_lpdf(y, mu, 1)                | mu { formula = "~ x", constraint = positive } | model.parameters.mu | same for all rows
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { constraint = postive }        | model.parameters.s.constraint | positive
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { constraint = interval }       | model.parameters.s | bounds
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { constraint = positive, prior { kind = normal } } | model.parameters.s.prior | half-normal
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { prior { kind = half-normal, scale = 1 } } | model.parameters.s.prior.scale | sd
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { prior { kind = half-normal, sd = -1 } } | model.parameters.s.prior.sd | above 0
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s { prior { sd = 1 } }            | model.parameters.s.prior | kind
            gaussian_lpdf(y, mu, s)                | mu {}, s {}                                   | model.parameters | constraint
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s = [1, 2]                        | model.parameters.s | formula
            gaussian_lpdf(y, mu, s)                | mu = 1, s = 2                                 | model.density | at least one parameter
            gaussian_lpdf(y, mu, 1)                | mu = "~ offset(x)", "b c" = 1                 | model.parameters | name
            gaussian_lpdf(y, mu, s)                | mu = "~ x", s = "~ offset(z)"                 | model.density | offset
            """)
    void whatCannotBe_isRefusedWithItsKey(String density, String parameters, String key, String named) {
        String message = assertThrows(ConfigurationException.class, () -> read(model(density, parameters)))
                .getMessage();
        assertTrue(message.contains(key), message);
        assertTrue(message.contains(named), message);
        assertTrue(message.contains("(job.conf: "), message);
        assertEquals(1, message.lines().count(), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mean = "mu + y"                     | model.mean   | predict
            mean = "exp(mu"                     | model.mean   | cannot be read
            mean = "normal()"                   | model.mean   | random
            draw = "gama(1)"                    | model.draw   | gamma
            family = gaussian                   | model.family | one of them
            class = io.credence.example.Garch   | model.class  | one of them
            network.layers = [3]                | model.network.layers | families
            """)
    void whatDoesNotGoWithADensity_isRefused(String line, String key, String named) {
        String text = "model { density = \"gaussian_lpdf(y, mu, 1)\", parameters { mu = \"~ x\" }, " + line + " }";
        String message =
                assertThrows(ConfigurationException.class, () -> read(text)).getMessage();
        assertTrue(message.contains(key) && message.contains(named), message);
    }

    @Test
    void partsWithoutDensity_areRefused() {
        for (String line : List.of("model.mean = \"1\"", "model.draw = \"1\"", "model.parameters.mu = \"~ x\"")) {
            assertTrue(
                    assertThrows(ConfigurationException.class, () -> read(line + "\nmodel.family = gaussian"))
                            .getMessage()
                            .contains("model.density"),
                    line);
        }
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> read("formula = \"t ~ x\"\ndata.label = null\n" + model("y - mu", "mu = \"~ x\"")))
                .getMessage();
        assertTrue(message.contains("data.label for the response"), message);
    }

    @Test
    void effectsThatVary_areRefused() {
        for (String parameters : List.of("mu = \"~ x + (1 | g)\"", "mu {}")) {
            String formula = parameters.equals("mu {}") ? "formula = \"t ~ x + (1 | g)\"\ndata.label = null\n" : "";
            String message = assertThrows(
                            ConfigurationException.class,
                            () -> read(formula + model("gaussian_lpdf(y, mu, 1)", parameters)))
                    .getMessage();
            assertTrue(message.contains("vary between levels"), message);
        }
    }

    @Test
    void longAndDeepTexts_areRefusedAtOnce() {
        for (String density : List.of("mu" + " + mu".repeat(20_000), "(".repeat(5_000) + "mu" + ")".repeat(5_000))) {
            String message = assertTimeoutPreemptively(
                    Duration.ofSeconds(5),
                    () -> assertThrows(ConfigurationException.class, () -> read(model(density, "mu = \"~ x\"")))
                            .getMessage());
            assertTrue(message.startsWith("model.density: the expression"), message);
        }
    }
}
